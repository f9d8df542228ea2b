import type { ModelConfig } from './config.ts';
import type { PlainType } from './float-formats.ts';
import { type BlockType, GGML_BLOCKS } from './ggml-blocks.ts';

/**
 * Format of the bytes that `readRows` returns: plain elements, ggml blocks, or a form of quantised safetensors.
 * `int4` is blocks of 32: an f32 scale s, an f32 zero-point z and 16 bytes of nibbles q, low nibbles first, for
 * s (q - z). `int8` is blocks of 32: an f32 scale s and 32 int8 q, for s q. `decoded` is dequantised f32 values.
 */
export type StoredType = PlainType | BlockType | 'int4' | 'int8' | 'decoded';

/** One tensor of a checkpoint, read lazily. A vector has `rows` 1. */
export interface CheckpointTensor {
  /** Hugging Face name, such as `model.layers.0.self_attn.q_proj.weight`, in every file format. */
  readonly name: string;
  /** Output features of a matrix [rows, cols], row-major. */
  readonly rows: number;
  /** Input features; a whole number of blocks for block types. */
  readonly cols: number;
  readonly type: StoredType;
  /** The quantiser's name of the original format, if `type` is `int4`, `int8` or `decoded`. */
  readonly format?: string;
  /** Returns the bytes of `count` whole rows from `start`, with GGUF's row permutation of q and k undone. */
  readRows(start: number, count: number): Uint8Array;
}

/** An open checkpoint: config, and tensors by Hugging Face name. Reads throw `CheckpointError` on any corruption. */
export interface Checkpoint {
  readonly config: ModelConfig;
  readonly tensors: ReadonlyMap<string, CheckpointTensor>;
  close(): void;
}

/** A model file that cannot be used; the message names the file, the tensor and what is wrong. */
export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

/** Elements and bytes of one block; plain types have one element per block. */
const BLOCKS: Record<StoredType, { elements: number; bytes: number }> = {
  f32: { elements: 1, bytes: 4 },
  f16: { elements: 1, bytes: 2 },
  bf16: { elements: 1, bytes: 2 },
  ...GGML_BLOCKS,
  int4: { elements: 32, bytes: 24 },
  int8: { elements: 32, bytes: 36 },
  decoded: { elements: 1, bytes: 4 },
};

/** Returns the elements of one block, 1 for plain types. A row holds a whole number of blocks. */
export function blockElements(type: StoredType): number {
  return BLOCKS[type].elements;
}

/** Returns the bytes of one row of `cols` elements; `cols` must be a multiple of `blockElements(type)`. */
export function rowBytes(type: StoredType, cols: number): number {
  return (cols / BLOCKS[type].elements) * BLOCKS[type].bytes;
}
