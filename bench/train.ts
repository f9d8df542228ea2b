import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeToyModel } from '../scripts/toy-model.ts';
import { Recorder } from '../src/compute/recorder.ts';
import { writeAdapter } from '../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../src/model/flat-adapter.ts';
import { freshAdapter } from '../src/model/lora-layout.ts';
import type { TrainSequence, TrainStepRequest } from '../src/training/train-step.ts';
import { Trainer } from '../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../src/worker/loaded-model.ts';
import type { BenchModel } from './model.ts';
import { describe, median, type QuietSamples, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { leastSeconds, type Roofline } from './roofline.ts';
import { installPeft, type PeerStep, TrainPeer } from './train-peer.ts';
import { PhasedStep } from './train-phases.ts';

/** Tokens of a step. */
export interface StepSize {
  sequences: number;
  tokens: number;
}

/** As one small RL job. */
export const SMALL_STEP: StepSize = { sequences: 4, tokens: 100 };
/** As the peers of docs/benchmarks.md are measured. */
const STEP: StepSize = { sequences: 4, tokens: 256 };
const CAPACITY = 512;
/** How far losses and gradient norms of the two may lie apart, of themselves. */
const TOLERANCE = 2e-3;

/** A model under test, with the file or folder that the peer loads. */
export interface TrainedModel {
  name: string;
  path: string;
  model: LoadedModel;
}

/** A table. */
interface Table {
  title: string;
  rows: Row[];
}

/** One LoRA step on the toy model and on SmolLM2-135M, beside transformers and PEFT. */
export async function* benchTrain(bench: BenchModel, roofline: Roofline, samples: number): AsyncGenerator<Table> {
  const python = await installPeft();
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-'));
  try {
    const path = join(home, 'toy');
    writeToyModel(path);
    const toy = await loadModel(bench.device, bench.turn, { id: 'toy', path }, () => {});
    const models: TrainedModel[] = [
      { name: 'toy model', path, model: toy },
      { name: 'SmolLM2-135M-Instruct Q4_1', path: bench.path, model: bench.model },
    ];
    for (const [index, trained] of models.entries()) {
      const peer = { python, adapter: join(home, `adapter-${index}`) };
      const rows = await benchModel(bench, trained, peer, roofline, samples);
      yield { title: `Training, ${trained.name}, LoRA rank 8, ${STEP.sequences} x ${STEP.tokens} tokens`, rows };
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function benchModel(
  bench: BenchModel,
  { name, path, model }: TrainedModel,
  { python, adapter }: { python: string; adapter: string },
  roofline: Roofline,
  samples: number,
): Promise<Row[]> {
  const { decoder } = model;
  const { lora } = decoder;
  const fresh = freshAdapter(lora);
  await mkdir(adapter);
  writeAdapter(adapter, { ...lora.settings, baseModel: name }, adapterTensors(fresh, lora));
  const request = stepRequest(decoder.config.vocab_size, STEP);
  const ids = request.sequences.map((sequence) => sequence.ids);
  const trainer = await Trainer.begin(bench.device, decoder, bench.turn, fresh, null);
  await using peer = await TrainPeer.start(python, path, adapter);
  try {
    // The first compiles kernels, here and there. Both begin with the same adapter and must agree on all that follows.
    for (let step = 0; step < 2; step++) checkAgreement(step, await trainer.step(request), await peer.step(ids));
    const ours = await quietSamples(samples, () => secondsOf(() => trainer.step(request)));
    const phases = await phasesOf(bench, model, request.sequences);
    const theirs = await quietSamples(samples, () => peer.step(ids));
    return rowsOf({ ours, theirs, phases, limit: stepLimit(model, roofline, STEP), device: peer.device });
  } finally {
    trainer.end();
  }
}

function checkAgreement(step: number, ours: { loss: number; gradNorm: number }, theirs: PeerStep): void {
  for (const what of ['loss', 'gradNorm'] as const) {
    const apart = Math.abs(ours[what] - theirs[what]) / Math.abs(theirs[what]);
    if (ours[what] > 0 && apart < TOLERANCE) continue;
    throw new Error(`step ${step + 1}: our ${what} is ${ours[what]}, that of PyTorch ${theirs[what]}`);
  }
}

async function phasesOf({ device }: BenchModel, model: LoadedModel, sequences: TrainSequence[]) {
  const tokens = sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  const phased = await PhasedStep.open(new Recorder(device), model, tokens, CAPACITY);
  try {
    return await phased.run(sequences);
  } finally {
    phased.close();
  }
}

function rowsOf(a: {
  ours: QuietSamples<number>;
  theirs: QuietSamples<PeerStep>;
  phases: Awaited<ReturnType<typeof phasesOf>>;
  limit: number;
  device: string;
}): Row[] {
  const tokens = STEP.sequences * STEP.tokens;
  const rate = ({ kept, thrownAway }: QuietSamples<number>): QuietSamples<number> => {
    return { thrownAway, kept: kept.map(({ value, foreignShare }) => ({ value: tokens / value, foreignShare })) };
  };
  const peerSeconds: QuietSamples<number> = {
    thrownAway: a.theirs.thrownAway,
    kept: a.theirs.kept.map(({ value, foreignShare }) => {
      return { value: value.forward + value.backward + value.optimizer, foreignShare };
    }),
  };
  const best = tokens / a.limit;
  const own = median(rate(a.ours));
  const peer = median(rate(peerSeconds));
  const { forward, head, backward, optimizer } = a.phases;
  const parts = { forward, 'head and loss': head, backward, optimizer };
  const { value: split } = a.theirs.kept[Math.floor((a.theirs.kept.length - 1) / 2)];
  const theirParts = { 'forward and loss': split.forward, backward: split.backward, optimizer: split.optimizer };
  const share = `${((100 * own) / best).toFixed(0)} % of ${best.toFixed(0)}`;
  return [
    { what: 'LoRA step', figure: describe(rate(a.ours)), unit: 'tok/s', roofline: share },
    { what: 'its parts', figure: shares(parts), unit: 'of the time', roofline: '' },
    {
      what: `PyTorch + PEFT, f32, ${a.device}`,
      figure: describe(rate(peerSeconds)),
      unit: 'tok/s',
      roofline: `we are ${(own / peer).toFixed(3)}x`,
    },
    { what: 'its parts', figure: shares(theirParts), unit: 'of the time', roofline: '' },
  ];
}

function shares(parts: Record<string, number>): string {
  const total = Object.values(parts).reduce((sum, seconds) => sum + seconds, 0);
  return Object.entries(parts)
    .map(([name, seconds]) => `${name} ${((100 * seconds) / total).toFixed(0)} %`)
    .join(', ');
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** A step whose sequences are not sampled, so that it needs no engine. */
export function stepRequest(V: number, { sequences, tokens }: StepSize): TrainStepRequest {
  return {
    sequences: Array.from({ length: sequences }, (_, s) => ({
      ids: Uint32Array.from({ length: tokens }, (_, t) => (t * 7919 + s * 104729) % V),
      mask: new Uint8Array(tokens).fill(1),
      advantages: new Float32Array(tokens).fill(1),
      weight: 1,
      oldLogprobs: new Float32Array(tokens).fill(Number.NaN),
    })),
    loss: 'cross_entropy',
    learningRate: 1e-4,
    weightDecay: 0,
    maxGradNorm: 1,
  };
}

/** Seconds that the step could take at best. */
export function stepLimit(model: LoadedModel, roofline: Roofline, size: StepSize): number {
  return leastSeconds(roofline, stepWork(model, size));
}

/** 4 FLOPs a base weight and token (forward, input gradient), 6 a LoRA weight, attention 14 E a visible key and head. */
function stepWork(
  { decoder }: LoadedModel,
  { sequences, tokens }: StepSize,
): { flops: number; bytes: number; dispatches: number } {
  const { config, weights, lora } = decoder;
  const { num_hidden_layers: L, num_attention_heads: H, head_dim: E } = config;
  const head = config.vocab_size * config.hidden_size;
  const base = weights.parameters - (config.tie_word_embeddings ? 0 : head);
  const attention = 14 * L * H * E * ((tokens + 1) / 2);
  return {
    flops: sequences * tokens * (4 * base + 6 * lora.elements + attention),
    bytes: 2 * weights.bytes + 28 * lora.elements,
    dispatches: 0,
  };
}
