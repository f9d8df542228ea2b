import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Bodies of fewer bytes hold nobody up: reading them takes a few milliseconds at most. */
export const HEAVY_BYTES = 2 ** 17;

/**
 * Parts of requests that hold the event loop up for many milliseconds: one at a time, with as long a pause behind each as it
 * took. What else there is to do, which takes several turns of the loop for each request, waits for one of them at most.
 */
export class HeavyTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, which lasts until it waits for something. */
  next(): Promise<void> {
    const turn = this.#last;
    this.#last = turn.then(pauseAfterwards);
    return turn;
  }
}

async function pauseAfterwards(): Promise<void> {
  const began = performance.now();
  await nextTurn();
  await sleep(performance.now() - began);
}
