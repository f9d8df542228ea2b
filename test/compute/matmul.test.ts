import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matmul } from '../../src/compute/ops/matmul.ts';
import { matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored, StoredMatrix } from '../reference/stored-matrix.ts';
import { expectClose } from './closeness.ts';
import { deviceMatrix, STORED_TYPES, storedParts } from './device-matrix.ts';
import { matmulShapes, rowCounts } from './shapes.ts';
import { sameBits, TestDevice } from './test-device.ts';

/** Types that run with every shape in `npm test` too. */
const THOROUGH: Stored[] = ['q4_0'];

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function plainProduct(x: Float32Array<ArrayBuffer>, parts: StoredMatrix[], T: number) {
  const weight = await deviceMatrix(test, ...parts);
  const y = await test.output(T * weight.rows);
  const a = { x: await test.input(x), weight, y, T };
  test.run((recorder) => matmul(recorder, a));
  return test.floats(y);
}

describe.each(STORED_TYPES)('matmul of %s', (type) => {
  it.each(matmulShapes(type, THOROUGH))('agrees with float64: T $T, N $N, K $K', async ({ T, N, K }) => {
    const { parts, values } = storedParts(K, { type, rows: N });
    const x = randomFloats(1, T * K);
    const y = await test.repeatable(() => plainProduct(x, parts, T));
    expectClose(y, reference(x, values, { T, N, K }), 1e-5);
  });

  // GPU products sum chunks of 128, eight of these at a time.
  it.each([160, 1184])('gives a row of %i the same bits alone and in every batch', async (K) => {
    const N = 33;
    const { parts } = storedParts(K, { type, rows: N });
    const x = randomFloats(1, 33 * K);
    const all = await plainProduct(x, parts, 33);
    for (const T of rowCounts(type, THOROUGH)) {
      expect(sameBits(await plainProduct(x.slice(0, T * K), parts, T), all.slice(0, T * N))).toBe(true);
    }
    const last = await plainProduct(x.slice(32 * K), parts, 1);
    expect(sameBits(last, all.slice(32 * N))).toBe(true);
    test.release();
  });
});

it('matmul agrees with float64 over shards of different types and heights', async () => {
  const [T, K] = [9, 64];
  const shards: { type: Stored; rows: number }[] = [
    { type: 'q4_0', rows: 33 },
    { type: 'q8_0', rows: 1 },
    { type: 'q8_0', rows: 7 },
    { type: 'f16', rows: 32 },
  ];
  const { parts, values } = storedParts(K, ...shards);
  const x = randomFloats(1, T * K);
  const y = await test.repeatable(() => plainProduct(x, parts, T));
  expectClose(y, reference(x, values, { T, N: 73, K }), 1e-5);
});
