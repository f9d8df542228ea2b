import { expect, it } from 'vitest';
import { shardsOf } from '../../src/training/trainer/shards.ts';

it.each([1, 2, 15, 16, 17, 31, 32, 100, 1000])(
  'shards are at most 16 runs of %i micro-batches, of lengths that differ by at most one',
  (count) => {
    const batches = Array.from({ length: count }, (_, i) => i);
    const shards = shardsOf(batches);
    expect(shards.flat()).toEqual(batches);
    expect(shards).toHaveLength(Math.min(count, 16));
    const lengths = shards.map(({ length }) => length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
  },
);

it('there are no shards without micro-batches', () => {
  expect(shardsOf([])).toEqual([]);
});
