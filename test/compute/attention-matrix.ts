import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionPaged, attentionTrain, PAGE_TOKENS, type Scoring } from '../../src/compute/ops/attention.ts';
import { attentionBackward } from '../../src/compute/ops/attention-backward.ts';
import { partsBytes } from '../../src/compute/ops/attention-chunks.ts';
import { panelBytes } from '../../src/compute/ops/attention-gradient.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import {
  attention,
  packed,
  attentionBackward as referenceBackward,
  segmentTree,
  windowed,
} from '../reference/attention.ts';
import { randomFloats, shuffled } from '../reference/random.ts';
import type { Heads } from '../reference/rope.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { sameBits, TestDevice } from './test-device.ts';

// Attention with subgroup matrices. The reference rounds queries, keys and values to f16 as the kernels do, but not
// softmax weights. Rounding changes each weight by 2^-12, so outputs are compared relative to the largest value.
const CLOSE = 2.5e-4;
/** All factors of gradients are rounded. Errors are relative to the largest row of dO in the sum. */
const GRADIENT_CLOSE = 1e-3;
const VALUE = 1.5;

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const half = (numbers: Float32Array) => numbers.map((x) => Math.f16round(x));
const kernelsRun = () => test.device.kernels.variants.map(({ name }) => name);

interface Form extends Heads, Scoring {
  /** [H] */
  sinks?: number[];
}

/** The first form has the kernels of the toy model. Each other form compiles its own, which takes half a minute. */
const FORMS: Form[] = [
  { H: 4, K: 2, E: 16 },
  ...(isLong
    ? [
        { H: 7, K: 1, E: 32, window: 70, softcap: 2 },
        { H: 2, K: 1, E: 128 },
        { H: 5, K: 1, E: 48, window: 1 },
        { H: 4, K: 2, E: 32, window: 70, sinks: [-30, 0.5, 2, 8] },
        { H: 4, K: 2, E: 64 },
        { H: 2, K: 1, E: 80 },
        { H: 24, K: 2, E: 96, window: Number.POSITIVE_INFINITY },
        { H: 3, K: 1, E: 256, softcap: 1 },
      ]
    : []),
];

/** Cached tokens of each sequence. */
const LENGTHS = [3, 33, 300];
/** (sequence, position) of each row of one step: decode rows among prefill chunks that begin and end anywhere. */
const STEP: [number, number][] = [
  [2, 299],
  ...Array.from({ length: 40 }, (_, i): [number, number] => [2, 100 + i]),
  [0, 2],
  [1, 32],
  ...[0, 1, 2].map((position): [number, number] => [1, position]),
  [2, 63],
];
const PAGES = 32;
const T = LENGTHS.reduce((sum, length) => sum + length, 0);
const firsts = LENGTHS.map((_, i) => LENGTHS.slice(0, i).reduce((sum, length) => sum + length, 0));

/** Block tables over shuffled pages, and the offset of each sequence's table. */
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

