import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loraShrink } from '../../src/compute/ops/lora.ts';
import { matmulInt8 } from '../../src/compute/ops/matmul_int8.ts';
import { quantizeRows } from '../../src/compute/ops/quantize.ts';
import { randomInt8Rows, readInt8Rows } from '../reference/int8-blocks.ts';
import { lora } from '../reference/lora.ts';
import { matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored, StoredMatrix } from '../reference/stored-matrix.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { compiled } from './driver.ts';
import { matmulShapes, ROW_COUNTS } from './shapes.ts';
import { sameBits, TestDevice } from './test-device.ts';

const TYPES: Stored[] = ['q8_0', 'q4_0', 'q4_1'];

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function product(words: Uint32Array<ArrayBuffer>, parts: StoredMatrix[], T: number, epsilon?: number) {
  const weight = await deviceMatrix(test, ...parts);
  const y = await test.output(T * weight.rows);
  const x = await test.input(words);
  test.run((recorder) => matmulInt8(recorder, { x, weight, y, T, epsilon }));
  return test.floats(y);
}

describe('quantize_rows', () => {
  it.each([
    [1, 32],
    [3, 96],
    [33, 64],
  ])('quantises %i rows of %i to within half a step', async (M, K) => {
    const x = randomFloats(1, M * K, 3);
    x.fill(0, 0, 32);
    const q = await test.output((M * K * 16) / 32);
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
    sums.forEach((sum, half) => {
      const decoded = values.subarray(half * 16, half * 16 + 16);
      expect(sum).toBeCloseTo(
        decoded.reduce((all, value) => all + value, 0),
        4,
      );
    });
    test.release();
  });

  it('multiplies by the weight of a norm, and sums the squares of its input', async () => {
    const [M, K] = [3, 96];
    const [x, weight] = [randomFloats(1, M * K, 3), randomFloats(2, K)];
    const [q, separate] = [await test.output((M * K * 16) / 32), await test.output((M * K * 16) / 32)];
    const [input, norm] = [await test.input(x), await test.input(weight)];
    const weighted = await test.input(x.map((value, i) => value * weight[i % K]));
    test.run((recorder) => quantizeRows(recorder, { x: input, q, M, K, norm }));
    test.run((recorder) => quantizeRows(recorder, { x: weighted, q: separate, M, K }));
    const [own, expected] = [readInt8Rows(await test.words(q)), readInt8Rows(await test.words(separate))];
    expect([...own.values]).toEqual([...expected.values]);
    expect(own.sums).toEqual(expected.sums);
    const squares = own.squares.map((_, half) => {
      return x.subarray(half * 16, half * 16 + 16).reduce((sum, value) => sum + value * value, 0);
    });
    expectClose(own.squares, squares, 1e-6);
    test.release();
  });
});

describe.each(TYPES)('matmul of int8 rows and %s', (type) => {
  it.each(matmulShapes(type, compiled(TYPES, 1)))('agrees with float64: T $T, N $N, K $K', async ({ T, N, K }) => {
    const { parts, values } = storedParts(K, { type, rows: N });
    const x = randomInt8Rows(1, T, K);
    const y = await test.repeatable(() => product(x.words, parts, T));
    expectClose(y, reference(x.values, values, { T, N, K }), 1e-5);
  });

  it('norms rows by the squares stored with them', async () => {
    const [T, N, K] = [5, 33, 96];
    const { parts, values } = storedParts(K, { type, rows: N });
    const x = randomInt8Rows(1, T, K);
    const y = await test.repeatable(() => product(x.words, parts, T, 0.25));
    const meanSquare = (t: number) => x.squares.slice((t * K) / 16, ((t + 1) * K) / 16).reduce((a, b) => a + b, 0) / K;
    const plain = reference(x.values, values, { T, N, K });
    expectClose(
      y,
      plain.map((sum, i) => sum / Math.sqrt(meanSquare(Math.floor(i / N)) + 0.25)),
      1e-5,
    );
  });

  it('gives a row the same bits alone and in every batch', async () => {
    const [N, K] = [33, 1184];
    const { parts } = storedParts(K, { type, rows: N });
    const { words } = randomInt8Rows(1, 33, K);
    const rowWords = (K / 32) * 16;
    const all = await product(words, parts, 33);
    for (const T of ROW_COUNTS) {
      expect(sameBits(await product(words.slice(0, T * rowWords), parts, T), all.slice(0, T * N))).toBe(true);
    }
    expect(sameBits(await product(words.slice(32 * rowWords), parts, 1), all.slice(32 * N))).toBe(true);
    test.release();
  });
});

it('matmul of int8 rows agrees with float64 over shards of two types, with bias, residual and LoRA', async () => {
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
      matmulInt8(recorder, { x: packed, weight, y: out, T, add: true, lora: use });
    });
    return test.floats(out);
  });
  const used = slots.map((slot) => pairs[slot]);
  const share = lora(exact, used, 0.75, shape);
  const expected = reference(x.values, values, { T, N, K }).map((sum, i) => sum + bias[i % N] + initial[i] + share[i]);
  expectClose(y, expected, 1e-5);
});
