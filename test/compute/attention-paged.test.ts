import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionPaged, attentionTrain, PAGE_TOKENS, type Scoring } from '../../src/compute/ops/attention.ts';
import { partsBytes } from '../../src/compute/ops/attention-chunks.ts';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { attention, packed, windowed } from '../reference/attention.ts';
import { cached, cachedRows } from '../reference/cached-heads.ts';
import { shuffled } from '../reference/random.ts';
import type { Heads } from '../reference/rope.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { compiled } from './driver.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

/** Cached tokens of each sequence. */
const LENGTHS = [3, 33, 16, 17, 300];
/** (sequence, position) of each row of one step: decode rows among prefill chunks that begin and end anywhere. */
const STEP: [number, number][] = [
  [4, 299],
  ...[10, 11, 12, 13, 14, 15, 16, 17].map((position): [number, number] => [1, position]),
  [0, 2],
  [3, 16],
  ...[0, 1, 2].map((position): [number, number] => [2, position]),
  [1, 32],
  [4, 127],
  [4, 128],
  [2, 15],
];
const PAGES = 32;

/** A block table for each sequence over shuffled pages, one after the other, with a poisoned entry between them. */
function blockTables(): { tables: number[]; starts: number[] } {
  const pages = shuffled(5, PAGES);
  const tables: number[] = [];
  const starts = LENGTHS.map((length) => {
    const start = tables.length;
    tables.push(...pages.splice(0, Math.ceil(length / PAGE_TOKENS)), 0xffffffff);
    return start;
  });
  return { tables, starts };
}

const HEADS: Heads[] = [
  { H: 3, K: 3, E: 16 },
  { H: 6, K: 2, E: 32 },
  { H: 4, K: 2, E: 64 },
  { H: 12, K: 1, E: 96 },
  { H: 2, K: 1, E: 128 },
];

/** `npm test` runs few head shapes: each compiles its own kernels, which takes seconds. */
const FORMS: (Heads & { cacheType: CacheType })[] = isLong
  ? [
      ...HEADS.map((heads) => ({ ...heads, cacheType: 'f32' as const })),
      ...HEADS.map((heads) => ({ ...heads, cacheType: 'f16' as const })),
      ...HEADS.map((heads) => ({ ...heads, cacheType: 'int8' as const })),
      { H: 2, K: 2, E: 8, cacheType: 'f16' },
      { H: 2, K: 2, E: 8, cacheType: 'int8' },
      { H: 3, K: 1, E: 256, cacheType: 'f16' },
      { H: 3, K: 1, E: 256, cacheType: 'int8' },
      { H: 4, K: 2, E: 256, cacheType: 'f32' },
    ]
  : [
      { ...HEADS[0], cacheType: 'f32' },
      { ...HEADS[2], cacheType: 'f16' },
      { H: 2, K: 1, E: 40, cacheType: 'int8' },
    ];

