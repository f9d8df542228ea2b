import { setImmediate as breathe } from 'node:timers/promises';
import type { InSlices } from '../training/in-slices.ts';

/** How long requests may have to wait for a slice. */
const sliceMs = 20;

/**
 * Carries out a long computation while the process answers its requests. An aborted `signal` ends it with its reason.
 */
export async function givingWay<T>(work: InSlices<T>, signal?: AbortSignal): Promise<T> {
  for (let began = performance.now(); ; ) {
    const slice = work.next();
    if (slice.done) return slice.value;
    if (performance.now() - began < sliceMs) continue;
    await breathe();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
