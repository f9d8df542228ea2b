import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionPaged, PAGE_TOKENS, type Scoring } from '../../src/compute/ops/attention.ts';
import { partsBytes } from '../../src/compute/ops/attention-chunks.ts';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { attention } from '../reference/attention.ts';
import { randomFloats, shuffled } from '../reference/random.ts';
import { rmsnorm } from '../reference/rmsnorm.ts';
import { type Heads, rope } from '../reference/rope.ts';
import { withMore } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { sameBits, TestDevice } from './test-device.ts';

// GPU attention with fused norms of q and k, RoPE and cache writes, for steps with one row per sequence. It has the
// bits of RoPE in a separate dispatch.

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

interface Case extends Heads, Scoring {
  cacheType: CacheType;
  normed?: true;
  /** Uses subgroup matrices, only on devices that have them. Other cases run only on devices without. */
  rounded?: true;
}

/** Each case compiles its own kernels. */
const CASES: Case[] = withMore<Case>(
  [{ H: 4, K: 2, E: 64, cacheType: 'f32', normed: true }],
  [
    { H: 3, K: 1, E: 48, rotated: 36, cacheType: 'f32', window: 70 },
    { H: 8, K: 1, E: 128, cacheType: 'f16', normed: true },
    { H: 2, K: 1, E: 256, cacheType: 'f32', normed: true, softcap: 2 },
    // Engines by matrices are in test/inference/f16-engine.ts.
    { H: 4, K: 2, E: 16, cacheType: 'f16', rounded: true, normed: true },
    { H: 14, K: 2, E: 64, cacheType: 'f16', rounded: true },
    { H: 2, K: 2, E: 256, cacheType: 'f16', rounded: true, normed: true, window: 70 },
  ],
);

const THETA = 1e4;
const EPSILON = 1e-2;
/** Tokens of each sequence; the last three begin with the same pages. */
const LENGTHS = [1, 64, 65, 200, 170, 193];
const SHARING = 3;
const SHARED_PAGES = 8;
const PAGES = 64;
const LONGEST = Math.max(...LENGTHS);

/** [positions, E / 2] x (cos, sin) */
function tableFor({ E, rotated = E }: Heads): Float32Array {
  const angles = Array.from({ length: LONGEST * (E / 2) }, (_, i) => {
    const pair = i % (E / 2);
    return pair < rotated / 2 ? Math.floor(i / (E / 2)) * THETA ** ((-2 * pair) / rotated) : 0;
  });
  return Float32Array.from(angles.flatMap((angle) => [Math.cos(angle), Math.sin(angle)]));
}

interface How {
  /** Declares that each row is of a different sequence, which lets attention fuse RoPE. */
  oneRowPerSequence: boolean;
  /** Reads the pages of a prefix once for several rows. */
  shares?: boolean;
  isSplit?: boolean;
}

/** Each way compiles its own kernels. */
const HOW: How[] = withMore<How>(
  [{ oneRowPerSequence: true }],
  [
    { oneRowPerSequence: true, shares: true },
    { oneRowPerSequence: true, isSplit: false },
  ],
);

