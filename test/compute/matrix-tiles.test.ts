import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceBuffer, download } from '../../src/compute/buffer.ts';
import { matrixTile, rowsInMatrixTiles, spanOf, spans, tiledWeights } from '../../src/compute/ops/matrix-tiles.ts';
import type { Recorder } from '../../src/compute/recorder.ts';
import { randomFloats } from '../reference/random.ts';
import { deviceMatrix, STORED_TYPES, storedParts } from './device-matrix.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

/** Returns a function that reads tiles [.., across, 16, 16] by row and column. */
async function tiled(tile: (recorder: Recorder) => DeviceBuffer, across: number) {
  let tiles: DeviceBuffer | undefined;
  test.run((recorder) => {
    tiles = tile(recorder);
  });
  const numbers = new Float16Array(await download(test.device, tiles!));
  test.device.check();
  return (row: number, column: number) => {
    const number = Math.floor(row / 16) * across + Math.floor(column / 16);
    return numbers[number * 256 + (row % 16) * 16 + (column % 16)];
  };
}

const held = (value: number) => Math.f16round(Math.max(-65504, Math.min(65504, value)));

it('tiled rows are rounded to f16, clamped to its range, and padded with columns of zeros', async ({ skip }) => {
  skip(!test.device.info.features.includes('shader-f16'), 'the adapter has no f16');
  const [rows, stride, row, column, K] = [37, 75, 3, 5, 70];
  const values = randomFloats(1, (row + rows) * stride).map((value, i) => (i % 50 === 0 ? value * 1e6 : value));
  const [x, scale] = [await test.input(values), await test.input(new Float32Array(row + rows).fill(4))];
  const at = await tiled((recorder) => rowsInMatrixTiles(recorder, { x, stride, row, rows, column, K, scale }), 6);
  for (let t = 0; t < rows; t++) {
    for (let k = 0; k < 96; k++) {
      const wanted = k < K ? held(values[(row + t) * stride + column + k] / 4) : 0;
      expect(at(t, k)).toBe(wanted);
    }
  }
  test.release();
});

it('tiled rows without a scale are rounded to f16 too', async ({ skip }) => {
  skip(!test.device.info.features.includes('shader-f16'), 'the adapter has no f16');
  const values = randomFloats(1, 20 * 64);
  const x = await test.input(values);
  const at = await tiled(
    (recorder) => rowsInMatrixTiles(recorder, { x, stride: 64, row: 1, rows: 19, column: 32, K: 32 }),
    2,
  );
  for (let t = 0; t < 19; t++) for (let k = 0; k < 32; k++) expect(at(t, k)).toBe(held(values[(t + 1) * 64 + 32 + k]));
  test.release();
});

describe.each(STORED_TYPES)('tiles of %s weights', (type) => {
  it('are unpacked and rounded to f16, with ups below their gates', async ({ skip }) => {
    skip(!test.device.info.features.includes('shader-f16'), 'the adapter has no f16');
    const [K, N] = [96, 80];
    const { parts, values } = storedParts(K, { type, rows: N });
    const { shards } = await deviceMatrix(test, ...parts);
    const weight = { shard: shards[0], K };
    const number = (n: number, k: number) => held(Math.fround(values[n * K + k]));
    const part = { ...weight, first: 32, rows: 48, swiglu: false };
    const whole = await tiled((recorder) => tiledWeights(recorder, part).tiles, 6);
    const both = { ...weight, first: 0, rows: 40, swiglu: true };
    const gatesAndUps = await tiled((recorder) => tiledWeights(recorder, both).tiles, 6);
    for (let k = 0; k < K; k++) {
      for (let n = 32; n < N; n++) expect(whole(n - 32, k)).toBeCloseTo(number(n, k), 6);
      for (let n = 0; n < 40; n++) {
        expect(gatesAndUps(n, k)).toBeCloseTo(number(n, k), 6);
        expect(gatesAndUps(n + 48, k)).toBeCloseTo(number(n + 40, k), 6);
      }
    }
    test.release();
  });
});

it('products beyond the scratch space are cut into whole tiles, and small products use small tiles', () => {
  const recorder = { scratchBytes: 64 * 2 ** 20 };
  expect(spanOf(recorder, 1024)).toBe(32_640);
  expect(spanOf(recorder, 14_336)).toBe(2304);
  expect(spans(5000, 2304)).toEqual([
    [0, 2304],
    [2304, 2304],
    [4608, 392],
  ]);
  const matrix = { M: 16, N: 16, K: 16, SIZE: 32, SIZED: 1 } as const;
  expect(matrixTile(matrix, 2048, 4096)).toMatchObject({ height: 128, width: 128 });
  expect(matrixTile(matrix, 512, 1024)).toMatchObject({ height: 64, width: 64 });
});
