import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/** Bodies below this size are not heavy: reading them takes a few milliseconds at most. */
export const HEAVY_BYTES = 2 ** 17;

/**
 * Body size in bytes for which the pause after a part is as long as the part. The pause is proportional to the size, up
 * to `LONGEST_PAUSE` times the part.
 */
const EVEN_BYTES = 2 ** 18;
const LONGEST_PAUSE = 4;

/** Longest wait for lighter requests, for bodies of `bytes` and more; smaller bodies wait in proportion. */
const LONGEST_WAIT = { ms: 500, bytes: 2 ** 18 };
/** Interval of checks for lighter requests, in milliseconds. */
const CHECK_MS = 10;

/**
 * Schedules parts of requests that block the event loop for many milliseconds. They run one at a time, each followed by
 * a pause that is longer for larger bodies. Other work takes several loop iterations per request, so it then waits for
 * one part at most. The device's own threads get the CPU in the pauses. Heavy requests also wait a while for pending
 * lighter ones.
 */
export class HeavyParts {
  readonly #unanswered: () => Iterable<AbortSignal>;
  /** Signals of requests with heavy bodies. */
  readonly #heavy = new WeakSet<AbortSignal>();
  #last: Promise<void> = Promise.resolve();

  /** `unanswered` yields the signals of all requests, heavy ones included, whose responses have not begun. */
  constructor(unanswered: () => Iterable<AbortSignal>) {
    this.#unanswered = unanswered;
  }

  /** Resolves when the caller may start on a body of this size; `over` is the signal of its request. */
  async first(bytes: number, over: AbortSignal): Promise<void> {
    this.#heavy.add(over);
    const until = performance.now() + Math.min(1, bytes / LONGEST_WAIT.bytes) * LONGEST_WAIT.ms;
    while (!over.aborted && this.#hasLighter() && performance.now() < until) await sleep(CHECK_MS);
    await this.next(bytes);
  }

  #hasLighter(): boolean {
    for (const signal of this.#unanswered()) if (!this.#heavy.has(signal)) return true;
    return false;
  }

  /** Resolves when the caller may run its next part, which lasts until its next await. */
  next(bytes: number): Promise<void> {
    const before = this.#last;
    this.#last = before.then(() => pauseAfterwards(Math.min(bytes / EVEN_BYTES, LONGEST_PAUSE)));
    return before;
  }
}

/** Pauses for `times` the duration of this iteration of the event loop. */
async function pauseAfterwards(times: number): Promise<void> {
  const began = performance.now();
  await nextIteration();
  await sleep(times * (performance.now() - began));
}