describe.each(FORMS)('attention over the paged cache with %j', ({ cacheType, ...heads }) => {
  const { H, K, E } = heads;
  const width = (H + 2 * K) * E;
  const T = LENGTHS.reduce((sum, length) => sum + length, 0);
  const history = cachedRows(1, T, heads, cacheType);
  const firsts = LENGTHS.map((_, i) => LENGTHS.slice(0, i).reduce((sum, length) => sum + length, 0));
  const { tables, starts } = blockTables();

  /** Keys (part 0) or values (part 1) of all sequences in their pages; all other elements are NaN. */
  function cacheOf(part: 0 | 1): ReturnType<typeof cached> {
    const cache = new Float32Array(PAGES * PAGE_TOKENS * K * E).fill(Number.NaN);
    LENGTHS.forEach((length, sequence) => {
      for (let position = 0; position < length; position++) {
        const from = (firsts[sequence] + position) * width + (H + part * K) * E;
        const page = tables[starts[sequence] + Math.floor(position / PAGE_TOKENS)];
        cache.set(history.subarray(from, from + K * E), (page * PAGE_TOKENS + (position % PAGE_TOKENS)) * K * E);
      }
    });
    return cached(cache, cacheType, E);
  }

  async function attend(step: [number, number][], { continuous = false, isSplit = true } = {}) {
    const queries = step.map(([sequence, position]) => {
      const from = (firsts[sequence] + position) * width;
      const row = new Float32Array(width).fill(Number.NaN);
      row.set(history.subarray(from, from + H * E));
      return row;
    });
    const rows = step.flatMap(([sequence, position]) => [position, 99, starts[sequence], 0]);
    const a = {
      qkv: await test.input(Float32Array.from(queries.flatMap((row) => [...row]))),
      cache: { k: await test.input(cacheOf(0)), v: await test.input(cacheOf(1)), tokens: PAGES * PAGE_TOKENS },
      cacheType,
      rows: await test.input(Uint32Array.from(rows)),
      tables: await test.input(Uint32Array.from(tables)),
      o: await test.output(step.length * H * E),
      heads,
      T: step.length,
      continuous,
      attendedKeys: T,
      longest: Math.max(...step.map(([, position]) => position + 1)),
      parts: isSplit ? await test.output(partsBytes(heads, step.length, T) / 4) : undefined,
    };
    test.run((recorder) => attentionPaged(recorder, a));
    return test.floats(a.o);
  }

  it('agrees with float64 for prefill and decode rows of several sequences in one step', async () => {
    const whole = attention(history, packed(LENGTHS), heads).o;
    const expected = STEP.flatMap(([sequence, position]) => {
      const row = firsts[sequence] + position;
      return [...whole.subarray(row * H * E, (row + 1) * H * E)];
    });
    expectClose(await test.repeatable(() => attend(STEP)), expected, 1e-5);
    expectClose(await test.repeatable(() => attend(STEP, { continuous: true })), expected, 1e-5);
  });

  it('gives a row the same bits alone and in the step, for every grouping of rows and keys', async () => {
    const all = await attend(STEP);
    for (const continuous of [false, true]) {
      for (const isSplit of [false, true])
        expect(sameBits(await attend(STEP, { continuous, isSplit }), all)).toBe(true);
    }
    for (const t of [0, 8, STEP.length - 1]) {
      for (const isSplit of [false, true]) {
        expect(sameBits(await attend([STEP[t]], { isSplit }), all.slice(t * H * E, (t + 1) * H * E))).toBe(true);
      }
    }
    test.release();
  });

  it('gives a row the bits that it has in training', async ({ skip }) => {
    const { staged, subgroup } = test.device.class;
    skip(!staged && !subgroup, "in training, SwiftShader's device class sums chunks of other lengths");
    const rows = LENGTHS.flatMap((length, i) =>
      Array.from({ length }, (_, position) => [position, 0, firsts[i] + length, 0]),
    );
    const trained = {
      qkv: await test.input(history),
      rows: await test.input(Uint32Array.from(rows.flat())),
      o: await test.output(T * H * E),
      lse: await test.output(T * H),
      heads,
      T,
      attendedKeys: T,
    };
    test.run((recorder) => attentionTrain(recorder, trained));
    const all = await test.floats(trained.o);
    const served = await attend(STEP);
    STEP.forEach(([sequence, position], t) => {
      const row = firsts[sequence] + position;
      const own = served.slice(t * H * E, (t + 1) * H * E);
      expect(sameBits(own, all.slice(row * H * E, (row + 1) * H * E))).toBe(true);
    });
    test.release();
  });
});

const CASES = compiled<{ cacheType: CacheType; sinks?: number[] } & Scoring>(
  [
    { cacheType: 'f32' },
    { cacheType: 'int8', window: 300, softcap: 2 },
    { cacheType: 'f32', window: 300, sinks: [-30, 0.5, 2, 8] },
    ...(isLong ? [{ cacheType: 'f16' as const }, { cacheType: 'f32' as const, window: 300, softcap: 2 }] : []),
  ],
  2,
);

