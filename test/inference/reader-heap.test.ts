import { expect, test } from 'vitest';
import { readerHeapMiB } from '../../src/inference/cost/reader-heap.ts';

test.each([
  [2, 512],
  [8, 1_024],
  [24, 3_072],
  [64, 4_096],
])('the threads that read large JSON have three eighths of %i GiB together, between bounds', (gibibytes, heap) => {
  expect(readerHeapMiB(gibibytes * 2 ** 30)).toBe(heap);
});

test('in a container its memory counts, not the machine', () => {
  const constrained = process.constrainedMemory;
  process.constrainedMemory = () => 8 * 2 ** 30;
  try {
    expect(readerHeapMiB()).toBeLessThanOrEqual(1_024);
  } finally {
    process.constrainedMemory = constrained;
  }
});
