import type { DeviceBuffer } from '../buffer.ts';
import type { NextProjection } from './low-rank-parts.ts';
import { type Matmul, MOST_MERGED } from './matmul.ts';
import type { HeadShape } from './rope.ts';

/** What attention leaves for the projection that reads o, beside o or in its place. */
export type Attended = Pick<Matmul, 'parts' | 'chunks'>;

/** Keys of a chunk of the kernels of GPUs: kernels/include/attention_merge.wgsl. */
export const CHUNK_KEYS = 64;
/**
 * Bytes that a workgroup of the next product may read of chunks of keys: what a GPU's caches give one in 1.3 us, by 100
 * GB/s; and all of its workgroups, as of low-rank activations (low-rank-parts.ts).
 */
const MOST_MERGED_BYTES = 128 * 2 ** 10;
const MOST_BYTES_IN_ALL = 16 * 2 ** 20;
/** Rows up to which a product has the workgroup memory for them, of the 16 KiB that WebGPU promises. */
const MERGED_ROWS = 8;
/** What is enough for 16 rows of 32k keys, 16 heads of 128. */
const MOST_PARTS_BYTES = 64 * 2 ** 20;

/** Bytes of the scratch that lets GPUs split the keys of few rows: for one row of the whole context, or for more. */
export function partsBytes({ H, E }: HeadShape, rows: number, context: number): number {
  const row = H * Math.ceil(context / CHUNK_KEYS) * (E + 4) * 4;
  return Math.max(row, Math.min(rows * row, MOST_PARTS_BYTES));
}

/** Those of T rows, with so many chunks of keys each. */
export function partsBytesOf({ heads: { H, E }, T }: { heads: HeadShape; T: number }, chunks: number): number {
  return T * H * chunks * (E + 4) * 4;
}

interface ChunksOfRows {
  heads: HeadShape;
  T: number;
  /** What reads them. */
  next?: NextProjection;
  q?: DeviceBuffer;
  sinks?: DeviceBuffer;
  window?: number;
}

/** Whether the next product had better add up the chunks of keys by itself, in each of its workgroups. */
export function mergesInNext(a: ChunksOfRows, chunks: number): boolean {
  const { next, T, q, sinks, window } = a;
  if (!next || next.lora || q || sinks || window !== undefined || T > MERGED_ROWS) return false;
  const { rows, cols } = next.weight;
  const bytes = partsBytesOf(a, chunks);
  return T * cols <= MOST_MERGED && bytes <= MOST_MERGED_BYTES && (rows / 16) * bytes <= MOST_BYTES_IN_ALL;
}
