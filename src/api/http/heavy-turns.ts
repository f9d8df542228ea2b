import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Bodies of fewer bytes hold nobody up: reading them takes a few milliseconds at most. */
export const HEAVY_BYTES = 2 ** 17;

/** The pause behind a part of a body of these bytes is as long as the part took; of more it is longer, up to so many times. */
const EVEN_BYTES = 2 ** 18;
const LONGEST_PAUSE = 4;

/**
 * Parts of requests that hold the event loop up for many milliseconds: one at a time, with a pause behind each, which is
 * longer for larger bodies. What else there is to do, which takes several turns of the loop for each request, waits for one
 * of them at most, and the device's own threads have the processor meanwhile.
 */
export class HeavyTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn with a body of so many bytes; it lasts until the caller waits for something. */
  next(bytes: number): Promise<void> {
    const turn = this.#last;
    this.#last = turn.then(() => pauseAfterwards(Math.min(bytes / EVEN_BYTES, LONGEST_PAUSE)));
    return turn;
  }
}

/** Pauses for so many times as long as this turn of the event loop takes. */
async function pauseAfterwards(times: number): Promise<void> {
  const began = performance.now();
  await nextTurn();
  await sleep(times * (performance.now() - began));
}
