import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionPaged, PAGE_TOKENS, type Scoring } from '../../src/compute/ops/attention.ts';
import { partsBytes } from '../../src/compute/ops/attention-chunks.ts';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { attention } from '../reference/attention.ts';
import { cached, cachedRows } from '../reference/cached-heads.ts';
import { shuffled } from '../reference/random.ts';
import type { Heads } from '../reference/rope.ts';
import { withMore } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { sameBits, TestDevice } from './test-device.ts';

// GPU attention over sequences that share the pages of a prefix.

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

interface Case extends Heads, Scoring {
  cacheType: CacheType;
  sinks?: number[];
  /** Uses subgroup matrices, only on devices that have them. Other cases run only on devices without. */
  rounded?: true;
  /** Reads of a key that 16 sequences share: one for each tile of query heads and rows, with matrices of 16 rows. */
  reads: number;
}

/** Each case compiles its own kernels. */
const CASES: Case[] = withMore<Case>(
  [
    { H: 4, K: 2, E: 64, cacheType: 'f32', reads: 2 },
    { H: 4, K: 2, E: 64, cacheType: 'int8', window: 150, reads: 2 },
    { H: 4, K: 2, E: 16, cacheType: 'f16', rounded: true, reads: 1 },
  ],
  [
    { H: 4, K: 2, E: 64, cacheType: 'f16', reads: 2 },
    { H: 4, K: 2, E: 64, cacheType: 'int8', softcap: 2, reads: 2 },
    { H: 3, K: 1, E: 256, cacheType: 'f16', reads: 8 },
    { H: 5, K: 5, E: 48, cacheType: 'f32', window: 150, reads: 1 },
    { H: 4, K: 2, E: 64, cacheType: 'f32', window: 300, sinks: [-30, 0.5, 2, 8], reads: 2 },
    // Its query heads fill a tile.
    { H: 16, K: 1, E: 32, cacheType: 'f32', reads: 16 },
    { H: 7, K: 1, E: 32, cacheType: 'f16', rounded: true, window: 150, softcap: 2, reads: 4 },
    { H: 4, K: 2, E: 32, cacheType: 'f16', rounded: true, window: 150, sinks: [-30, 0.5, 2, 8], reads: 1 },
    { H: 2, K: 1, E: 128, cacheType: 'f16', rounded: true, reads: 1 },
  ],
);

/** Token counts of sequences that share their first pages. The shared pages end inside a chunk of 64 keys. */
const GROUPS = [
  { pages: 42, lengths: Array.from({ length: 16 }, (_, i) => 673 + ((5 * i) % 16) * 7) },
  { pages: 1, lengths: [40, 130] },
  { pages: 7, lengths: [129, 200, 150, 192, 260] },
  { pages: 0, lengths: [700] },
];
/** Shared pages of the first group that fill whole chunks. */
const CHUNKED = 40;
const PAGES = 200;

interface Sequence {
  /** [length, (H + 2 K) E] */
  history: Float32Array;
  length: number;
  pages: number[];
}

function sequencesOf({ cacheType, ...heads }: Case): Sequence[] {
  const free = shuffled(3, PAGES - 1);
  let seed = 10;
  return GROUPS.flatMap(({ pages, lengths }) => {
    const prefix = cachedRows(seed++, pages * PAGE_TOKENS, heads, cacheType);
    const shared = free.splice(0, pages);
    return lengths.map((length) => {
      const own = cachedRows(seed++, length - pages * PAGE_TOKENS, heads, cacheType);
      const ownPages = free.splice(0, Math.ceil(length / PAGE_TOKENS) - pages);
      return { history: Float32Array.from([...prefix, ...own]), length, pages: [...shared, ...ownPages] };
    });
  });
}

/** (sequence, position) of a row. */
type Row = [sequence: number, position: number];

