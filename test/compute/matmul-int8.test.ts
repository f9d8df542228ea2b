import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loraShrink } from '../../src/compute/ops/lora.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import { quantizeRows } from '../../src/compute/ops/quantize.ts';
import { randomInt8Rows, readInt8Rows } from '../reference/int8-blocks.ts';
import { lora } from '../reference/lora.ts';
import { matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored, StoredMatrix } from '../reference/stored-matrix.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { MATMUL_SHAPES, ROW_COUNTS } from './shapes.ts';
import { sameBits, TestDevice } from './test-device.ts';

const TYPES: Stored[] = ['q8_0', 'q4_0', 'q4_1'];

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function product(words: Uint32Array<ArrayBuffer>, parts: StoredMatrix[], T: number) {
  const weight = await deviceMatrix(test, ...parts);
  const y = await test.output(T * weight.rows);
  const x = await test.input(words);
  test.run((recorder) => matmul(recorder, { x, quantized: true, weight, y, T }));
  return test.floats(y);
}

describe('quantize_rows', () => {
  it.each([
    [1, 32],
    [3, 96],
    [33, 64],
  ])('%i rows of %i', async (M, K) => {
    const x = randomFloats(1, M * K, 3);
    x.fill(0, 0, 32);
    const q = await test.output((M * K * 12) / 32);
    const input = await test.input(x);
    test.run((recorder) => quantizeRows(recorder, { x: input, q, M, K }));
    const { values, scales, sums } = readInt8Rows(await test.words(q));
    for (let half = 0; half < scales.length; half++) {
      const own = x.subarray(half * 16, half * 16 + 16);
      const largest = Math.max(...own.map(Math.abs));
      expectClose([scales[half]], [largest / 127], 1e-6);
      const decoded = values.subarray(half * 16, half * 16 + 16);
      // Half a step at most, and a little for rounding in f32.
      own.forEach((value, i) => {
        expect(Math.abs(decoded[i] - value)).toBeLessThanOrEqual(scales[half] * 0.5001);
      });
      expect(Math.max(...decoded.map(Math.abs))).toBeCloseTo(largest, 5);
    }
    sums.forEach((sum, block) => {
      const decoded = values.subarray(block * 32, block * 32 + 32);
      expect(sum).toBeCloseTo(
        decoded.reduce((all, value) => all + value, 0),
        4,
      );
    });
    test.release();
  });
});

describe.each(TYPES)('matmul of int8 rows and %s', (type) => {
  it.each(MATMUL_SHAPES)('T $T, N $N, K $K', async ({ T, N, K }) => {
    const { parts, values } = storedParts(K, { type, rows: N });
    const x = randomInt8Rows(1, T, K);
    const y = await test.repeatable(() => product(x.words, parts, T));
    expectClose(y, reference(x.values, values, { T, N, K }), 1e-5);
  });

  it('gives a row the same bits alone and in every batch', async () => {
    const [N, K] = [33, 160];
    const { parts } = storedParts(K, { type, rows: N });
    const { words } = randomInt8Rows(1, 33, K);
    const rowWords = (K / 32) * 12;
    const all = await product(words, parts, 33);
    for (const T of ROW_COUNTS) {
      expect(sameBits(await product(words.slice(0, T * rowWords), parts, T), all.slice(0, T * N))).toBe(true);
    }
    expect(sameBits(await product(words.slice(32 * rowWords), parts, 1), all.slice(32 * N))).toBe(true);
    test.release();
  });
});

it('int8 rows over shards of two types, with bias, residual and LoRA', async () => {
  const [T, K, widths] = [9, 64, [33, 7, 25]];
  const N = 65;
  const { parts, values } = storedParts(K, { type: 'q4_1', rows: 58 }, { type: 'q8_0', rows: 7 });
  const x = randomInt8Rows(1, T, K);
  const exact = Float32Array.from(x.values);
  const [initial, bias] = [randomFloats(2, T * N, 4), randomFloats(3, N, 4)];
  const shape = { T, K, R: 8, widths };
  const pairs = randomPairs(shape, 3);
  const slots = [1, NO_ADAPTER, 0, 2, 2, NO_ADAPTER, 1, 0, 1];
  const y = await test.repeatable(async () => {
    const weight = await deviceMatrix(test, ...parts);
    weight.bias = await test.input(bias);
    const use = await deviceAdapters(test, { shape, pairs, slots, scale: 0.75 });
    const [input, packed, out] = [await test.input(exact), await test.input(x.words), await test.input(initial)];
    test.run((recorder) => {
      loraShrink(recorder, input, use, T);
      matmul(recorder, { x: packed, quantized: true, weight, y: out, T, add: true, lora: use });
    });
    return test.floats(out);
  });
  const used = slots.map((slot) => pairs[slot]);
  const share = lora(exact, used, 0.75, shape);
  const expected = reference(x.values, values, { T, N, K }).map((sum, i) => sum + bias[i % N] + initial[i] + share[i]);
  expectClose(y, expected, 1e-5);
});
