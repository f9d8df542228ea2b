import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loraShrink } from '../../src/compute/ops/lora.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import type { Activation } from '../../src/compute/ops/swiglu.ts';
import { lora, loraLowRank } from '../reference/lora.ts';
import { matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { geglu, swiglu } from '../reference/swiglu.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

interface Knobs {
  type: Stored;
  bias?: boolean;
  add?: boolean;
  rank?: number;
  form?: keyof typeof SHAPES;
}

const K = 64;
/** Widths of three projections and of two shards. Rows of the product can be stored by vec4 (whole) or not (odd). */
const SHAPES = {
  whole: { widths: [32, 8, 24], shards: [56, 8] },
  odd: { widths: [33, 7, 25], shards: [58, 7] },
};
const SCALE = 0.75;
const SLOTS = [1, NO_ADAPTER, 0, 2, 2, NO_ADAPTER, 1, 0, 1];

/** Returns the product of `count` rows from `first` with these knobs, by the device and by the reference. */
async function product(knobs: Knobs, count: number, first = 0) {
  const { widths, shards } = SHAPES[knobs.form ?? 'odd'];
  const N = shards[0] + shards[1];
  const { parts, values } = storedParts(K, ...shards.map((height) => ({ type: knobs.type, rows: height })));
  const rows = <T extends Float32Array>(all: T, width: number) => all.slice(first * width, (first + count) * width);
  const x = rows(randomFloats(1, 9 * K), K);
  const initial = rows(randomFloats(2, 9 * N, 4), N);
  const bias = randomFloats(3, N, 4);
  const shape = { T: count, K, R: knobs.rank ?? 4, widths };
  const pairs = randomPairs(shape, 3);
  const slots = SLOTS.slice(first, first + count);

  const weight = await deviceMatrix(test, ...parts);
  if (knobs.bias) weight.bias = await test.input(bias);
  const use = knobs.rank ? await deviceAdapters(test, { shape, pairs, slots, scale: SCALE }) : undefined;
  const input = await test.input(x);
  const y = knobs.add ? await test.input(initial) : await test.output(count * N);
  test.run((recorder) => {
    if (use) loraShrink(recorder, input, use, count);
    matmul(recorder, { x: input, weight, y, T: count, add: knobs.add, lora: use });
  });

  const used = slots.map((slot) => pairs[slot]);
  const share = lora(x, used, SCALE, shape);
  const expected = reference(x, values, { T: count, N, K }).map(
    (sum, i) => sum + (knobs.bias ? bias[i % N] : 0) + (knobs.add ? initial[i] : 0) + (knobs.rank ? share[i] : 0),
  );
  const lowRank = use && { actual: await test.floats(use.u), expected: loraLowRank(x, used, SCALE, shape) };
  return { y: await test.floats(y), expected, lowRank };
}

describe('matmul with bias, residual and LoRA', () => {
  it.each<Knobs & { T: number }>([
    { T: 1, type: 'f32', bias: true },
    { T: 9, type: 'f32', add: true },
    { T: 9, type: 'f32', rank: 4 },
    { T: 3, type: 'q8_0', bias: true, rank: 8 },
    { T: 1, type: 'q4_0', add: true, rank: 16 },
    { T: 2, type: 'bf16', bias: true, add: true },
    { T: 9, type: 'f16', bias: true, add: true, rank: 8 },
    { T: 9, type: 'f32', bias: true, add: true, form: 'whole' },
    { T: 8, type: 'q4_1', bias: true, add: true, form: 'whole' },
    { T: 1, type: 'q8_0', add: true, form: 'whole' },
  ])('agrees with float64: %j', async ({ T, ...knobs }) => {
    const { expected } = await product(knobs, T);
    expectClose(await test.repeatable(async () => (await product(knobs, T)).y), expected, 1e-5);
  });

  it('writes no low-rank activation for rows without an adapter', async () => {
    const { lowRank } = await product({ type: 'f32', rank: 4 }, 9);
    const ranks = 3 * 4;
    lowRank?.expected.forEach((value, i) => {
      if (SLOTS[Math.floor(i / ranks)] === NO_ADAPTER) expect(lowRank.actual[i]).toBeNaN();
      else expect(lowRank.actual[i]).toBeCloseTo(value, 4);
    });
    expect(lowRank?.expected.length).toBe(9 * ranks);
  });

  it.each<Knobs>([
    { type: 'f16', bias: true, add: true, rank: 8 },
    { type: 'q4_1', bias: true, add: true, form: 'whole' },
  ])('gives a row the same bits alone and in a batch, %j', async (knobs) => {
    const { y: all } = await product(knobs, 9);
    const N = all.length / 9;
    for (const [first, count] of [
      [0, 1],
      [1, 1],
      [7, 1],
      [6, 2],
      [2, 3],
    ]) {
      const { y: part } = await product(knobs, count, first);
      expect(sameBits(part, all.slice(first * N, (first + count) * N))).toBe(true);
    }
    test.release();
  });
});

describe('matmul with SwiGLU', () => {
  it.each<{ type: Stored; T: number; rank?: number; inputs?: number; activation?: Activation }>([
    { type: 'f32', T: 9 },
    { type: 'f32', T: 9, activation: 'gelu_pytorch_tanh' },
    { type: 'q4_1', T: 2, activation: 'gelu_pytorch_tanh' },
    { type: 'q4_1', T: 5 },
    { type: 'q8_0', T: 1, rank: 8 },
    { type: 'q4_0', T: 2, inputs: 2080 },
  ])('equals the product followed by the gate: %j', async ({ type, T, rank, inputs = K, activation }) => {
    const F = 36;
    const { parts } = storedParts(inputs, { type, rows: 2 * F });
    const shape = { T, K: inputs, R: rank ?? 4, widths: [F, F] };
    const slots = SLOTS.slice(0, T);
    const weight = await deviceMatrix(test, ...parts);
    const lora = rank
      ? await deviceAdapters(test, { shape, pairs: randomPairs(shape, 3), slots, scale: SCALE })
      : undefined;
    const x = await test.input(randomFloats(1, T * inputs));
    const [gateUp, together] = [await test.output(T * 2 * F), await test.output(T * F)];
    test.run((recorder) => {
      if (lora) loraShrink(recorder, x, lora, T);
      matmul(recorder, { x, weight, y: together, T, lora, swiglu: true, activation });
      matmul(recorder, { x, weight, y: gateUp, T, lora });
    });
    const both = await test.floats(gateUp);
    const expected = (activation ? geglu : swiglu)(both, T, F);
    expectClose(await test.floats(together), expected, 1e-6);
    test.release();
  });
});

it('matmul with SwiGLU refuses a number of columns that is no multiple of 4', async () => {
  const { parts } = storedParts(K, { type: 'f32', rows: 2 * 37 });
  const weight = await deviceMatrix(test, ...parts);
  const [x, y] = [await test.output(K), await test.output(37)];
  const refused = () => test.run((recorder) => matmul(recorder, { x, weight, y, T: 1, swiglu: true }));
  expect(refused).toThrow('SwiGLU of 37 columns: they must be a multiple of 4');
});

it.each(isLong ? [4, 8, 12, 32] : [12])(
  'rank %i: the kernels for one adapter give the bits of the kernels for several',
  async (rank) => {
    const T = 33;
    const { widths, shards } = SHAPES.whole;
    const N = shards[0] + shards[1];
    const shape = { T, K, R: rank, widths };
    const adapters = { shape, pairs: randomPairs(shape, 1), slots: new Array<number>(T).fill(0), scale: SCALE };
    const [x, initial] = [randomFloats(1, T * K), randomFloats(2, T * N)];
    for (const type of ['f32', 'q4_1'] as const) {
      const weight = await deviceMatrix(test, ...storedParts(K, ...shards.map((rows) => ({ type, rows }))).parts);
      weight.bias = await test.input(randomFloats(3, N));
      const input = await test.input(x);
      const results: Float32Array<ArrayBuffer>[] = [];
      for (const single of [false, true]) {
        const use = { ...(await deviceAdapters(test, adapters)), single };
        const y = await test.input(initial);
        test.run((recorder) => {
          loraShrink(recorder, input, use, T);
          matmul(recorder, { x: input, weight, y, T, add: true, lora: use });
        });
        results.push(await test.floats(y));
      }
      expect(sameBits(results[0], results[1])).toBe(true);
      test.release();
    }
  },
);
