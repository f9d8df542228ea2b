import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../src/api/series/metric-names.ts';
import { runSeries, type SeriesRequest } from '../../src/api/series/run-series.ts';
import type { BucketColumns } from '../../src/api/series/series-buckets.ts';
import { AXES, BLOCK_RECORDS, blockOf, type SeriesBlock, type SeriesRow } from '../../src/store/series-block.ts';

/** Yields the history in blocks, as a store does. */
async function* blocks(rows: readonly SeriesRow[]): AsyncGenerator<SeriesBlock> {
  for (let start = 0; start < rows.length; start += BLOCK_RECORDS)
    yield await blockOf([rows.slice(start, start + BLOCK_RECORDS)], { names: [], others: true });
}

const everything = { from: 0, to: Number.POSITIVE_INFINITY, smoothing: null } as const;

function curveOf(rows: readonly SeriesRow[], request: Partial<SeriesRequest>) {
  const whole: SeriesRequest = { axis: 'gradient_step', names: ['a'], points: 1_000, ...everything, ...request };
  return runSeries(blocks(rows), whole);
}

const row = (seq: number, metrics: Record<string, number>, changes: Partial<SeriesRow> = {}): SeriesRow => {
  const time = new Date(1_795_000_000_000 + seq * 1_500).toISOString();
  return { seq, step: 1, gradient_step: seq, time, metrics: JSON.stringify(metrics), ...changes };
};

interface Point {
  x: number;
  value: number;
  smoothed: number;
}

/** Returns a metric's values with their x and their moving average by its definition, in the order of writing. */
function pointsOf(rows: readonly SeriesRow[], { axis, smoothing }: Pick<SeriesRequest, 'axis' | 'smoothing'>): Point[] {
  const points: Point[] = [];
  for (const one of rows) {
    const x = axis === 'time' ? Date.parse(one.time) : one[axis];
    const value: number | undefined = JSON.parse(one.metrics).a;
    if (x === null || value === undefined) continue;
    const w = smoothing ?? 0;
    const values = [...points.map((point) => point.value), value];
    const weights = values.map((_, at) => w ** (values.length - 1 - at));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const smoothed = smoothing === null ? 0 : values.reduce((sum, v, at) => sum + v * weights[at], 0) / total;
    points.push({ x, value, smoothed });
  }
  return points;
}

/** Returns all buckets of a width. Width 0 gives one bucket per point. */
function bucketsOf(points: readonly Point[], width: number): Point[][] {
  const ordered = points.map((point, order) => ({ point, order }));
  ordered.sort((a, b) => a.point.x - b.point.x || a.order - b.order);
  if (width === 0) return ordered.map(({ point }) => [point]);
  const groups = Map.groupBy(points, ({ x }) => Math.floor(x / width));
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** Finds the buckets as the contract defines them, trying one width after the other. */
function naive(points: readonly Point[], most: number): Point[][] {
  for (let width = 0; ; width = width === 0 ? 1 : width * 2) {
    const buckets = bucketsOf(points, width);
    if (buckets.length <= most) return buckets;
  }
}

function expectBuckets(found: BucketColumns, wanted: readonly Point[][], smoothing: number | null): void {
  const exact = (figure: (bucket: Point[]) => number) => wanted.map(figure);
  expect(found.x).toEqual(exact((bucket) => bucket.at(-1)!.x));
  expect(found.last).toEqual(exact((bucket) => bucket.at(-1)!.value));
  expect(found.min).toEqual(exact((bucket) => Math.min(...bucket.map(({ value }) => value))));
  expect(found.max).toEqual(exact((bucket) => Math.max(...bucket.map(({ value }) => value))));
  expect(found.count).toEqual(exact((bucket) => bucket.length));
  for (const [at, bucket] of wanted.entries()) {
    const sum = bucket.reduce((total, { value }) => total + BigInt(value * SCALE), 0n);
    close(found.mean[at], Number(sum) / SCALE / bucket.length);
    if (smoothing !== null) close(found.smoothed![at], bucket.at(-1)!.smoothed);
  }
  expect(found.smoothed === undefined).toBe(smoothing === null);
}

function close(found: number, wanted: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(Math.abs(wanted), 1e-300));
}

/** Values are multiples of the inverse, so their sums are exact as integers. */
const SCALE = 2 ** 20;

/** Non-negative values, small and large. */
const value = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 30 }).map((whole) => whole / SCALE),
  fc.constantFrom(1e9, 0, 0.25),
);

