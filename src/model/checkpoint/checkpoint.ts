import type { ModelConfig } from './config.ts';

/** How a tensor's elements lie in the checkpoint. Block types hold 32 elements a block, as GGUF defines them. */
export type StoredType = 'f32' | 'f16' | 'bf16' | 'q8_0' | 'q4_0' | 'q4_1';

/** One tensor of a checkpoint, read lazily. A vector has `rows` 1. */
export interface CheckpointTensor {
  /** Hugging Face name, e.g. `model.layers.0.self_attn.q_proj.weight`, whatever the file format calls it. */
  readonly name: string;
  /** Output features of a matrix [rows, cols], row-major. */
  readonly rows: number;
  /** Input features; a multiple of 32 for block types. */
  readonly cols: number;
  readonly type: StoredType;
  /** The bytes of `count` whole rows from `start`, as stored (GGUF row permutations of q and k already undone). */
  readRows(start: number, count: number): Uint8Array;
}

/** An opened model: its config and its tensors by Hugging Face name. Throws `CheckpointError` on any corruption. */
export interface Checkpoint {
  readonly config: ModelConfig;
  readonly tensors: ReadonlyMap<string, CheckpointTensor>;
  close(): void;
}

/** A model file that cannot be used; the message names the file, the tensor and what is wrong. */
export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

/** Elements and bytes of one block, as ggml.h defines them; plain types have one element a block. */
const BLOCKS: Record<StoredType, { elements: number; bytes: number }> = {
  f32: { elements: 1, bytes: 4 },
  f16: { elements: 1, bytes: 2 },
  bf16: { elements: 1, bytes: 2 },
  q8_0: { elements: 32, bytes: 34 },
  q4_0: { elements: 32, bytes: 18 },
  q4_1: { elements: 32, bytes: 20 },
};

/** Elements that share one block: 32 for block types, else 1. A row holds a whole number of blocks. */
export function blockElements(type: StoredType): number {
  return BLOCKS[type].elements;
}

/** Bytes of one row of `cols` elements; `cols` must be a multiple of `blockElements(type)`. */
export function rowBytes(type: StoredType, cols: number): number {
  return (cols / BLOCKS[type].elements) * BLOCKS[type].bytes;
}
