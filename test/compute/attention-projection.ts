import { afterAll, beforeAll, expect, it } from 'vitest';
import { adaptedMatmul } from '../../src/compute/ops/adapted-matmul.ts';
import { attentionPaged, PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { partsBytes } from '../../src/compute/ops/attention-chunks.ts';
import type { NextProjection } from '../../src/compute/ops/low-rank-parts.ts';
import { packed, attention as reference } from '../reference/attention.ts';
import { lora as loraReference } from '../reference/lora.ts';
import { matmul as product } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, randomPairs } from './device-adapters.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { keptForMatrices } from './kept-for-matrices.ts';
import { sameBits, TestDevice } from './test-device.ts';

// Attention over several chunks of keys, and the output projection. The projection sums the chunks itself, or, with
// adapters, attention leaves parts of the low-rank activations. Both have the bits of separate dispatches.

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const HEADS = { H: 6, K: 2, E: 32 };
const { H, K, E } = HEADS;
const WIDTH = (H + 2 * K) * E;
const LENGTH = 700;
const PAGES = Math.ceil(LENGTH / PAGE_TOKENS);
const POSITIONS = [699, 5, 64, 130, 511, 512, 63, 400];
const N = 96;
const SCALE = 0.75;

interface Case {
  type: Stored;
  T: number;
  rank?: number;
  half?: boolean;
  /** Stored in the tiles of subgroup matrices, if the device has these. */
  kept?: boolean;
}

const CASES: Case[] = [
  { type: 'q8_0', T: 8 },
  { type: 'bf16', T: 3, rank: 8 },
];
/** Each case with subgroup matrices takes seconds to compile. */
const HALF_CASES: Case[] = [{ type: 'bf16', T: 1, half: true, kept: true }];
const FURTHER: Case[] = [
  { type: 'bf16', T: 1, kept: true },
  { type: 'f32', T: 1 },
  { type: 'q4_0', T: 5, half: true },
  { type: 'bf16', T: 8, half: true, kept: true },
  { type: 'bf16', T: 8, half: true, kept: true, rank: 12 },
];

const history = randomFloats(1, LENGTH * WIDTH, 1.5);

/** Elements `from` .. `to` of each position, in their pages. */
function cacheOf(from: number, to: number): Float32Array {
  const cache = new Float32Array(PAGES * PAGE_TOKENS * (to - from)).fill(Number.NaN);
  for (let position = 0; position < LENGTH; position++) {
    cache.set(history.subarray(position * WIDTH + from, position * WIDTH + to), position * (to - from));
  }
  return cache;
}

it.for([...CASES, ...HALF_CASES, ...(isLong ? FURTHER : [])])(
  'the output projection fused with attention has the bits of separate dispatches, and agrees with float64: %j',
  async (a, { skip }) => {
    const { type, T, rank, half = false, kept = false } = a;
    skip(!isLong && half !== (test.device.matrix !== undefined), 'matrices are for factors rounded to f16');
    const positions = POSITIONS.slice(0, T);
    const { parts: stored, values } = storedParts(H * E, { type, rows: N });
    const plain = { ...(await deviceMatrix(test, ...stored)), half };
    const weight = kept && test.device.matrix ? await keptForMatrices(test, plain) : plain;
    const shape = { T, K: H * E, R: rank ?? 4, widths: [N] };
    const pairs = randomPairs(shape, 2);
    const slots = positions.map((_, t) => t % 2);
    const adapters = { shape, pairs, slots, scale: SCALE };
    const lora = rank ? await deviceAdapters(test, adapters) : undefined;
    const rows = await test.input(Uint32Array.from(positions.flatMap((position, t) => [position, 0, 0, slots[t]])));
    const step = {
      qkv: await test.input(
        Float32Array.from(positions.flatMap((at) => [...history.subarray(at * WIDTH, (at + 1) * WIDTH)])),
      ),
      cache: {
        k: await test.input(cacheOf(H * E, (H + K) * E)),
        v: await test.input(cacheOf((H + K) * E, WIDTH)),
        tokens: PAGES * PAGE_TOKENS,
      },
      rows,
      tables: await test.input(Uint32Array.from({ length: PAGES }, (_, page) => page)),
      heads: HEADS,
      T,
      continuous: false,
      attendedKeys: LENGTH * T,
      longest: LENGTH,
      parts: await test.output(partsBytes(HEADS, T, LENGTH) / 4),
    };
    const before = randomFloats(2, T * N);
    const run = async (next?: NextProjection) => {
      const [o, y] = [await test.output(T * H * E), await test.input(before)];
      let dispatches = 0;
      test.run((recorder) => {
        const attended = attentionPaged(recorder, { ...step, o, next });
        adaptedMatmul(recorder, { x: o, weight, y, T, lora, add: true, ...attended });
        dispatches = recorder.pending.dispatches;
      });
      return { o: await test.floats(o), y: await test.floats(y), dispatches };
    };
    const apart = await run();
    const together = await run({ kind: 'o', lora, weight });
    expect(together.dispatches).toBe(rank ? 3 : 2);
    expect(apart.dispatches).toBe(rank && T > 1 ? 4 : 3);
    expect(sameBits(together.y, apart.y)).toBe(true);
    const { o } = reference(history, packed([LENGTH]), HEADS);
    const read = Float32Array.from(positions.flatMap((at) => [...o.subarray(at * H * E, (at + 1) * H * E)]));
    const share = loraReference(
      read,
      slots.map((slot) => pairs[slot]),
      SCALE,
      shape,
    );
    const expected = product(read, values, { T, N, K: H * E }).map((sum, i) => sum + before[i] + (rank ? share[i] : 0));
    expectClose(together.y, expected, half ? 2e-3 : 1e-5);
    test.release();
  },
);