describe.each(CASES)('attention over shared prefixes with %j', (form) => {
  const { H, K, E, cacheType, window, softcap, sinks, reads, rounded = false } = form;
  const heads = { H, K, E };
  const width = (H + 2 * K) * E;
  const sequences = sequencesOf(form);
  /** The last row of each sequence. Two sequences also have the two rows before it, as draft tokens. */
  const step = sequences.flatMap(({ length }, s) =>
    (s === 2 || s === 19 ? [3, 2, 1] : [1]).map((back): Row => [s, length - back]),
  );
  const isOthers = () => (test.device.matrix !== undefined) !== rounded;

  const caches = [cacheOf(0), cacheOf(1)];

  /** Keys (part 0) or values (part 1) of all sequences in their pages; all other elements are NaN. */
  function cacheOf(part: 0 | 1): ReturnType<typeof cached> {
    const cache = new Float32Array(PAGES * PAGE_TOKENS * K * E).fill(Number.NaN);
    for (const { history, length, pages } of sequences) {
      for (let position = 0; position < length; position++) {
        const from = position * width + (H + part * K) * E;
        const row = pages[Math.floor(position / PAGE_TOKENS)] * PAGE_TOKENS + (position % PAGE_TOKENS);
        cache.set(history.subarray(from, from + K * E), row * K * E);
      }
    }
    return cached(cache, cacheType, E);
  }

  /** `poisoned`: the row whose block table has a page of NaN instead of the shared pages. */
  async function attend(rows: Row[], { shares = false, isSplit = true, poisoned = -1 } = {}) {
    const tables = rows.map(([s], t) =>
      sequences[s].pages.map((page, i) => (t === poisoned && i < CHUNKED ? PAGES - 1 : page)),
    );
    const start = (t: number) => tables.slice(0, t).flat().length;
    const queries = rows.flatMap(([s, position]) => {
      const from = position * width;
      const own = sequences[s].history.subarray(from, from + H * E);
      return [...own, ...new Float32Array(2 * K * E).fill(Number.NaN)];
    });
    const a = {
      qkv: await test.input(Float32Array.from(queries)),
      cache: { k: await test.input(caches[0]), v: await test.input(caches[1]), tokens: PAGES * PAGE_TOKENS },
      cacheType,
      rounded,
      rows: await test.input(Uint32Array.from(rows.flatMap(([, position], t) => [position, 99, start(t), 0]))),
      tables: await test.input(Uint32Array.from(tables.flat())),
      prefixes: shares ? await test.input(Uint32Array.from(rows, (_, t) => prefixOf(rows, t))) : undefined,
      o: await test.output(rows.length * H * E),
      heads,
      T: rows.length,
      continuous: false,
      attendedKeys: 500 * rows.length,
      longest: Math.max(...rows.map(([, position]) => position + 1)),
      parts: isSplit ? await test.output(partsBytes(heads, rows.length, 1024) / 4) : undefined,
      sinks: sinks && (await test.input(Float32Array.from(sinks))),
      window,
      softcap,
    };
    test.run((recorder) => attentionPaged(recorder, a));
    const o = await test.floats(a.o);
    test.release();
    return o;
  }

  /** Returns how many keys of row t lie in pages of the previous row. */
  function prefixOf(rows: Row[], t: number): number {
    if (t === 0) return 0;
    const [[before, end], [s, position]] = [rows[t - 1], rows[t]];
    if (s === before) return 0xffffffff;
    const differs = sequences[s].pages.findIndex((page, i) => page !== sequences[before].pages[i]);
    return Math.min(differs * PAGE_TOKENS, end + 1, position + 1);
  }

  const rowOf = (o: Float32Array<ArrayBuffer>, t: number) => o.slice(t * H * E, (t + 1) * H * E);

  it('gives a row the same bits alone and in any order of rows, and agrees with float64', async ({ skip }) => {
    if (isOthers()) skip();
    const expected = step.flatMap(([s, position]) => {
      const { history } = sequences[s];
      const seen = Array.from({ length: position + 1 }, (_, j) => j).slice(-(window ?? Number.POSITIVE_INFINITY));
      const visible = Array.from({ length: position + 1 }, (_, t) => (t === position ? seen : []));
      const qkv = rounded ? history.map(Math.f16round) : history;
      return [...attention(qkv, visible, heads, softcap, sinks).o.subarray(position * H * E)];
    });
    const all = await attend(step);
    // Matrices round the weights of keys to f16; the largest value is 1.5.
    if (rounded) expectClose(all, expected, 2.5e-4, 1.5);
    else expectClose(all, expected, 1e-5);
    expect(sameBits(await attend(step, { isSplit: false }), all)).toBe(true);
    expect(sameBits(await attend(step, { shares: true }), all)).toBe(true);
    // In another order, other rows are processed together.
    const order = shuffled(7, sequences.length).flatMap((s) => step.flatMap(([of], t) => (of === s ? [t] : [])));
    const inOrder = await attend(
      order.map((t) => step[t]),
      { shares: true },
    );
    for (const [i, t] of order.entries()) expect(sameBits(rowOf(inOrder, i), rowOf(all, t))).toBe(true);
    for (const t of [0, 3, step.length - 1]) {
      expect(sameBits(await attend([step[t]], { shares: true }), rowOf(all, t))).toBe(true);
    }
  });

  it('reads the keys that 16 sequences share once for each workgroup', async ({ skip }) => {
    if (isOthers()) skip();
    const rows = GROUPS[0].lengths.map((length, s): Row => [s, length - 1]);
    const readers = async (shares: boolean) => {
      let count = 0;
      for (let poisoned = 0; poisoned < rows.length; poisoned++) {
        // No window leaves out all the keys that they share.
        if ((await attend(rows, { shares, poisoned })).some(Number.isNaN)) count += 1;
      }
      return count;
    };
    expect(await readers(false)).toBe(16);
    expect(await readers(true)).toBe(reads * (16 / (test.device.matrix?.M ?? 16)));
  });
});