/** A history of gradient steps and logs. Times and steps may go backwards, as after a deletion of checkpoints. */
const history = fc
  .array(
    fc.record({
      metrics: fc.record({ a: value, b: value }, { requiredKeys: [] }),
      isStep: fc.boolean(),
      step: fc.integer({ min: 0, max: 40 }),
      ms: fc.integer({ min: 0, max: 1e7 }),
    }),
    { maxLength: 1_500, size: 'max' },
  )
  .map((records) => {
    let steps = 0;
    return records.map(({ metrics, isStep, step, ms }, seq) => {
      const time = new Date(1_795_000_000_000 + ms).toISOString();
      return row(seq + 1, metrics, { gradient_step: isStep ? ++steps : null, step, time });
    });
  });

describe('a series', () => {
  it('equals a naive computation over the whole history', async () => {
    const request = fc.record({
      axis: fc.constantFrom(...AXES),
      points: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1_500 })),
      share: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      smoothing: fc.constantFrom(null, 0, 0.5, 0.9),
    });
    const check = fc.asyncProperty(history, request, async (rows, { axis, points, share, smoothing }) => {
      const all = pointsOf(rows, { axis, smoothing });
      const highest = all.reduce((most, { x }) => Math.max(most, x), 0);
      const [from, to] = share.map((part) => part * highest).sort((a, b) => a - b);
      const found = await curveOf(rows, { axis, points, from, to, smoothing });
      const inRange = all.filter(({ x }) => x >= from && x <= to);
      expectBuckets(found.metrics.get('a')!, naive(inRange, points), smoothing);
      expect(found.isBucketed).toBe(inRange.length > points);
    });
    await fc.assert(check, { numRuns: 60 });
  }, 60_000);

  it('shows a spike in 100,000 records at any place, even with 10 points', async () => {
    for (const at of [1, 51_234, 100_000]) {
      const rows = Array.from({ length: 100_000 }, (_, seq) => row(seq + 1, { a: seq + 1 === at ? 1e6 : 0.5 }));
      for (const points of [10, 1_000]) {
        const { metrics, records } = await curveOf(rows, { points });
        const { max, x, count } = metrics.get('a')!;
        expect(records).toBe(100_000);
        expect(count.reduce((sum, each) => sum + each, 0)).toBe(100_000);
        const place = max.indexOf(1e6);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(x[place]).toBeGreaterThanOrEqual(at);
        expect(x[place - 1] ?? 0).toBeLessThan(at);
      }
    }
  }, 60_000);

  it('keeps the boundaries of its buckets while the run grows', async () => {
    const rows = Array.from({ length: 700 }, (_, seq) => row(seq + 1, { a: seq }));
    const [before, after] = [await curveOf(rows.slice(0, 600), { points: 400 }), await curveOf(rows, { points: 400 })];
    const whole = before.metrics.get('a')!.x.length - 1;
    expect(after.metrics.get('a')!.x.slice(0, whole)).toEqual(before.metrics.get('a')!.x.slice(0, whole));
    expect(after.metrics.get('a')!.max.slice(0, whole)).toEqual(before.metrics.get('a')!.max.slice(0, whole));
  });

  it('smooths with the values before the range too', async () => {
    const rows = Array.from({ length: 900 }, (_, seq) => row(seq + 1, { a: Math.sin(seq) }));
    const [whole, part] = [
      await curveOf(rows, { smoothing: 0.99 }),
      await curveOf(rows, { smoothing: 0.99, from: 800, to: 850 }),
    ];
    expect(part.metrics.get('a')!.smoothed).toEqual(whole.metrics.get('a')!.smoothed!.slice(799, 850));
    expect(part.records).toBe(51);
  });

  it('is empty for a metric that the run does not have', async () => {
    const { metrics } = await curveOf([row(1, { b: 1 })], { names: ['a', 'constructor'] });
    for (const name of ['a', 'constructor'])
      expect(metrics.get(name)).toEqual({ x: [], min: [], max: [], mean: [], last: [], count: [] });
  });
});

it.each([
  ['loss', ['loss']],
  ['loss/train,train/reward', ['loss/train', 'train/reward']],
  ['a,b,a', ['a', 'b']],
  ['val/a\\,b,c\\\\,d', ['val/a,b', 'c\\', 'd']],
])('the metric names in %s are parsed', (list, names) => {
  expect(metricNames(list)).toEqual(names);
});
