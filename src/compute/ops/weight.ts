import type { DeviceBuffer } from '../buffer.ts';

/** Format of weights in device memory, in tiles: the `WEIGHT` knob of the kernels (kernels/include/weight.wgsl). */
export type WeightType = 'f32' | 'f16' | 'bf16' | 'q8' | 'q4' | 'mxfp4';

/** Rows of a tile. */
export const TILE_ROWS = 32;

/** Bytes of 32 elements. */
export const BLOCK_BYTES: Record<WeightType, number> = { f32: 128, f16: 64, bf16: 64, q8: 36, q4: 20, mxfp4: 17 };

/** Rows `rowStart .. rowStart + rows` of a matrix: as many as one binding holds. */
export interface WeightShard {
  buffer: DeviceBuffer;
  type: WeightType;
  rowStart: number;
  rows: number;
  /**
   * Whether the rows are stored as f16 in the tiles of subgroup matrices, instead of the tiles of
   * kernels/include/weight.wgsl. If the matrix is not `half`, kernels/include/summands.wgsl describes the products.
   */
  forMatrices?: boolean;
}

/** A weight matrix [rows, cols] as the checkpoint stores it, split into shards by rows; cols is a multiple of 32. */
export interface WeightMatrix {
  rows: number;
  cols: number;
  shards: WeightShard[];
  /** Whether products round both factors to f16 and accumulate in f32. The gradient of the input stays f32. */
  half?: boolean;
  /** [rows] */
  bias: DeviceBuffer | undefined;
}

/** Returns whether a device with subgroup matrices uses them for products with the shard. */
export function isByMatrices({ half }: WeightMatrix, { forMatrices }: WeightShard): boolean {
  return half === true || forMatrices === true;
}

/**
 * Returns how many f16 terms represent an element of X or dY in products by subgroup matrices
 * (kernels/include/summands.wgsl).
 */
export function f16TermsOf({ half }: WeightMatrix): 1 | 2 {
  return half ? 1 : 2;
}

/** Returns the bytes of a [rows, cols] matrix in tiles, with its rows padded to whole tiles. */
export function tiledBytes(type: WeightType, rows: number, cols: number): number {
  return Math.ceil(rows / TILE_ROWS) * cols * BLOCK_BYTES[type];
}

/**
 * Returns the knobs that locate a lane's columns: GROUPS groups of EACH adjacent rows of W. With SwiGLU, up rows are
 * `rows / 2` rows below their gate rows. Throws if `rows / 2` is then not a multiple of 4.
 */
export function columnGroups(columns: number, swiglu: boolean, rows: number): { GROUPS: number; EACH: number } {
  if (swiglu && rows % 8 !== 0) throw new Error(`SwiGLU of ${rows / 2} columns: they must be a multiple of 4`);
  return swiglu ? { GROUPS: 2, EACH: columns / 2 } : { GROUPS: columns / 4, EACH: 4 };
}

export function shardBytes(shard: WeightShard, cols: number): number {
  return (shard.rows * cols * BLOCK_BYTES[shard.type]) / 32;
}

/** Pairs per block (kernels/include/weight.wgsl): the bound of a loop that must not be unrolled. */
export const PAIRS = 4;

/** Returns whether the weights are quantized in blocks with a scale. */
export function isPacked(type: WeightType): boolean {
  return type === 'q4' || type === 'q8' || type === 'mxfp4';
}

/** Returns the bytes that a product of T rows with a shard moves, and its operations. */
export function productCost(shard: WeightShard, cols: number, T: number): { bytes: number; flops: number } {
  return { flops: 2 * T * shard.rows * cols, bytes: shardBytes(shard, cols) + 4 * T * (cols + shard.rows) };
}
