import type { WeightMatrix, WeightShard, WeightType } from '../../src/compute/ops/weight.ts';
import { packBlocks, tiledRows } from '../../src/model/weight-blocks.ts';
import { randomStored, type Stored, type StoredMatrix } from '../reference/stored-matrix.ts';
import type { TestDevice } from './test-device.ts';

/** All element types of weights in a checkpoint. */
export const STORED_TYPES: Stored[] = ['f32', 'f16', 'bf16', 'q8_0', 'q4_0', 'q4_1', 'mxfp4'];

const DEVICE_TYPES: Record<Stored, WeightType> = {
  f32: 'f32',
  f16: 'f16',
  bf16: 'bf16',
  q8_0: 'q8',
  q4_0: 'q4',
  q4_1: 'q4',
  mxfp4: 'mxfp4',
};

/** Uploads matrices of the same width, one below the other, as one matrix with a shard for each. */
export async function deviceMatrix(test: TestDevice, ...parts: StoredMatrix[]): Promise<WeightMatrix> {
  const shards: WeightShard[] = [];
  let rowStart = 0;
  for (const { type, rows, bytes } of parts) {
    const deviceType = DEVICE_TYPES[type];
    const tiles = tiledRows(deviceType, packBlocks(type, bytes), parts[0].cols);
    shards.push({ buffer: await test.input(tiles), type: deviceType, rowStart, rows });
    rowStart += rows;
  }
  return { rows: rowStart, cols: parts[0].cols, shards, bias: undefined };
}

/** Returns random parts of the given types and heights, and the values of all their rows. */
export function storedParts(
  cols: number,
  ...parts: { type: Stored; rows: number }[]
): { parts: StoredMatrix[]; values: Float64Array } {
  const made = parts.map(({ type, rows }, i) => randomStored(type, rows, cols, 100 + i));
  return { parts: made, values: Float64Array.from(made.flatMap(({ values }) => [...values])) };
}
