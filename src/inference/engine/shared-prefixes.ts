import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import { CHUNK_KEYS } from '../../compute/ops/attention-chunks.ts';
import type { Chunk } from './scheduler.ts';

/** Marks a row that continues the one before it. */
const ALL_KEYS = 0xffffffff;

/** Which keys rows have in the same pages as the row before them. */
export interface SharedPrefixes {
  /** [T] how many, from the first on: `AttentionPaged.prefixes`. */
  prefixes: Uint32Array<ArrayBuffer>;
  /** Keys that all rows together have in whole chunks of attention that another sequence's row brings. */
  keys: number;
}

/**
 * The chunks of a step with those beside each other whose sequences begin with the same pages, those with the most of
 * them in common closest; in their own order where no two do.
 */
export function besideSharers(chunks: readonly Chunk[]): readonly Chunk[] {
  const firsts = new Set(chunks.map(({ sequence }) => sequence.pages[0]));
  if (firsts.size === chunks.length) return chunks;
  return chunks.toSorted(({ sequence: { pages: a } }, { sequence: { pages: b } }) => {
    const shared = commonPages(a, b);
    return (a[shared] ?? -1) - (b[shared] ?? -1);
  });
}

/** What the rows of these chunks, in this order, have in common with those before them. */
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

/** No more than the last row of `before`, or the first of `chunk`, sees. */
function commonKeys(before: Chunk, chunk: Chunk): number {
  const pages = commonPages(before.sequence.pages, chunk.sequence.pages);
  return Math.min(pages * PAGE_TOKENS, before.sequence.cached + rowsOf(before), chunk.sequence.cached + 1);
}

/** How many pages two block tables begin with alike. */
function commonPages(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length);
  let pages = 0;
  while (pages < most && a[pages] === b[pages]) pages += 1;
  return pages;
}
