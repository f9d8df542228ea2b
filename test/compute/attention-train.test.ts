import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionTrain, type Scoring } from '../../src/compute/ops/attention.ts';
import { attentionBackward } from '../../src/compute/ops/attention-backward.ts';
import {
  attention,
  packed,
  attentionBackward as referenceBackward,
  segmentTree,
  windowed,
} from '../reference/attention.ts';
import { randomFloats, uniform } from '../reference/random.ts';
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

/** A run of rows that continues its parent. Parents come before their children, and a subtree is contiguous. */
interface Segment {
  length: number;
  parent: number | null;
}

/** One sequence is longer than several chunks of keys (4 keys a lane). */
const LENGTHS = [1, 7, 3, 22, 131];
const SEQUENCES = LENGTHS.map((length): Segment => ({ length, parent: null }));

/** Three levels below a prefix of 1 to 140 rows, so that chunks of keys end before, in and after any segment. */
function randomTree(seed: number): Segment[] {
  const draw = uniform(seed);
  const upTo = (most: number) => 1 + Math.floor(draw() * most);
  const tree: Segment[] = [];
  const grow = (parent: number | null, depth: number) => {
    const own = tree.push({ length: upTo(depth === 0 ? 140 : 30), parent }) - 1;
    if (depth === 3) return;
    for (let children = Math.floor(draw() * 4); children > 0; children--) grow(own, depth + 1);
  };
  for (let roots = 2; roots > 0; roots--) grow(null, 0);
  return tree;
}

const total = (segments: Segment[]) => segments.reduce((sum, { length }) => sum + length, 0);

/** (position, 1 + row that the segment continues, end of the rows below it, slot) of each row. */
function rowsOf(segments: Segment[]): Uint32Array<ArrayBuffer> {
  const firsts = segments.map((_, segment) => total(segments.slice(0, segment)));
  const within = (segment: number | null, root: number): boolean =>
    segment !== null && (segment === root || within(segments[segment].parent, root));
  const rows: number[] = [];
  segments.forEach(({ length, parent }, segment) => {
    const before = parent === null ? 0 : firsts[parent] + segments[parent].length;
    const start = before === 0 ? 0 : rows[(before - 1) * 4] + 1;
    const below = segments.filter((_, other) => within(other, segment));
    for (let i = 0; i < length; i++) rows.push(start + i, before, firsts[segment] + total(below), 0);
  });
  return Uint32Array.from(rows);
}

interface Results {
  o: Float32Array<ArrayBuffer>;
  lse: Float32Array<ArrayBuffer>;
  dqkv: Float32Array<ArrayBuffer>;
}

async function train(
  qkv: Float32Array,
  dO: Float32Array,
  segments: Segment[],
  heads: Heads,
  { sinks, ...scoring }: Scoring & { sinks?: Float32Array } = {},
): Promise<Results> {
  const { H, E } = heads;
  const T = total(segments);
  const a = {
    qkv: await test.input(qkv),
    rows: await test.input(rowsOf(segments)),
    o: await test.output(T * H * E),
    lse: await test.output(T * H),
    dO: await test.input(dO),
    delta: await test.output(T * H),
    dqkv: await test.output(qkv.length),
    heads,
    T,
    attendedKeys: T,
    sinks: sinks && (await test.input(sinks)),
    ...scoring,
  };
  test.run((recorder) => {
    attentionTrain(recorder, a);
    attentionBackward(recorder, a);
  });
  return { o: await test.floats(a.o), lse: await test.floats(a.lse), dqkv: await test.floats(a.dqkv) };
}

/** `npm test` runs one or two of these: each compiles its own kernels, which takes up to a minute. */
const HEADS: Heads[] = [
  { H: 3, K: 3, E: 16 },
  { H: 4, K: 2, E: 64 },
  { H: 6, K: 2, E: 32 },
  { H: 2, K: 1, E: 128 },
  { H: 2, K: 1, E: 256 },
];

