import { shardBytes } from '../src/compute/ops/weight.ts';
import type { TrainStepRequest } from '../src/training/train-step.ts';
import type { LoadedModel } from '../src/worker/process/loaded-model.ts';
import { leastSeconds, type Roofline } from './roofline.ts';

/** Number of sequences of a step, and tokens per sequence. */
export interface StepSize {
  sequences: number;
  tokens: number;
}

/** Returns a step on made-up sequences, so that it needs no engine. */
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

/** Returns the least seconds that the step can take. */
export function stepLimit(model: LoadedModel, roofline: Roofline, size: StepSize): number {
  return leastSeconds(roofline, stepWork(model, size));
}

/** Description of the counts in `stepWork`, for readers of its figures. */
export const FLOPS_IN_WORDS = '4 FLOPs per base weight and token, 6 per LoRA weight, 14 E per attended key and head';

/** Returns the bytes of the weights that a step reads in full: all but an untied embedding. */
export function bytesRead({ weights: { bytes, embedding, head } }: LoadedModel['decoder']): number {
  if (head === embedding) return bytes;
  return bytes - embedding.shards.reduce((sum, shard) => sum + shardBytes(shard, embedding.cols), 0);
}

/**
 * Returns the FLOPs and bytes of a step: 4 FLOPs per base weight and token (forward, input gradient), 6 per LoRA
 * weight, and 14 E per visible key and head for attention.
 */
export function stepWork(
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
    bytes: 2 * bytesRead(decoder) + 28 * lora.elements,
    dispatches: 0,
  };
}
