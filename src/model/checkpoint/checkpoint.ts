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