describe.each(isLong ? HEADS : compiled(HEADS.slice(0, 2), 1))('attention over packed sequences with %j', (heads) => {
  const { H, K, E } = heads;
  const T = total(SEQUENCES);
  const width = (H + 2 * K) * E;
  // Scores of a few units, so that the softmax is neither flat nor a single one.
  const qkv = randomFloats(1, T * width, 1.5);
  const dO = randomFloats(2, T * H * E);

  it('outputs, log-sum-exp and gradients agree with float64, and repeat bit for bit', async () => {
    const result = await train(qkv, dO, SEQUENCES, heads);
    const again = await train(qkv, dO, SEQUENCES, heads);
    const attendedKeys = packed(LENGTHS);
    const expected = attention(qkv, attendedKeys, heads);
    expectClose(result.o, expected.o, 1e-5);
    expectClose(result.lse, expected.lse, 1e-5);
    expectClose(result.dqkv, referenceBackward(dO, qkv, attendedKeys, heads), 2e-5);
    for (const name of ['o', 'lse', 'dqkv'] as const) expect(sameBits(result[name], again[name])).toBe(true);
    test.release();
  });

  it('a sequence has the same bits alone and among others', async () => {
    const all = await train(qkv, dO, SEQUENCES, heads);
    const part = (values: Float32Array<ArrayBuffer>, row: number) => values.slice(8 * row, 11 * row);
    const alone = await train(part(qkv, width), part(dO, H * E), [{ length: 3, parent: null }], heads);
    expect(sameBits(alone.o, part(all.o, H * E))).toBe(true);
    expect(sameBits(alone.lse, part(all.lse, H))).toBe(true);
    expect(sameBits(alone.dqkv, part(all.dqkv, width))).toBe(true);
    test.release();
  });
});

describe('attention over a tree of segments', () => {
  const heads = { H: 4, K: 2, E: 16 };
  const { H, K, E } = heads;
  const width = (H + 2 * K) * E;

  it.each(isLong ? [1, 2, 3, 4, 5, 6] : [1, 2])(
    'random tree %i: outputs, log-sum-exp and gradients agree with float64, and repeat bit for bit',
    async (seed) => {
      const tree = randomTree(seed);
      const T = total(tree);
      const [qkv, dO] = [randomFloats(seed, T * width, 1.5), randomFloats(seed + 100, T * H * E)];
      const result = await train(qkv, dO, tree, heads);
      const again = await train(qkv, dO, tree, heads);
      const attendedKeys = segmentTree(tree);
      const expected = attention(qkv, attendedKeys, heads);
      expectClose(result.o, expected.o, 1e-5);
      expectClose(result.lse, expected.lse, 1e-5);
      expectClose(result.dqkv, referenceBackward(dO, qkv, attendedKeys, heads), 2e-5);
      for (const name of ['o', 'lse', 'dqkv'] as const) expect(sameBits(result[name], again[name])).toBe(true);
      test.release();
    },
  );

  it('gives a leaf the bits that it has in its whole sequence without sharing', async () => {
    const tree: Segment[] = [
      { length: 130, parent: null },
      { length: 5, parent: 0 },
      { length: 40, parent: 0 },
      { length: 9, parent: 2 },
    ];
    const [qkv, dO] = [randomFloats(7, 184 * width, 1.5), randomFloats(8, 184 * H * E)];
    const shared = await train(qkv, dO, tree, heads);
    const path = (values: Float32Array<ArrayBuffer>, row: number) =>
      Float32Array.from([...values.subarray(0, 130 * row), ...values.subarray(135 * row, 184 * row)]);
    const whole = await train(path(qkv, width), path(dO, H * E), [{ length: 179, parent: null }], heads);
    expect(sameBits(path(shared.o, H * E), whole.o)).toBe(true);
    expect(sameBits(path(shared.lse, H), whole.lse)).toBe(true);
    const leaf = (dqkv: Float32Array<ArrayBuffer>) => dqkv.slice(-9 * width);
    expect(sameBits(leaf(shared.dqkv), leaf(whole.dqkv))).toBe(true);
    test.release();
  });
});

