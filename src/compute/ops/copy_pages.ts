import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { PAGE_TOKENS } from './attention.ts';
import { type CachedHeads, type CacheType, cachedHeadBytes, type LayerCache, scalesStart } from './layer-cache.ts';

/** Words of one copy: source page, target page, tokens. */
export const COPY_WORDS = 3;

interface CopyPages {
  copies: DeviceBuffer;
  /** Number of copies. */
  M: number;
  cache: LayerCache;
  cacheType: CacheType;
  heads: CachedHeads;
}

/** Copies the first tokens of M pages of one layer's cache. No copy reads a page that another copy writes. */
export function copyPages(recorder: Recorder, a: CopyPages): void {
  const { K, E } = a.heads;
  if (a.cacheType === 'int8') {
    const scales = scalesStart(a.heads, a.cache.tokens);
    copyWords(recorder, a, { first: 0, perToken: (K * E) / 4 });
    copyWords(recorder, a, { first: scales, perToken: K });
  } else {
    copyWords(recorder, a, { first: 0, perToken: (K * cachedHeadBytes(a.cacheType, E)) / 4 });
  }
}

/** Copies pages with `perToken` words per token, in the part of the cache from word `first` on. */
function copyWords(recorder: Recorder, a: CopyPages, { first, perToken }: { first: number; perToken: number }): void {
  const { lanes } = recorder.device.class;
  const page4 = (PAGE_TOKENS * perToken) / 4;
  recorder.dispatch('copy_pages', {
    knobs: { LANES: lanes, PAGE: PAGE_TOKENS },
    buffers: { copies: a.copies, K: a.cache.k, V: a.cache.v },
    sizes: { page4, first4: first / 4 },
    grid: [Math.ceil(page4 / lanes), a.M, 1],
    cost: { flops: 0, bytes: 64 * page4 * a.M },
  });
}
