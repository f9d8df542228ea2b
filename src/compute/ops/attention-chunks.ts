import type { DeviceBuffer } from '../buffer.ts';
import type { NextProjection } from './low-rank-parts.ts';
import { MAX_MERGED, type Matmul } from './matmul.ts';
import type { HeadShape } from './rope.ts';

/** Inputs that attention prepares for the projection that reads o, beside o or in its place. */
export type Attended = Pick<Matmul, 'parts' | 'chunks'>;

/** Keys per chunk in the GPU kernels (kernels/include/attention_merge.wgsl). */
export const CHUNK_KEYS = 64;
/**
 * Bytes of chunk results that a workgroup of the next product may read. A GPU's caches deliver them to it in 1.3 us at
 * 100 GB/s. The second limit is for all workgroups together, as in low-rank-parts.ts.
 */
const MAX_MERGED_BYTES = 128 * 2 ** 10;
const MAX_BYTES_IN_ALL = 16 * 2 ** 20;
/** Rows up to which a product can merge chunks in the 16 KiB of workgroup memory that WebGPU guarantees. */
const MERGED_ROWS = 8;
/** Limit of the scratch in bytes: enough for 16 rows of 32k keys, 16 heads of 128. */
const MAX_PARTS_BYTES = 64 * 2 ** 20;

/**
 * Returns the bytes of the scratch with which GPUs split the keys of few rows: for one row of the whole context, or for
 * more.
 */
export function partsBytes({ H, E }: HeadShape, rows: number, context: number): number {
  const row = H * Math.ceil(context / CHUNK_KEYS) * (E + 4) * 4;
  return Math.max(row, Math.min(rows * row, MAX_PARTS_BYTES));
}

/** Returns the bytes of chunk results of T rows with `chunks` chunks of keys each. */
export function partsBytesOf({ heads: { H, E }, T }: { heads: HeadShape; T: number }, chunks: number): number {
  return T * H * chunks * (E + 4) * 4;
}

interface ChunksOfRows {
  heads: HeadShape;
  T: number;
  /** The projection that reads the chunk results. */
  next?: NextProjection;
  q?: DeviceBuffer;
  sinks?: DeviceBuffer;
  window?: number;
}

/** Returns whether it is better to merge the chunks of keys in each workgroup of the next product. */
export function fusesMerge(a: ChunksOfRows, chunks: number): boolean {
  const { next, T, q, sinks, window } = a;
  if (!next || next.lora || q || sinks || window !== undefined || T > MERGED_ROWS) return false;
  const { rows, cols } = next.weight;
  const bytes = partsBytesOf(a, chunks);
  return T * cols <= MAX_MERGED && bytes <= MAX_MERGED_BYTES && (rows / 16) * bytes <= MAX_BYTES_IN_ALL;
}
