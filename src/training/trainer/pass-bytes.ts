import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { headWidth, type LayerKeep } from '../../model/decoder-layer.ts';
import { headChunk } from './training-buffers.ts';

/** Words of a token in the tables of a micro-batch: rows, tokens, supervised rows, targets. */
const TABLES = 10;

/** Bytes of all the buffers that a micro-batch of T tokens needs, as `allocateTrainingBuffers` allocates them. */
export function bytesOfPass(config: ModelConfig, rank: number, T: number, keep: readonly LayerKeep[]): number {
  const { hidden_size: D, intermediate_size: F, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const width = headWidth(config);
  const attentionHalf = D + (config.qk_norm ? 2 : 1) * width + H * E + 4 * rank + H;
  const feedForwardHalf = 2 * F + 3 * rank;
  const scratch = 2 * D + 3 * F + H * E + H + width + 3 * rank;
  let perToken = scratch + TABLES + D + F + D;
  for (const kept of keep) {
    perToken += D;
    if (kept !== 'input') perToken += attentionHalf;
    if (kept === 'all') perToken += feedForwardHalf;
  }
  if (keep.includes('input')) perToken += attentionHalf;
  if (keep.some((kept) => kept !== 'all')) perToken += feedForwardHalf;
  return 4 * (T * perToken + headChunk(V, T) * (3 * D + V));
}

/** Bytes that scoring takes in batches of T tokens, as `allocateScoringBuffers` allocates them. */
export function bytesOfScoring(config: ModelConfig, rank: number, T: number): number {
  const { hidden_size: D, intermediate_size: F, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const perToken = 2 * D + headWidth(config) + H * E + 3 * F + 7 * rank + H + TABLES;
  return 4 * (T * perToken + headChunk(V, T) * (2 * D + V));
}

export function sizeInWords(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
