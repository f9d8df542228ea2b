import { expect, it } from 'vitest';
import { shardsOf } from '../../src/training/trainer/shards.ts';

it.each([1, 2, 15, 16, 17, 31, 32, 100, 1000])('divides %i micro-batches into runs of nearly one length', (count) => {
  const batches = Array.from({ length: count }, (_, i) => i);
  const shards = shardsOf(batches);
  expect(shards.flat()).toEqual(batches);
  expect(shards).toHaveLength(Math.min(count, 16));
  const lengths = shards.map(({ length }) => length);
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
});

it('has no shard where there is nothing to train', () => {
  expect(shardsOf([])).toEqual([]);
});
