import { expect, it } from 'vitest';
import type { Chunk } from '../../src/inference/engine/scheduler.ts';
import type { Sequence } from '../../src/inference/engine/sequence.ts';
import { sharedPrefixes, sortBySharedPrefix } from '../../src/inference/engine/shared-prefixes.ts';

/** Returns a chunk of a sequence with these pages, with `cached` keys before its first row. */
function chunk(pages: number[], cached: number, { count = 1, drafts = [] as number[] } = {}): Chunk {
  return { sequence: { pages, cached } as Sequence, count, drafts };
}

const pagesOf = (chunks: readonly Chunk[]) => chunks.map(({ sequence }) => sequence.pages);

it('orders sequences next to those with which they share most pages', () => {
  const chunks = [[5, 1, 9], [2, 3], [5, 1, 4], [8], [5, 6, 3], [2, 7], [5, 1, 9, 2]].map((pages) => chunk(pages, 1));
  expect(pagesOf(sortBySharedPrefix(chunks))).toEqual([
    [2, 3],
    [2, 7],
    [5, 1, 4],
    [5, 1, 9],
    [5, 1, 9, 2],
    [5, 6, 3],
    [8],
  ]);
});

it('leaves the order as it is if no two sequences begin with the same page', () => {
  const chunks = [[5, 1], [2, 1], [8]].map((pages) => chunk(pages, 1));
  expect(sortBySharedPrefix(chunks)).toEqual(chunks);
});

it('counts for each row the keys that it has in the pages of the previous row', () => {
  const six = [0, 1, 2, 3, 4, 5];
  const chunks = [
    chunk([...six, 10], 98),
    chunk([...six, 11], 97, { drafts: [7, 7] }),
    chunk([0, 12], 20),
    chunk([13], 3, { count: 2 }),
  ];
  const all = 0xffffffff;
  const { prefixes, keys } = sharedPrefixes(chunks);
  expect([...prefixes]).toEqual([0, 96, all, all, 16, 0, all]);
  // One chunk of 64 keys for each of three rows.
  expect(keys).toBe(3 * 64);
});

it('counts no shared key that a row does not attend to', () => {
  const pages = [0, 1, 2, 3, 4, 5];
  const of = (before: number, cached: number) => [
    ...sharedPrefixes([chunk(pages, before), chunk(pages, cached)]).prefixes,
  ];
  expect(of(80, 70)).toEqual([0, 71]);
  expect(of(70, 80)).toEqual([0, 71]);
  expect(of(95, 95)).toEqual([0, 96]);
});

it('counts no shared keys for a single sequence', () => {
  expect(sharedPrefixes([chunk([0, 1, 2, 3, 4], 64, { count: 9 })]).keys).toBe(0);
  expect(sharedPrefixes([])).toEqual({ prefixes: new Uint32Array(), keys: 0 });
});
