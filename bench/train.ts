import type { TrainSequence, TrainStepRequest } from '../src/training/train-step.ts';
import { Trainer } from '../src/training/trainer/trainer.ts';
import type { BenchModel } from './model.ts';
import { describe, median, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { leastSeconds, type Roofline } from './roofline.ts';

/** As one small RL job: 4 trajectories of 100 tokens. */
const SEQUENCES = 4;
const TOKENS = 100;

/** One LoRA step, forward, backward and optimizer; loss must fall over steps and gradients must not be zero. */
export async function benchTrain(bench: BenchModel, roofline: Roofline, samples: number): Promise<Row[]> {
  const { device, turn, model } = bench;
  const { decoder } = model;
  const trainer = await Trainer.begin(device, decoder, turn, null, null);
  const request = stepRequest(decoder.config.vocab_size);
  const first = await trainer.step(request);
  const rates = await quietSamples(samples, async () => {
    const started = performance.now();
    const { loss, gradNorm } = await trainer.step(request);
    if (!(gradNorm > 0) || !(loss < first.loss)) throw new Error(`loss ${loss}, gradient norm ${gradNorm}`);
    return (SEQUENCES * TOKENS) / ((performance.now() - started) / 1000);
  });
  trainer.end();
  const limit = (SEQUENCES * TOKENS) / stepLimit(bench, roofline);
  const share = `${((100 * median(rates)) / limit).toFixed(0)} % of ${limit.toFixed(0)}`;
  return [
    { what: `LoRA step, ${SEQUENCES} x ${TOKENS} tokens`, figure: describe(rates), unit: 'tok/s', roofline: share },
  ];
}

/** A step whose sequences are not sampled, so that it needs no engine. */
export function stepRequest(V: number): TrainStepRequest {
  const sequences: TrainSequence[] = Array.from({ length: SEQUENCES }, (_, s) => ({
    ids: Uint32Array.from({ length: TOKENS }, (_, t) => (t * 7919 + s * 104729) % V),
    mask: new Uint8Array(TOKENS).fill(1),
    advantages: new Float32Array(TOKENS).fill(1),
    oldLogprobs: new Float32Array(TOKENS).fill(Number.NaN),
  }));
  return { sequences, epsilon: 1, epsilonHigh: 4, learningRate: 1e-4, weightDecay: 0, maxGradNorm: 1 };
}

/** Seconds that the step could take at best. */
export function stepLimit({ model }: BenchModel, roofline: Roofline): number {
  return leastSeconds(roofline, stepWork(model));
}

/** 4 FLOPs a base weight and token (forward, input gradient), 6 a LoRA weight, attention 14 E a visible key and head. */
function stepWork({ decoder }: BenchModel['model']): { flops: number; bytes: number; dispatches: number } {
  const { config, weights, lora } = decoder;
  const { num_hidden_layers: L, num_attention_heads: H, head_dim: E } = config;
  const T = SEQUENCES * TOKENS;
  const head = config.vocab_size * config.hidden_size;
  const base = weights.parameters - (config.tie_word_embeddings ? 0 : head);
  const attention = 14 * L * H * E * ((TOKENS + 1) / 2);
  return {
    flops: T * (4 * base + 6 * lora.elements + attention),
    bytes: 2 * weights.bytes + 28 * lora.elements,
    dispatches: 0,
  };
}