describe.each(FORMS)('attention with subgroup matrices, %j', ({ window, softcap, sinks, ...heads }) => {
  const { H, K, E } = heads;
  const width = (H + 2 * K) * E;
  const scoring = { window, softcap };
  const unrounded = randomFloats(1, T * width, 1.5);
  const rounded = half(unrounded);
  // The kernel rounds queries. Keys and values are rounded before it.
  const history = unrounded.map((x, i) => (i % width < H * E ? x : rounded[i]));
  const { tables, starts } = blockTables();
  const rowsOf = (all: Float32Array<ArrayBuffer>, row: number) => all.slice(row * H * E, (row + 1) * H * E);

  /** Keys (part 0) or values (part 1) of all sequences in their pages; all other elements are NaN. */
  function cacheOf(part: 0 | 1): Float16Array {
    const cache = new Float16Array(PAGES * PAGE_TOKENS * K * E).fill(Number.NaN);
    LENGTHS.forEach((length, sequence) => {
      for (let position = 0; position < length; position++) {
        const from = (firsts[sequence] + position) * width + (H + part * K) * E;
        const page = tables[starts[sequence] + Math.floor(position / PAGE_TOKENS)];
        const row = page * PAGE_TOKENS + (position % PAGE_TOKENS);
        cache.set(Float16Array.from(history.subarray(from, from + K * E)), row * K * E);
      }
    });
    return cache;
  }

  async function served(step: [number, number][], { continuous = false, isSplit = true } = {}) {
    const queries = step.flatMap(([sequence, position]) => {
      const row = (firsts[sequence] + position) * width;
      return [...history.subarray(row, row + H * E), ...new Float32Array(2 * K * E).fill(Number.NaN)];
    });
    const a = {
      qkv: await test.input(Float32Array.from(queries)),
      cache: { k: await test.input(cacheOf(0)), v: await test.input(cacheOf(1)), tokens: PAGES * PAGE_TOKENS },
      cacheType: 'f16' as const,
      rounded: true,
      rows: await test.input(
        Uint32Array.from(step.flatMap(([sequence, position]) => [position, 99, starts[sequence], 0])),
      ),
      tables: await test.input(Uint32Array.from(tables)),
      o: await test.output(step.length * H * E),
      heads,
      T: step.length,
      continuous,
      attendedKeys: T,
      longest: Math.max(...step.map(([, position]) => position + 1)),
      parts: isSplit ? await test.output(partsBytes(heads, step.length, T) / 4) : undefined,
      ...scoring,
      sinks: sinks && (await test.input(Float32Array.from(sinks))),
    };
    test.run((recorder) => attentionPaged(recorder, a));
    return test.floats(a.o);
  }

  async function trained(qkv: Float32Array, rows: Uint32Array, gradient?: Float32Array, most?: number) {
    const count = rows.length / 4;
    const a = {
      qkv: await test.input(qkv),
      rows: await test.input(rows),
      o: await test.output(count * H * E),
      lse: await test.output(count * H),
      heads,
      T: count,
      attendedKeys: count,
      rounded: true,
      ...scoring,
      sinks: sinks && (await test.input(Float32Array.from(sinks))),
    };
    const backward = {
      dO: await test.input(gradient ?? new Float32Array(count * H * E)),
      delta: await test.output(count * H),
      dqkv: await test.output(qkv.length),
      byMatrices: {
        panels: await test.output(panelBytes(test.device.matrix, heads, count, most) / 4),
        scale: await test.output(count * H),
      },
    };
    const recorder = new Recorder(test.device);
    attentionTrain(recorder, a);
    if (gradient) attentionBackward(recorder, { ...a, ...backward });
    recorder.submit();
    const [o, lse, dqkv] = [await test.floats(a.o), await test.floats(a.lse), await test.floats(backward.dqkv)];
    recorder.reset();
    return { o, lse, dqkv };
  }

  const packedRows = Uint32Array.from(
    LENGTHS.flatMap((length, i) =>
      Array.from({ length }, (_, position) => [position, 0, firsts[i] + length, 0]).flat(),
    ),
  );

  it('agrees with float64 in training, and serving has the same bits for every grouping of rows and keys', async ({
    skip,
  }) => {
    skip(!test.device.matrix, 'the adapter has no subgroup matrices');
    const visible = windowed(packed(LENGTHS), window ?? Number.POSITIVE_INFINITY);
    const expected = attention(rounded, visible, heads, softcap, sinks);
    const training = await trained(history, packedRows);
    expectClose(training.o, expected.o, CLOSE, VALUE);
    // The log-sum-exp sums unrounded weights.
    expectClose(training.lse, expected.lse, 1e-5);
    const own = STEP.map(([sequence, position]) => rowsOf(training.o, firsts[sequence] + position));
    const all = Float32Array.from(own.flatMap((row) => [...row]));
    for (const continuous of [false, true]) {
      for (const isSplit of [false, true]) {
        expect(sameBits(await served(STEP, { continuous, isSplit }), all)).toBe(true);
      }
    }
    for (const t of [0, 30, STEP.length - 1]) {
      for (const isSplit of [false, true]) {
        expect(sameBits(await served([STEP[t]], { isSplit }), own[t])).toBe(true);
      }
    }
    expect(kernelsRun()).toContain('attention_paged_matrix');
    test.release();
  });

  it('gives a leaf of a segment tree the bits of its whole sequence, and agrees with float64', async ({ skip }) => {
    skip(!test.device.matrix, 'the adapter has no subgroup matrices');
    // The prefix ends within a tile, and the next segment of the path lies more than a chunk of keys after it.
    const lengths = [100, 90, 70, 70];
    const tree = [null, 0, 0, 2].map((parent, i) => ({ length: lengths[i], parent }));
    const before = [0, 100, 100, 260];
    const [first, starts] = [
      [0, 100, 190, 260],
      [0, 100, 100, 170],
    ];
    const ends = [330, 190, 330, 330];
    const rows = lengths.flatMap((length, s) =>
      Array.from({ length }, (_, i) => [starts[s] + i, before[s], ends[s], 0]).flat(),
    );
    const qkv = history.slice(0, 330 * width);
    const dO = gradients(3, 330);
    const shared = await trained(qkv, Uint32Array.from(rows), dO);
    const visible = windowed(segmentTree(tree), window ?? Number.POSITIVE_INFINITY);
    const values = rounded.slice(0, 330 * width);
    expectClose(shared.o, attention(values, visible, heads, softcap, sinks).o, CLOSE, VALUE);
    expectClose(
      shared.dqkv,
      referenceBackward(dO, values, visible, heads, softcap, sinks),
      GRADIENT_CLOSE,
      magnitude(0),
    );
    const path = (values: Float32Array<ArrayBuffer>, row: number) =>
      Float32Array.from([...values.subarray(0, 100 * row), ...values.subarray(first[2] * row, 330 * row)]);
    const whole = Array.from({ length: 240 }, (_, position) => [position, 0, 240, 0]);
    const alone = await trained(path(qkv, width), Uint32Array.from(whole.flat()));
    expect(sameBits(path(shared.o, H * E), alone.o)).toBe(true);
    expect(sameBits(path(shared.lse, H), alone.lse)).toBe(true);
    test.release();
  });

  /** Magnitude of a row of dO: rows differ by more than f16 can represent together. */
  const magnitude = (row: number) => 10 ** -(3 + (row % 5));
  const gradients = (seed: number, count: number) =>
    randomFloats(seed, count * H * E).map((x, i) => x * magnitude(Math.floor(i / (H * E))));

  it('computes gradients that agree with float64, with the same bits for a sequence alone', async ({ skip }) => {
    skip(!test.device.matrix, 'the adapter has no subgroup matrices');
    const dO = gradients(2, T);
    const all = await trained(history, packedRows, dO);
    const visible = windowed(packed(LENGTHS), window ?? Number.POSITIVE_INFINITY);
    const expected = referenceBackward(dO, rounded, visible, heads, softcap, sinks);
    for (let t = 0; t < T; t++) {
      // Query gradients are compared by row, relative to its dO. Those of keys and values sum over all rows.
      const query = (values: ArrayLike<number>) => Array.from({ length: H * E }, (_, i) => values[t * width + i]);
      expectClose(query(all.dqkv), query(expected), GRADIENT_CLOSE, magnitude(t));
    }
    expectClose(all.dqkv, expected, GRADIENT_CLOSE, magnitude(0));
    const [first, length] = [firsts[1], LENGTHS[1]];
    const part = (values: Float32Array<ArrayBuffer>, row: number) => values.slice(first * row, (first + length) * row);
    const rows = Array.from({ length }, (_, position) => [position, 0, length, 0]);
    const alone = await trained(part(history, width), Uint32Array.from(rows.flat()), part(dO, H * E));
    expect(sameBits(alone.dqkv, part(all.dqkv, width))).toBe(true);
    const inParts = await trained(history, packedRows, dO, 1);
    expect(sameBits(inParts.dqkv, all.dqkv)).toBe(true);
    expect(kernelsRun()).toContain('attention_backward_query_matrix');
    test.release();
  });
});
