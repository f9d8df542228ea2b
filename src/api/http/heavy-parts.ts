import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/** Bodies of fewer bytes hold nobody up: reading them takes a few milliseconds at most. */
export const HEAVY_BYTES = 2 ** 17;

/**
 * The pause behind a part of a body of these bytes is as long as the part took; of more it is longer, up to so many
 * times.
 */
const EVEN_BYTES = 2 ** 18;
const LONGEST_PAUSE = 4;

/** How long a body of so many bytes, or of more, waits for lighter requests; of fewer bytes in proportion. */
const LONGEST_WAIT = { ms: 500, bytes: 2 ** 18 };
/** How often it checks whether they are answered. */
const CHECK_MS = 10;

/**
 * Parts of requests that hold the event loop up for many milliseconds: one at a time, with a pause behind each, which
 * is longer for larger bodies. What else there is to do, which takes several iterations of the loop for each request,
 * waits for one of them at most, and the device's own threads have the processor meanwhile. They do not come together
 * with a crowd of lighter requests either: these go first for a while.
 */
export class HeavyParts {
  readonly #unanswered: () => Iterable<AbortSignal>;
  /** Those of requests with heavy bodies. */
  readonly #heavy = new WeakSet<AbortSignal>();
  #last: Promise<void> = Promise.resolve();

  /** `unanswered` gives the signals of the requests whose answers have not begun, heavy ones among them. */
  constructor(unanswered: () => Iterable<AbortSignal>) {
    this.#unanswered = unanswered;
  }

  /**
   * Resolves when the caller may begin with a body of so many bytes; `over` is the signal of its request.
   */
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

  /** Resolves when the caller may begin with the next part; it lasts until the caller waits for something. */
  next(bytes: number): Promise<void> {
    const before = this.#last;
    this.#last = before.then(() => pauseAfterwards(Math.min(bytes / EVEN_BYTES, LONGEST_PAUSE)));
    return before;
  }
}

/** Pauses for so many times as long as this iteration of the event loop takes. */
async function pauseAfterwards(times: number): Promise<void> {
  const began = performance.now();
  await nextIteration();
  await sleep(times * (performance.now() - began));
}
