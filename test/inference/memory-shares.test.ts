import { describe, expect, test } from 'vitest';
import { heapLimits, heapTotal } from '../../src/inference/cost/heap-limits.ts';
import { processLimits } from '../../src/inference/grammar/service/process-limits.ts';

/** Returns the MiB that all heaps for callers' input may have, with the other memory of grammar processes. */
function together(gibibytes: number, cores: number): number {
  const limits = heapLimits(gibibytes * 2 ** 30);
  const { processes, heapMiB } = processLimits(cores, limits.grammars);
  return heapTotal({ ...limits, grammars: processes * (heapMiB + 192) });
}

describe.each([2, 3, 4, 8, 16, 64])('on %i cores', (cores) => {
  test.each([3, 4, 6, 8, 12, 16, 24, 64, 256])(
    'and %i GiB, all heaps take at most half of the memory, or three quarters below 8 GiB',
    (gibibytes) => {
      const share = together(gibibytes, cores) / (gibibytes * 1_024);
      // The HTTP process and the compute process may each have a quarter of the memory, 4 GiB at most, by V8's own
      // rule.
      expect(share).toBeLessThanOrEqual(gibibytes < 8 ? 0.75 : 0.5);
    },
  );
});

test('each heap has a minimum and a maximum', () => {
  expect(heapLimits(2 ** 30)).toEqual({ reader: 256, text: { quick: 192, large: 192, request: 64 }, grammars: 640 });
  expect(heapLimits(8 * 2 ** 30)).toEqual({
    reader: 1_024,
    text: { quick: 192, large: 192, request: 128 },
    grammars: 1_024,
  });
  expect(heapLimits(2 ** 40)).toEqual({
    reader: 4_096,
    text: { quick: 512, large: 512, request: 256 },
    grammars: 2_816,
  });
});

test('there are at least two grammar processes, and at most four, cores - 1 and what the memory allows', () => {
  const processes = (cores: number, mebibytes: number) => processLimits(cores, mebibytes).processes;
  expect([
    processes(1, 640),
    processes(2, 9_999),
    processes(3, 9_999),
    processes(4, 9_999),
    processes(64, 9_999),
  ]).toEqual([2, 2, 2, 3, 4]);
  expect([processes(64, 640), processes(64, 1_000), processes(64, 1_280)]).toEqual([2, 3, 4]);
});
