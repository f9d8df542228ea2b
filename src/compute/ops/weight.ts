import type { DeviceBuffer } from '../buffer.ts';

/** How weights lie in device memory; the `WEIGHT` knob of the kernels (kernels/include/weight.wgsl). */
export type WeightType = 'f32' | 'f16' | 'bf16' | 'q8' | 'q4';

/** Bytes of 32 elements. */
export const BLOCK_BYTES: Record<WeightType, number> = { f32: 128, f16: 64, bf16: 64, q8: 36, q4: 20 };

/** Rows `rowStart .. rowStart + rows` of a matrix: as many as one binding holds. */
export interface WeightShard {
  buffer: DeviceBuffer;
  type: WeightType;
  rowStart: number;
  rows: number;
}

/** A weight matrix [rows, cols] as the checkpoint stores it, cut by rows; cols is a multiple of 32. */
export interface WeightMatrix {
  rows: number;
  cols: number;
  shards: WeightShard[];
  /** [rows] */
  bias: DeviceBuffer | undefined;
}

export function shardBytes(shard: WeightShard, cols: number): number {
  return (shard.rows * cols * BLOCK_BYTES[shard.type]) / 32;
}
