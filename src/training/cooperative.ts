import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** A long computation that may be paused at each `yield` and returns its result. */
export type Cooperative<T> = Generator<void, T, void>;

/** Runs a computation to its end without pausing. */
export function runAtOnce<T>(work: Cooperative<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** Milliseconds that requests may have to wait for a slice. */
const sliceMs = 20;

/**
 * Runs a long computation while the process answers its requests. Throws the reason of an aborted `signal`.
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
