import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adaptedMatmul } from '../../src/compute/ops/adapted-matmul.ts';
import { loraShrink } from '../../src/compute/ops/lora.ts';
import type { NextProjection } from '../../src/compute/ops/low-rank-parts.ts';
import { lora, loraLowRank } from '../reference/lora.ts';
import { matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import { rmsnorm as normReference } from '../reference/rmsnorm.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceGroups, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { keptForMatrices } from './kept-for-matrices.ts';
import { sameBits, TestDevice } from './test-device.ts';

// Low-rank activations that the kernel of a few rows leaves in parts have the bits of those that `loraShrink` computes.

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const EPSILON = 1e-5;
const SCALE = 0.75;
const SLOTS = [1, NO_ADAPTER, 0, 2, 2, NO_ADAPTER, 1, 0, 2, 2, NO_ADAPTER, 0, 1, 1, 0, 2];

interface Case {
  type: Stored;
  T: number;
  half?: boolean;
  /** Stored in the tiles of subgroup matrices, if the device has these. */
  kept?: boolean;
  /** The first product is gate and up, and the second does not norm its input. */
  swiglu?: boolean;
  rank: number;
  /** Slots of `matvec`, if not the shipped default. */
  slots?: number;
  /** Terms of the second product. */
  N?: number;
}

const CASES: Case[] = [
  { type: 'bf16', T: 12, rank: 8 },
  { type: 'q8_0', T: 8, rank: 12, swiglu: true },
  { type: 'f32', T: 1, rank: 4, slots: 16, N: 2080 },
  { type: 'q4_0', T: 2, rank: 8, slots: 16, swiglu: true },
];
/** Each case with subgroup matrices takes seconds to compile. */
const HALF_CASES: Case[] = [{ type: 'bf16', T: 3, half: true, kept: true, rank: 8 }];
const FURTHER: Case[] = [
  { type: 'bf16', T: 3, rank: 8 },
  { type: 'q8_0', T: 16, rank: 16, swiglu: true },
  { type: 'bf16', T: 16, half: true, kept: true, rank: 16 },
  { type: 'q4_1', T: 9, half: true, swiglu: true, rank: 8 },
  { type: 'bf16', T: 13, kept: true, rank: 8 },
  { type: 'bf16', T: 3, kept: true, rank: 8 },
  { type: 'bf16', T: 6, kept: true, swiglu: true, rank: 8 },
  { type: 'bf16', T: 7, half: true, kept: true, swiglu: true, rank: 12, N: 2080 },
  { type: 'q8_0', T: 5, half: true, rank: 8 },
  { type: 'q4_1', T: 1, half: true, swiglu: true, rank: 16 },
  { type: 'f16', T: 8, half: true, rank: 32, N: 1056 },
  { type: 'bf16', T: 4, rank: 64, swiglu: true, N: 3104 },
];

/** Returns a product of T rows, and a second product that reads its output. */
async function twoProducts({ type, T, half = false, kept = false, swiglu = false, rank: R, N = 288 }: Case) {
  const K = 160;
  const shapes = [
    { T, K, R, widths: swiglu ? [N, N] : [N] },
    { T, K: N, R, widths: [40, 24, 32] },
  ];
  const pairs = shapes.map((shape) => randomPairs(shape, 3));
  const slots = SLOTS.slice(0, T);
  const groups = shapes.map((shape, i) => ({ shape, pairs: pairs[i] }));
  const loras = await deviceGroups(test, { groups, slots, scale: SCALE });
  const matrix = async (cols: number, part: { type: Stored; rows: number }) => {
    const { parts, values } = storedParts(cols, part);
    const stored = { ...(await deviceMatrix(test, ...parts)), half };
    return { weight: kept && test.device.matrix ? await keptForMatrices(test, stored) : stored, values };
  };
  const maker = await matrix(K, { type, rows: swiglu ? 2 * N : N });
  const reader = await matrix(N, { type: half ? 'bf16' : 'f32', rows: 96 });
  const share = (x: Float32Array) =>
    lora(
      x,
      slots.map((slot) => pairs[1][slot]),
      SCALE,
      shapes[1],
    );
  const expected = (x: Float32Array) =>
    reference(x, reader.values, { T, N: 96, K: N }).map((sum, i) => sum + share(x)[i]);
  return { K, N, loras, maker: maker.weight, reader: reader.weight, expected };
}

describe('low-rank activations that the previous product leaves in parts', () => {
  it.for([...CASES, ...HALF_CASES, ...(isLong ? FURTHER : [])])(
    'give the bits of separate dispatches: %j',
    async (a, { skip }) => {
      const { T, half = false, swiglu = false, slots } = a;
      skip(!isLong && half !== (test.device.matrix !== undefined), 'matrices are for factors rounded to f16');
      const { K, N, loras, maker, reader, expected } = await twoProducts(a);
      const [lora, nextLora] = loras;
      const gain = randomFloats(3, N);
      const norm = swiglu ? undefined : { weight: await test.input(gain), epsilon: EPSILON };
      const x = await test.input(randomFloats(2, T * K, 3));
      const shape = { type: maker.shards[0].type, T, N: maker.rows, K };
      if (slots) test.device.tuning.choose('matvec', shape, slots);
      const run = async (next?: NextProjection) => {
        const [y, z] = [await test.input(randomFloats(4, T * N)), await test.output(T * 96)];
        test.run((recorder) => {
          const parts = adaptedMatmul(recorder, { x, weight: maker, y, T, lora, add: !swiglu, swiglu, next });
          expect(parts !== undefined).toBe(next !== undefined);
          const before = recorder.pending.dispatches;
          adaptedMatmul(recorder, { x: y, norm, weight: reader, y: z, T, lora: nextLora, parts });
          expect(recorder.pending.dispatches - before).toBe(next || T === 1 ? 1 : 2);
        });
        return { y: await test.floats(y), z: await test.floats(z) };
      };
      const apart = await run();
      const together = await run({ kind: 'next', lora: nextLora, weight: reader, norm: norm?.weight });
      if (slots) test.device.tuning.forget('matvec', shape);
      expect(sameBits(together.y, apart.y)).toBe(true);
      expect(sameBits(together.z, apart.z)).toBe(true);
      expect(together.z.every(Number.isFinite)).toBe(true);
      if (!half) {
        const read = norm ? Float32Array.from(normReference(apart.y, gain, EPSILON)) : apart.y;
        expectClose(together.z, expected(read), 1e-5);
      }
      test.release();
    },
  );
});

it('low-rank activations of normed rows agree with float64, with the same bits in any batch', async ({ skip }) => {
  skip(!isLong && test.device.matrix !== undefined, 'matrices change nothing');
  const shape = { T: 67, K: 1184, R: 12, widths: [8] };
  const { T, K, R } = shape;
  const pairs = randomPairs(shape, 1);
  const [x, gain] = [randomFloats(5, T * K, 3), randomFloats(6, K)];
  const norm = { weight: await test.input(gain), epsilon: EPSILON };
  const lowRank = async (first: number, count: number, single: boolean) => {
    const slots = new Array<number>(count).fill(0);
    const [use] = await deviceGroups(test, { groups: [{ shape: { ...shape, T: count }, pairs }], slots, scale: SCALE });
    const input = await test.input(x.slice(first * K, (first + count) * K));
    test.run((recorder) => loraShrink(recorder, input, { ...use, single }, count, norm));
    return test.floats(use.u);
  };
  const all = await lowRank(0, T, true);
  const normed = normReference(x, gain, EPSILON);
  expectClose(all, loraLowRank(normed, new Array(T).fill(pairs[0]), SCALE, shape), 1e-5);
  for (const [first, count] of [
    [66, 1],
    [3, 9],
    [2, 65],
  ]) {
    for (const single of [false, true])
      expect(sameBits(await lowRank(first, count, single), all.slice(first * R, (first + count) * R))).toBe(true);
  }
  test.release();
});