describe.each(CASES)('attention with fused RoPE, %j', (form) => {
  const { H, K, E, rotated, cacheType, normed = false, rounded = false, window, softcap } = form;
  const heads = { H, K, E, rotated };
  const width = (H + 2 * K) * E;
  const gains = { q: randomFloats(1, E), k: randomFloats(2, E) };
  const prefix = randomFloats(3, SHARED_PAGES * PAGE_TOKENS * width, 1.5);
  /** qkv [length, (H + 2 K) E] of each sequence, before norms and RoPE. */
  const made = LENGTHS.map((length, s) => {
    const rows = randomFloats(4 + s, length * width, 1.5);
    if (s >= SHARING) rows.set(prefix);
    return rows;
  });
  const free = shuffled(4, PAGES);
  const shared = free.splice(0, SHARED_PAGES);
  const tables = LENGTHS.map((length, s) => {
    const own = Math.ceil(length / PAGE_TOKENS) - (s < SHARING ? 0 : SHARED_PAGES);
    return [...(s < SHARING ? [] : shared), ...free.splice(0, own)];
  });

  /** qkv after norms and RoPE, with keys and values rounded as in the cache. */
  const turned = made.map((rows) => {
    const before = rows.slice();
    for (let head = 0; normed && head < rows.length / E; head++) {
      const kind = head % (H + 2 * K);
      if (kind >= H + K) continue;
      before.set(rmsnorm(rows.slice(head * E, (head + 1) * E), kind < H ? gains.q : gains.k, EPSILON), head * E);
    }
    const positions = Array.from({ length: rows.length / width }, (_, position) => position);
    const after = Float32Array.from(rope(before, positions, heads, THETA));
    if (cacheType === 'f32') return after;
    return after.map((x, i) => (i % width < H * E && !rounded ? x : Math.f16round(x)));
  });

  const placeOf = (s: number, position: number) =>
    tables[s][Math.floor(position / PAGE_TOKENS)] * PAGE_TOKENS + (position % PAGE_TOKENS);

  /** Keys (part 0) or values (part 1) without the newest of each sequence; all other elements are NaN. */
  function cacheOf(part: 0 | 1): Float32Array | Float16Array {
    const cache = new Float32Array(PAGES * PAGE_TOKENS * K * E).fill(Number.NaN);
    for (const [s, rows] of turned.entries()) {
      for (let position = 0; position < LENGTHS[s] - 1; position++) {
        const from = position * width + (H + part * K) * E;
        cache.set(rows.subarray(from, from + K * E), placeOf(s, position) * K * E);
      }
    }
    return cacheType === 'f16' ? Float16Array.from(cache) : cache;
  }

  async function attend({ oneRowPerSequence, shares = false, isSplit = true }: How) {
    const T = LENGTHS.length;
    const start = (s: number) => tables.slice(0, s).flat().length;
    const keys = (s: number) => (s > SHARING ? SHARED_PAGES * PAGE_TOKENS : 0);
    const norm = { q: await test.input(gains.q), k: await test.input(gains.k), epsilon: EPSILON };
    const a = {
      qkv: await test.input(Float32Array.from(made.flatMap((rows) => [...rows.subarray(-width)]))),
      rope: { table: await test.input(tableFor(heads)), norm: normed ? norm : undefined, oneRowPerSequence },
      cache: { k: await test.input(cacheOf(0)), v: await test.input(cacheOf(1)), tokens: PAGES * PAGE_TOKENS },
      cacheType,
      rounded,
      rows: await test.input(Uint32Array.from(LENGTHS.flatMap((n, s) => [n - 1, placeOf(s, n - 1), start(s), 0]))),
      tables: await test.input(Uint32Array.from(tables.flat())),
      prefixes: shares ? await test.input(Uint32Array.from(LENGTHS, (_, s) => keys(s))) : undefined,
      o: await test.output(T * H * E),
      heads,
      T,
      continuous: false,
      attendedKeys: 100 * T,
      longest: LONGEST,
      parts: isSplit ? await test.output(partsBytes(heads, T, LONGEST) / 4) : undefined,
      window,
      softcap,
    };
    let dispatches = 0;
    test.run((recorder) => {
      attentionPaged(recorder, a);
      dispatches = recorder.pending.dispatches;
    });
    const result = { o: await test.floats(a.o), k: await test.floats(a.cache.k), v: await test.floats(a.cache.v) };
    test.release();
    return { ...result, dispatches };
  }

  it('is bit-identical to RoPE in a separate dispatch, and agrees with float64', async ({ skip }) => {
    if ((test.device.matrix !== undefined) !== rounded) skip();
    const before = await attend({ oneRowPerSequence: false });
    for (const how of HOW) {
      const inside = await attend(how);
      for (const part of ['o', 'k', 'v'] as const) expect(sameBits(inside[part], before[part])).toBe(true);
      expect(before.dispatches - inside.dispatches).toBe(how.isSplit === false ? 2 : 1);
    }
    const expected = turned.flatMap((rows, s) => {
      const seen = Array.from({ length: LENGTHS[s] }, (_, j) => j).slice(-(window ?? Number.POSITIVE_INFINITY));
      const visible = Array.from({ length: LENGTHS[s] }, (_, t) => (t === LENGTHS[s] - 1 ? seen : []));
      return [...attention(rows, visible, heads, softcap).o.subarray(-H * E)];
    });
    expectClose(before.o, expected, cacheType === 'f32' ? 1e-5 : 5e-4, 1.5);
  });
});
