import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { PAGE_TOKENS } from './attention.ts';

/** Words of one copy: page it is from, page it goes to, tokens. */
export const COPY_WORDS = 3;

/**
 * Copies the beginnings of M pages of one layer's cache, N words a token, a multiple of four. No page is read by one
 * and written by another.
 */
export function copyPages(
  recorder: Recorder,
  a: { copies: DeviceBuffer; cache: { k: DeviceBuffer; v: DeviceBuffer }; M: number; N: number },
): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('copy_pages', {
    knobs: { LANES: lanes, PAGE: PAGE_TOKENS },
    buffers: { copies: a.copies, K: a.cache.k, V: a.cache.v },
    sizes: { N4: a.N / 4 },
    grid: [Math.ceil((PAGE_TOKENS * a.N) / 4 / lanes), a.M, 1],
    cost: { flops: 0, bytes: 16 * PAGE_TOKENS * a.M * a.N },
  });
}
