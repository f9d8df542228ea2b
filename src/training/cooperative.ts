import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** A long computation that lets others run at each `yield`, and returns its result. */
export type Cooperative<T> = Generator<void, T, void>;

/** Carries it out in one go. */
export function runAtOnce<T>(work: Cooperative<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** How long requests may have to wait for a slice. */
const sliceMs = 20;

/**
 * Carries out a long computation while the process answers its requests. An aborted `signal` ends it with its reason.
 */
export async function runYielding<T>(work: Cooperative<T>, signal?: AbortSignal): Promise<T> {
  for (let began = performance.now(); ; ) {
    const slice = work.next();
    if (slice.done) return slice.value;
    if (performance.now() - began < sliceMs) continue;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
