import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loraShrink } from '../../src/compute/ops/lora.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import { matmulTransposed } from '../../src/compute/ops/matmul-transposed.ts';
import type { WeightMatrix } from '../../src/compute/ops/weight.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { lora, loraBackward } from '../reference/lora.ts';
import { matmulBackward, matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { swiglu } from '../reference/swiglu.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { keptForMatrices } from './kept-for-matrices.ts';
import { sameBits, TestDevice } from './test-device.ts';

// Products with subgroup matrices whose rows are sums of two f16 numbers, by weights that are exact in f16. Compared
// with float64 of the unrounded numbers, relative to the magnitude of each row, they are as close as f32 kernels, and
// a hundred times as close as products of factors rounded to f16.
const NEAR_F32 = 2e-6;
const FAR = 1e-4;

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

type Form = 'f32' | 'high' | 'f16';

/** Returns the weight as a model in that precision stores it. */
async function weightIn(form: Form, ...parts: Parameters<typeof deviceMatrix>[1][]): Promise<WeightMatrix> {
  const weight = { ...(await deviceMatrix(test, ...parts)), half: form === 'f16' };
  return form === 'f32' ? weight : keptForMatrices(test, weight);
}

/** Returns rows of very different magnitudes, many of them outside the range of f16. */
function rowsOfAllSizes(T: number, K: number): Float32Array<ArrayBuffer> {
  return randomFloats(1, T * K).map((value, i) => value * 10 ** ((Math.floor(i / K) % 7) * 4 - 16));
}

/** Returns the largest and the mean error, relative to the root mean square of the row's expected values. */
function errorsOf(actual: Float32Array, expected: Float64Array, N: number): { most: number; mean: number } {
  const errors = Array.from(actual, (value, i) => {
    const row = expected.subarray(i - (i % N), i - (i % N) + N);
    return Math.abs(value - expected[i]) / Math.sqrt(row.reduce((sum, one) => sum + one * one, 0) / N);
  });
  expect(errors.every(Number.isFinite)).toBe(true);
  return { most: Math.max(...errors), mean: errors.reduce((sum, error) => sum + error, 0) / errors.length };
}

async function product(x: Float32Array<ArrayBuffer>, weight: WeightMatrix, T: number) {
  const [input, y] = [await test.input(x), await test.output(T * weight.rows)];
  test.run((recorder) => matmul(recorder, { x: input, weight, y, T }));
  return test.floats(y);
}

describe.each<Stored>(isLong ? ['bf16', 'f16'] : ['bf16'])('f32-high matmul (rows as sums of two f16), %s', (type) => {
  it.each([
    { T: 3, N: 64, K: 320 },
    { T: 70, N: 64, K: 1184 },
    ...(isLong ? [1, 16, 64, 65, 200].map((T) => ({ T, N: 96, K: 2080 })) : []),
  ])('T $T, N $N, K $K is within 2e-6 of float64, 30 times as close as f16', async ({ T, N, K }) => {
    const { parts, values } = storedParts(K, { type, rows: N });
    // Magnitudes in the range of f16, so that f16 differs by rounding alone.
    const x = randomFloats(1, T * K);
    const expected = reference(x, values, { T, N, K });
    const errors = {} as Record<Form, { most: number; mean: number }>;
    for (const form of ['f32', 'high', 'f16'] as const) {
      errors[form] = errorsOf(await product(x, await weightIn(form, ...parts), T), expected, N);
    }
    console.log(`${type}, T ${T}, K ${K}, relative errors: ${JSON.stringify(errors)}`);
    expect(errors.high.most).toBeLessThan(NEAR_F32);
    expect(errors.f16.most).toBeGreaterThan(FAR);
    expect(errors.f16.mean).toBeGreaterThan(30 * errors.high.mean);
    test.release();
  });

  it.each(isLong ? [3, 7, 70] : [3, 70])(
    'of %i rows of all magnitudes is within 2e-6 of float64 in each row',
    async (T) => {
      const [N, K] = [64, 320];
      const { parts, values } = storedParts(K, { type, rows: N });
      const x = rowsOfAllSizes(T, K);
      const y = await product(x, await weightIn('high', ...parts), T);
      expect(errorsOf(y, reference(x, values, { T, N, K }), N).most).toBeLessThan(NEAR_F32);
      test.release();
    },
  );
});

it('f32-high matmul counts weights down to 2^-24 in full', async () => {
  const [T, N, K] = [2, 32, 64];
  const small = Array.from({ length: K }, (_, k) => 2 ** -(k % 25));
  const bytes = Uint16Array.from(
    { length: N * K },
    (_, i) => new Uint32Array(Float32Array.of(small[i % K]).buffer)[0] >>> 16,
  );
  const part = { type: 'bf16' as Stored, rows: N, cols: K, bytes: new Uint8Array(bytes.buffer) };
  const values = Float64Array.from({ length: N * K }, (_, i) => small[i % K]);
  // Rows whose only elements other than 0 meet the smallest weights.
  const x = randomFloats(1, T * K).map((value, i) => ((i % K) % 25 === 24 ? value : 0));
  const y = await product(x, await weightIn('high', { ...part, values }), T);
  expect(errorsOf(y, reference(x, values, { T, N, K }), N).most).toBeLessThan(NEAR_F32);
  test.release();
});

it('f32-high matmul gives zeros for rows of zeros, and non-finite outputs for infinities and NaNs', async () => {
  const [N, K] = [32, 64];
  const { parts } = storedParts(K, { type: 'bf16', rows: N });
  const weight = await weightIn('high', ...parts);
  for (const T of [3, 70]) {
    const x = randomFloats(1, T * K);
    x.fill(0, 0, K);
    x[K + 5] = Number.NaN;
    x[2 * K + 7] = Number.POSITIVE_INFINITY;
    const y = await product(x, weight, T);
    y.forEach((value, i) => {
      if (i < N) expect(value).toBe(0);
      else expect(Number.isFinite(value), `element ${i}`).toBe(i >= 3 * N);
    });
  }
  test.release();
});

it.each(isLong ? [160, 1184] : [1184])(
  'f32-high matmul gives a row of %i the same bits alone, in every batch, in parts',
  async (K) => {
    const N = 96;
    const { parts } = storedParts(K, { type: 'bf16', rows: N });
    const weight = await weightIn('high', ...parts);
    const most = 150;
    const x = rowsOfAllSizes(most, K);
    const all = await product(x, weight, most);
    for (const T of isLong ? [1, 2, 4, 5, 16, 17, 64, 65] : [1, 65]) {
      expect(sameBits(await product(x.slice(0, T * K), weight, T), all.slice(0, T * N)), `${T} rows`).toBe(true);
    }
    expect(sameBits(await product(x.slice(130 * K), weight, 20), all.slice(130 * N))).toBe(true);
    // Rows in parts of 128.
    const recorder = new Recorder(test.device, 2 ** 12);
    const [input, y] = [await test.input(x), await test.output(most * N)];
    matmul(recorder, { x: input, weight, y, T: most });
    recorder.submit();
    expect(sameBits(await test.floats(y), all)).toBe(true);
    recorder.reset();
    test.release();
  },
);

const K = 64;
const WIDTHS = [40, 7, 49];
const SLOTS = [1, NO_ADAPTER, 0, 2, 2, NO_ADAPTER, 1, 0, 1];

it.each(isLong ? [1, 9, 40, 70] : [70])(
  'f32-high matmul agrees with float64 for %i rows with bias, residual, LoRA and shards',
  async (T) => {
    // The second shard uses f32 kernels, as its type cannot be stored in matrix tiles.
    const { parts, values } = storedParts(K, { type: 'bf16', rows: 64 }, { type: 'q8_0', rows: 32 });
    const N = 96;
    const [first, second] = (await deviceMatrix(test, ...parts)).shards;
    const kept = await keptForMatrices(test, { rows: 64, cols: K, shards: [first], bias: undefined });
    const [x, initial, bias] = [randomFloats(1, T * K), randomFloats(2, T * N, 4), randomFloats(3, N, 4)];
    const weight = { rows: N, cols: K, shards: [...kept.shards, second], bias: await test.input(bias) };
    const shape = { T, K, R: 8, widths: WIDTHS };
    const pairs = randomPairs(shape, 3);
    const slots = Array.from({ length: T }, (_, t) => SLOTS[t % SLOTS.length]);
    const use = await deviceAdapters(test, { shape, pairs, slots, scale: 0.75 });
    const [input, y] = [await test.input(x), await test.input(initial)];
    test.run((recorder) => {
      loraShrink(recorder, input, use, T);
      matmul(recorder, { x: input, weight, y, T, add: true, lora: use });
    });
    const share = lora(
      x,
      slots.map((slot) => pairs[slot]),
      0.75,
      shape,
    );
    const sums = reference(x, values, { T, N, K });
    const expected = sums.map((sum, i) => sum + bias[i % N] + initial[i] + share[i]);
    expectClose(await test.floats(y), expected, NEAR_F32);
    test.release();
  },
);

it.each(isLong ? [3, 9, 70] : [])('f32-high matmul agrees with float64 for %i rows with SwiGLU', async (T) => {
  const F = 48;
  const { parts, values } = storedParts(K, { type: 'bf16', rows: 2 * F });
  const x = rowsOfAllSizes(T, K).map((value, i) => value * 10 ** (16 - (Math.floor(i / K) % 7) * 4));
  const [input, y] = [await test.input(x), await test.output(T * F)];
  const weight = await weightIn('high', ...parts);
  test.run((recorder) => matmul(recorder, { x: input, weight, y, T, swiglu: true }));
  const gatesAndUps = reference(x, values, { T, N: 2 * F, K });
  expectClose(await test.floats(y), swiglu(gatesAndUps, T, F), 1e-5);
  test.release();
});

describe('the f32-high gradient through weights', () => {
  it.each([
    { T: 70, N: 320, adapted: true, add: true, scratch: 2 ** 26 },
    ...(isLong
      ? [
          { T: 9, N: 96, adapted: false, add: true, scratch: 2 ** 26 },
          { T: 150, N: 320, adapted: true, add: false, scratch: 2 ** 12 },
        ]
      : []),
  ])('%j is within 2e-6 of float64, 30 times as close as f16', async ({ T, N, adapted, add, scratch }) => {
    const width = 96;
    const { parts, values } = storedParts(width, { type: 'bf16', rows: N });
    // Gradients outside the range of f16.
    const dY = rowsOfAllSizes(T, N).map((value) => value * 1e-6);
    const sizes = Array.from({ length: T }, (_, t) =>
      dY.slice(t * N, t * N + N).reduce((a, b) => Math.max(a, Math.abs(b)), 0),
    );
    const initial = randomFloats(2, T * width, 4).map((value, i) => value * sizes[Math.floor(i / width)]);
    const shape = { T, K: width, R: 4, widths: [N] };
    const [pair] = randomPairs(shape, 1);
    const { dU, dX: share } = loraBackward(dY, new Float64Array(T * width), pair, 0.75, shape);
    const sums = matmulBackward(dY, values, { T, N, K: width });
    const expected = sums.map((sum, i) => sum + (add ? initial[i] : 0) + (adapted ? share[i] : 0));
    const run = async (form: Form) => {
      const adapters = { shape, pairs: [pair], slots: new Array<number>(T).fill(0), scale: 0.75 };
      const use = adapted ? await deviceAdapters(test, adapters) : undefined;
      const lora = use && { use, dU: await test.input(Float32Array.from(dU)) };
      const weight = await weightIn(form, ...parts);
      const [input, rowScale] = [await test.input(dY), await test.output(T)];
      const dX = add ? await test.input(initial) : await test.output(T * width);
      const recorder = new Recorder(test.device, scratch);
      matmulTransposed(recorder, { dY: input, weight, dX, T, add, lora, rowScale });
      recorder.submit();
      const made = await test.floats(dX);
      recorder.reset();
      return made;
    };
    const high = errorsOf(await test.repeatable(() => run('high')), expected, width);
    const f16 = errorsOf(await run('f16'), expected, width);
    console.log(`gradient ${T} x ${N}: ${JSON.stringify({ high, f16 })}`);
    expect(high.most).toBeLessThan(NEAR_F32);
    expect(f16.mean).toBeGreaterThan(30 * high.mean);
    test.release();
  });
});
