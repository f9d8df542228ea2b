import { expect, it } from 'vitest';
import type { Chunk } from '../../src/inference/engine/scheduler.ts';
import type { Sequence } from '../../src/inference/engine/sequence.ts';
import { besideSharers, sharedPrefixes } from '../../src/inference/engine/shared-prefixes.ts';

/** Rows of a sequence with these pages, of which the first has so many keys before it. */
function chunk(pages: number[], cached: number, { count = 1, drafts = [] as number[] } = {}): Chunk {
  return { sequence: { pages, cached } as Sequence, count, drafts };
}

const pagesOf = (chunks: readonly Chunk[]) => chunks.map(({ sequence }) => sequence.pages);

it('brings sequences beside those with which they have most pages in common', () => {
  const chunks = [[5, 1, 9], [2, 3], [5, 1, 4], [8], [5, 6, 3], [2, 7], [5, 1, 9, 2]].map((pages) => chunk(pages, 1));
  expect(pagesOf(besideSharers(chunks))).toEqual([[2, 3], [2, 7], [5, 1, 4], [5, 1, 9], [5, 1, 9, 2], [5, 6, 3], [8]]);
});

it('leaves the order as it is where no two begin with the same page', () => {
  const chunks = [[5, 1], [2, 1], [8]].map((pages) => chunk(pages, 1));
  expect(besideSharers(chunks)).toEqual(chunks);
});

it('tells of each row which keys it has in the pages of the row before', () => {
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
  // One chunk of 64 keys, of three rows.
  expect(keys).toBe(3 * 64);
});

it('counts no key that a row does not see', () => {
  const pages = [0, 1, 2, 3, 4, 5];
  const of = (before: number, cached: number) => [
    ...sharedPrefixes([chunk(pages, before), chunk(pages, cached)]).prefixes,
  ];
  expect(of(80, 70)).toEqual([0, 71]);
  expect(of(70, 80)).toEqual([0, 71]);
  expect(of(95, 95)).toEqual([0, 96]);
});

it('of one sequence nothing is brought by others', () => {
  expect(sharedPrefixes([chunk([0, 1, 2, 3, 4], 64, { count: 9 })]).keys).toBe(0);
  expect(sharedPrefixes([])).toEqual({ prefixes: new Uint32Array(), keys: 0 });
});