describe.each(CASES)('attention over more than a thousand cached keys with %j', ({ cacheType, sinks, ...scoring }) => {
  const heads: Heads = { H: 4, K: 2, E: 64 };
  const { H, K, E } = heads;
  const width = (H + 2 * K) * E;
  const length = 1300;
  const pages = Math.ceil(length / PAGE_TOKENS);
  const positions = [0, 63, 64, 363, 364, 1023, 1024, 1100, 1296, 1297, 1298, 1299];
  const history = cachedRows(2, length, heads, cacheType);
  const part = (from: number, to: number) => {
    const at = (i: number) => Math.floor(i / (to - from)) * width + from + (i % (to - from));
    const numbers = new Float32Array(pages * PAGE_TOKENS * (to - from)).fill(Number.NaN);
    for (let i = 0; i < length * (to - from); i++) numbers[i] = history[at(i)];
    return cached(numbers, cacheType, E);
  };

  async function attend(step: number[], isSplit: boolean, continuous = false) {
    const queries = step.flatMap((position) => [...history.subarray(position * width, (position + 1) * width)]);
    const a = {
      qkv: await test.input(Float32Array.from(queries)),
      cache: {
        k: await test.input(part(H * E, (H + K) * E)),
        v: await test.input(part((H + K) * E, width)),
        tokens: pages * PAGE_TOKENS,
      },
      cacheType,
      rows: await test.input(Uint32Array.from(step.flatMap((position) => [position, 0, 0, 0]))),
      tables: await test.input(Uint32Array.from({ length: pages }, (_, page) => page)),
      o: await test.output(step.length * H * E),
      heads,
      T: step.length,
      continuous,
      attendedKeys: 1000 * step.length,
      longest: 2048,
      parts: isSplit ? await test.output(partsBytes(heads, step.length, 2048) / 4) : undefined,
      sinks: sinks && (await test.input(Float32Array.from(sinks))),
      ...scoring,
    };
    test.run((recorder) => attentionPaged(recorder, a));
    return test.floats(a.o);
  }

  it('agrees with float64, with the same bits for every split of the keys', async () => {
    const visible = Array.from({ length }, (_, t) => (positions.includes(t) ? [...Array(t + 1).keys()] : []));
    const near = windowed(visible, scoring.window ?? Infinity);
    const { o } = attention(history, near, heads, scoring.softcap, sinks);
    const expected = positions.flatMap((t) => [...o.subarray(t * H * E, (t + 1) * H * E)]);
    const all = await attend(positions, true);
    expectClose(all, expected, 1e-5);
    expect(sameBits(await attend(positions, false), all)).toBe(true);
    expect(sameBits(await attend([1299], true), all.slice(-H * E))).toBe(true);
    // Rows processed together, whose windows begin in different chunks.
    expect(sameBits(await attend(positions, false, true), all)).toBe(true);
    test.release();
  });

  it('gives a row the bits that it has in training', async ({ skip }) => {
    const { staged, subgroup } = test.device.class;
    skip(cacheType !== 'f32', 'training does not round to the cache type');
    skip(!staged && !subgroup, "in training, SwiftShader's device class sums chunks of other lengths");
    const trained = {
      qkv: await test.input(history),
      rows: await test.input(Uint32Array.from({ length: 4 * length }, (_, i) => [i / 4, 0, length, 0][i % 4])),
      o: await test.output(length * H * E),
      lse: await test.output(length * H),
      heads,
      T: length,
      attendedKeys: length,
      sinks: sinks && (await test.input(Float32Array.from(sinks))),
      ...scoring,
    };
    test.run((recorder) => attentionTrain(recorder, trained));
    const all = await test.floats(trained.o);
    const expected = positions.flatMap((t) => [...all.subarray(t * H * E, (t + 1) * H * E)]);
    expect(sameBits(await attend(positions, true), Float32Array.from(expected))).toBe(true);
    test.release();
  });
});
