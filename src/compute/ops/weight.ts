import type { DeviceBuffer } from '../buffer.ts';

/** How weights are in device memory, in tiles: the `WEIGHT` knob of the kernels (kernels/include/weight.wgsl). */
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
   * Whether they are not in the tiles of kernels/include/weight.wgsl, but in those of subgroup matrices, as f16: in a
   * matrix that is not `half` multiplied as kernels/include/summands.wgsl has it.
   */
  forMatrices?: boolean;
}

/** A weight matrix [rows, cols] as the checkpoint stores it, cut by rows; cols is a multiple of 32. */
export interface WeightMatrix {
  rows: number;
  cols: number;
  shards: WeightShard[];
  /** Whether products round both factors to f16 and add up in f32; the gradient of the other factor stays f32. */
  half?: boolean;
  /** [rows] */
  bias: DeviceBuffer | undefined;
}

/** Whether a device that has subgroup matrices multiplies by the shard with them. */
export function isByMatrices({ half }: WeightMatrix, { forMatrices }: WeightShard): boolean {
  return half === true || forMatrices === true;
}

/** How many numbers in f16 stand for one of the other factor then (kernels/include/summands.wgsl). */
export function summandsOf({ half }: WeightMatrix): 1 | 2 {
  return half ? 1 : 2;
}

/** Bytes of rows of that many columns in tiles, whose rows are filled up. */
export function tiledBytes(type: WeightType, rows: number, cols: number): number {
  return Math.ceil(rows / TILE_ROWS) * cols * BLOCK_BYTES[type];
}

/**
 * The knobs by which a product finds a lane's columns: groups of rows of W that lie together, four or two of each.
 * Throws where SwiGLU's ups, `rows / 2` rows below the gates, do not lie as these.
 */
export function columnGroups(columns: number, swiglu: boolean, rows: number): { GROUPS: number; EACH: number } {
  if (swiglu && rows % 8 !== 0) throw new Error(`SwiGLU of ${rows / 2} columns: they must be a multiple of 4`);
  return swiglu ? { GROUPS: 2, EACH: columns / 2 } : { GROUPS: columns / 4, EACH: 4 };
}

export function shardBytes(shard: WeightShard, cols: number): number {
  return (shard.rows * cols * BLOCK_BYTES[shard.type]) / 32;
}

/** Pairs of a block (kernels/include/weight.wgsl): the bound of a loop that must not be unrolled. */
export const PAIRS = 4;

/** Whether the weights are in blocks with a scale. */
export function isPacked(type: WeightType): boolean {
  return type === 'q4' || type === 'q8' || type === 'mxfp4';
}

/** What a product of T rows with a shard moves and computes. */
export function productCost(shard: WeightShard, cols: number, T: number): { bytes: number; flops: number } {
  return { flops: 2 * T * shard.rows * cols, bytes: shardBytes(shard, cols) + 4 * T * (cols + shard.rows) };
}