describe('attention with sliding windows and capped scores', () => {
  const heads = { H: 4, K: 2, E: 16 };
  const { H, K, E } = heads;
  const width = (H + 2 * K) * E;
  const softcap = 2;

  // Windows shorter than a chunk of keys of any kernel (8 to 128), as long, longer, and longer than all sequences.
  it.each([1, 5, 64, 70, Infinity])(
    'a window of %d agrees with float64, over sequences and over a tree',
    async (window) => {
      for (const segments of [SEQUENCES, randomTree(3)]) {
        const T = total(segments);
        const [qkv, dO] = [randomFloats(11, T * width, 1.5), randomFloats(12, T * H * E)];
        const result = await train(qkv, dO, segments, heads, { window, softcap });
        const visible = windowed(segmentTree(segments), window);
        const expected = attention(qkv, visible, heads, softcap);
        expectClose(result.o, expected.o, 1e-5);
        expectClose(result.lse, expected.lse, 1e-5);
        expectClose(result.dqkv, referenceBackward(dO, qkv, visible, heads, softcap), 2e-5);
      }
      test.release();
    },
  );

  it('a row has the same bits however the rows beside it are cut into segments', async () => {
    const [qkv, dO] = [randomFloats(13, 150 * width, 1.5), randomFloats(14, 150 * H * E)];
    const whole = await train(qkv, dO, [{ length: 150, parent: null }], heads, { window: 20, softcap });
    // An unused leaf shifts the rows, so that other rows are processed together.
    const tree: Segment[] = [
      { length: 71, parent: null },
      { length: 2, parent: 0 },
      { length: 79, parent: 0 },
    ];
    const spread = (values: Float32Array<ArrayBuffer>, row: number) =>
      Float32Array.from([
        ...values.subarray(0, 71 * row),
        ...values.subarray(0, 2 * row),
        ...values.subarray(71 * row),
      ]);
    const shared = await train(spread(qkv, width), spread(dO, H * E), tree, heads, { window: 20, softcap });
    expect(sameBits(shared.o.slice(73 * H * E), whole.o.slice(71 * H * E))).toBe(true);
    expect(sameBits(shared.lse.slice(73 * H), whole.lse.slice(71 * H))).toBe(true);
    test.release();
  });

  it.each([undefined, 5])('sinks in the denominators agree with float64, with a window of %s', async (window) => {
    // Far below all scores, among them, and far above.
    const sinks = Float32Array.of(-30, 0.5, 2, 60);
    for (const segments of [SEQUENCES, randomTree(3)]) {
      const T = total(segments);
      const [qkv, dO] = [randomFloats(17, T * width, 1.5), randomFloats(18, T * H * E)];
      const result = await train(qkv, dO, segments, heads, { window, sinks });
      const visible = windowed(segmentTree(segments), window ?? Infinity);
      const expected = attention(qkv, visible, heads, Infinity, sinks);
      expectClose(result.o, expected.o, 1e-5);
      expectClose(result.lse, expected.lse, 1e-5);
      expectClose(result.dqkv, referenceBackward(dO, qkv, visible, heads, Infinity, sinks), 2e-5);
    }
    test.release();
  });

  it('scores far beyond the cap agree with float64', async () => {
    const qkv = randomFloats(15, 9 * 48, 300);
    const dO = randomFloats(16, 9 * 16);
    const alone = { H: 1, K: 1, E: 16 };
    const result = await train(qkv, dO, [{ length: 9, parent: null }], alone, { softcap: 50 });
    const expected = attention(qkv, packed([9]), alone, 50);
    expectClose(result.o, expected.o, 1e-4);
    expectClose(result.lse, expected.lse, 1e-5);
    test.release();
  });
});

it('attention agrees with float64 if the exponentials of scores overflow f32', async () => {
  const heads = { H: 1, K: 1, E: 16 };
  const qkv = randomFloats(3, 9 * 48, 20);
  const dO = randomFloats(4, 9 * 16);
  const result = await train(qkv, dO, [{ length: 9, parent: null }], heads);
  const expected = attention(qkv, packed([9]), heads);
  expect(Math.max(...expected.lse)).toBeGreaterThan(100);
  // A score of 200 is rounded by 1e-5 in f32, which the softmax passes on as it is.
  expectClose(result.o, expected.o, 1e-4);
  expectClose(result.lse, expected.lse, 1e-5);
  test.release();
});
