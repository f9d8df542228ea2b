import { expect, test } from 'vitest';
import { textHeapMiB } from '../../src/inference/cost/prompt-bounds.ts';
import { readerHeapMiB } from '../../src/inference/cost/reader-heap.ts';
import { processLimits } from '../../src/inference/grammar/limits.ts';

/** MiB that all heaps for what callers send may have together, the grammar processes' other memory included. */
function together(gibibytes: number): number {
  const memory = gibibytes * 2 ** 30;
  const texts = textHeapMiB('quick', memory) + textHeapMiB('large', memory) + 2 * textHeapMiB('request', memory);
  const grammars = processLimits(2, memory);
  return texts + 3 * readerHeapMiB(memory) + grammars.processes * (grammars.heapMiB + 192);
}

test.each([4, 6, 8, 16, 64])(
  'on %i GiB, heaps of what callers send leave a fifth of the memory to the rest',
  (gibibytes) => {
    expect(together(gibibytes)).toBeLessThanOrEqual(0.8 * gibibytes * 1_024);
  },
);

test('texts have a quarter of the memory, between 1 and 2 GiB', () => {
  const heaps = (gibibytes: number): number[] =>
    (['quick', 'large', 'request'] as const).map((lane) => textHeapMiB(lane, gibibytes * 2 ** 30));
  expect(heaps(1)).toEqual([256, 512, 128]);
  expect(heaps(6)).toEqual([384, 768, 192]);
  expect(heaps(64)).toEqual([512, 1_024, 256]);
});
