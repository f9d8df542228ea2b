import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adaptedMatmul } from '../../src/compute/ops/adapted-matmul.ts';
import { type LoraUse, loraShrink } from '../../src/compute/ops/lora.ts';
import { fusesNorms, matmul } from '../../src/compute/ops/matmul.ts';
import { rmsnorm, wholeRows } from '../../src/compute/ops/rmsnorm.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { lora } from '../reference/lora.ts';
import { matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import { rmsnorm as normReference } from '../reference/rmsnorm.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { keptForMatrices } from './kept-for-matrices.ts';
import { sameBits, TestDevice } from './test-device.ts';

// Products of few rows compute norms of X themselves, also for the low-rank activations of LoRA. Products of one row
// compute these activations too. All have the bits of the separate kernels.

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const EPSILON = 1e-5;
const SCALE = 0.75;
const SLOTS = [1, NO_ADAPTER, 0, 2, 2, NO_ADAPTER, 1, 0, 2, 2, NO_ADAPTER, 0, 1, 1, 0, 2];

it('products of up to 16 rows compute norms themselves if the rows take at most 192 KiB', () => {
  const recorder = new Recorder(test.device);
  expect([1, 16, 17].map((T) => fusesNorms(recorder, T, 1024))).toEqual([true, true, false]);
  expect([1, 8, 9].map((T) => fusesNorms(recorder, T, 6144))).toEqual([true, true, false]);
});

interface Case {
  type: Stored;
  T: number;
  /** Rounded to f16. */
  half?: boolean;
  swiglu?: boolean;
  rank?: number;
  /** Adapter slot of the first row; 1 if absent. */
  slot?: number;
  K?: number;
  /** Stored in the tiles of subgroup matrices, if the device has these. */
  kept?: boolean;
}

const CASES: Case[] = [
  { type: 'bf16', T: 1, rank: 12 },
  { type: 'bf16', T: 1, rank: 4, slot: NO_ADAPTER },
  { type: 'q8_0', T: 1, rank: 8, swiglu: true, K: 1184 },
  { type: 'q4_0', T: 2, rank: 8, K: 1184 },
  { type: 'f32', T: 13, swiglu: true, rank: 4 },
  { type: 'q8_0', T: 8, K: 2080 },
];
/** Each case with subgroup matrices takes seconds to compile. */
const HALF_CASES: Case[] = [{ type: 'bf16', T: 1, half: true, kept: true, rank: 12 }];
const FURTHER: Case[] = [
  { type: 'f32', T: 5, swiglu: true, rank: 4 },
  { type: 'bf16', T: 16, half: true, kept: true, rank: 8 },
  { type: 'q4_0', T: 12, half: true, swiglu: true, K: 1056 },
  { type: 'bf16', T: 9, kept: true, swiglu: true, rank: 8 },
  { type: 'bf16', T: 3, half: true, rank: 8 },
  // The sum of two f16 (f32-high).
  { type: 'bf16', T: 1, kept: true, rank: 8 },
  { type: 'bf16', T: 1, kept: true, swiglu: true, rank: 12, K: 1184 },
  { type: 'bf16', T: 3, kept: true, rank: 8, swiglu: true },
  { type: 'bf16', T: 7, kept: true, K: 1184 },
  { type: 'bf16', T: 1, half: true, rank: 8, K: 1184 },
  { type: 'bf16', T: 1, half: true, kept: true, swiglu: true, rank: 12, K: 1184 },
  { type: 'bf16', T: 7, half: true, kept: true, swiglu: true, rank: 8 },
  { type: 'q4_1', T: 8, half: true, K: 2080 },
  ...[1, 2, 3, 4, 8].flatMap((T) =>
    [false, true].flatMap((half): Case[] => [
      { type: 'f16', T, half, rank: 16, K: 160 },
      { type: 'q8_0', T, half, rank: 8, swiglu: true, K: 1056 },
    ]),
  ),
];

describe('products with fused norms and adapters', () => {
  it.for([...CASES, ...HALF_CASES, ...(isLong ? FURTHER : [])])(
    'have the bits of separate dispatches: %j',
    async (a, { skip }) => {
      const { type, T, half = false, swiglu = false, rank, slot = 1, K = 320 } = a;
      skip(!isLong && !half && test.device.matrix !== undefined, 'in f32 matrices change nothing');
      const [N, outputs] = swiglu ? [96, 48] : [96, 96];
      const { parts, values } = storedParts(K, { type, rows: N });
      const stored = { ...(await deviceMatrix(test, ...parts)), half };
      const weight = a.kept && test.device.matrix ? await keptForMatrices(test, stored) : stored;
      const shape = { T, K, R: rank ?? 4, widths: swiglu ? [48, 48] : [40, 24, 32] };
      const pairs = randomPairs(shape, 3);
      const slots = [slot, ...SLOTS.slice(1, T)];
      const adapters = async (): Promise<LoraUse | undefined> =>
        rank ? deviceAdapters(test, { shape, pairs, slots, scale: SCALE }) : undefined;
      const [x, gain] = [randomFloats(2, T * K, 3), randomFloats(3, K)];
      const input = await test.input(x);
      const [norm, h] = [{ weight: await test.input(gain), epsilon: EPSILON }, await test.output(T * K)];
      const [alone, together] = [await test.output(T * outputs), await test.output(T * outputs)];
      const [first, second] = [await adapters(), await adapters()];
      test.run((recorder) => {
        rmsnorm(recorder, { ...norm, x: input, y: h, rows: wholeRows(T, K) });
        if (first) loraShrink(recorder, input, first, T, norm);
        matmul(recorder, { x: h, weight, y: alone, T, swiglu, lora: first });
        const before = recorder.pending.dispatches;
        adaptedMatmul(recorder, { x: input, norm, weight, y: together, T, swiglu, lora: second });
        expect(recorder.pending.dispatches - before).toBe(second && T > 1 ? 2 : 1);
      });
      const y = await test.floats(together);
      expect(sameBits(y, await test.floats(alone))).toBe(true);
      expect(y.every(Number.isFinite)).toBe(true);
      if (first && second && T > 1)
        expect(sameBits(await test.floats(second.u), await test.floats(first.u))).toBe(true);
      if (!half && !swiglu) {
        const rows = Float32Array.from(normReference(x, gain, EPSILON));
        const share = lora(
          rows,
          slots.map((slot) => pairs[slot]),
          SCALE,
          shape,
        );
        expectClose(
          y,
          reference(rows, values, { T, N, K }).map((sum, i) => sum + (rank ? share[i] : 0)),
          1e-5,
        );
      }
      test.release();
    },
  );
});

it('matvec with a fused norm gives the same bits for every number of slots', async () => {
  const [N, K] = [40, 1184];
  const { parts } = storedParts(K, { type: 'q8_0', rows: N });
  const weight = await deviceMatrix(test, ...parts);
  const x = await test.input(randomFloats(1, K));
  const norm = { weight: await test.input(randomFloats(2, K)), epsilon: EPSILON };
  const shape = { type: weight.shards[0].type, T: 1, N, K };
  const results: Float32Array<ArrayBuffer>[] = [];
  for (const slots of [8, 16, 4, 1]) {
    test.device.tuning.choose('matvec', shape, slots);
    const y = await test.output(N);
    test.run((recorder) => matmul(recorder, { x, norm, weight, y, T: 1 }));
    results.push(await test.floats(y));
  }
  test.device.tuning.forget('matvec', shape);
  expect(results.map((y) => sameBits(y, results[0]))).toEqual([true, true, true, true]);
  expect(results[0].every(Number.isFinite)).toBe(true);
  test.release();
});
