import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import { CHUNK_KEYS } from '../../compute/ops/attention-chunks.ts';
import type { Chunk } from './scheduler.ts';

/** Marks a row that continues the row before it. */
const ALL_KEYS = 0xffffffff;

/** Keys that rows have in the same pages as the row before them. */
export interface SharedPrefixes {
  /** [T] number of shared keys, from the first key on: `AttentionPaged.prefixes`. */
  prefixes: Uint32Array<ArrayBuffer>;
  /** Sum over all rows of the keys, in whole chunks of attention, that a row of another sequence loads anyway. */
  keys: number;
}

/**
 * Returns the chunks of a step, reordered so that sequences that begin with the same pages are adjacent, closest if
 * they share the most. Keeps the order if no two share pages.
 */
export function sortBySharedPrefix(chunks: readonly Chunk[]): readonly Chunk[] {
  const firsts = new Set(chunks.map(({ sequence }) => sequence.pages[0]));
  if (firsts.size === chunks.length) return chunks;
  return chunks.toSorted(({ sequence: { pages: a } }, { sequence: { pages: b } }) => {
    const shared = commonPages(a, b);
    return (a[shared] ?? -1) - (b[shared] ?? -1);
  });
}

/** Returns the keys that the rows of these chunks, in this order, share with the rows before them. */
export function sharedPrefixes(chunks: readonly Chunk[]): SharedPrefixes {
  const prefixes = new Uint32Array(chunks.reduce((sum, chunk) => sum + rowsOf(chunk), 0));
  let keys = 0;
  let t = 0;
  for (const [i, chunk] of chunks.entries()) {
    const rows = rowsOf(chunk);
    const shared = i === 0 ? 0 : commonKeys(chunks[i - 1], chunk);
    prefixes[t] = shared;
    prefixes.fill(ALL_KEYS, t + 1, t + rows);
    keys += rows * (shared - (shared % CHUNK_KEYS));
    t += rows;
  }
  return { prefixes, keys };
}

function rowsOf({ count, drafts }: Chunk): number {
  return count + drafts.length;
}

/** Returns the keys that two chunks share, at most what the last row of `before` or the first row of `chunk` sees. */
function commonKeys(before: Chunk, chunk: Chunk): number {
  const pages = commonPages(before.sequence.pages, chunk.sequence.pages);
  return Math.min(pages * PAGE_TOKENS, before.sequence.cached + rowsOf(before), chunk.sequence.cached + 1);
}

/** Returns the number of pages with which both block tables begin. */
function commonPages(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length);
  let pages = 0;
  while (pages < most && a[pages] === b[pages]) pages += 1;
  return pages;
}
