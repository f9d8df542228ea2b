import { setTimeout as sleep } from 'node:timers/promises';
import type { Scheduler } from './scheduler.ts';
import type { Sequence } from './sequence.ts';

/** How long a step waits for the masks of grammars while other sequences could run. */
const MASK_WAIT_MS = 20;

/** Waits for what the grammar processes say about the next tokens of running sequences. */
export class MaskWait {
  readonly #scheduler: Scheduler;
  /** Masks that did not come in time. */
  readonly #late = new WeakSet<Promise<void>>();
  #notify: () => void = () => {};

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Ends a wait for masks alone: somebody came or left. */
  notify(): void {
    this.#notify();
  }

  /** Waits briefly for the masks of `sampling`, sequences of a step in flight whose sampling waits for them. */
  async briefly(sampling: readonly Sequence[]): Promise<void> {
    const waiting = sampling.filter(({ isOver, blocked }) => !isOver && blocked);
    if (waiting.length === 0) return;
    const pause = new AbortController();
    const timeout = sleep(MASK_WAIT_MS, undefined, { signal: pause.signal }).catch(() => {});
    const settled = waiting.flatMap(({ grammar }) => (grammar ? [grammar.settled] : []));
    await Promise.race([Promise.all(settled), timeout]);
    for (const mask of settled) this.#late.add(mask);
    pause.abort();
  }

  /**
   * Waits briefly for each mask, so that its sequence need not sit out a step; waits on only
   * until there is something else to do. `idle`: there was nothing the last time.
   */
  async pass({ idle }: { idle: boolean }): Promise<void> {
    const { running, counts } = this.#scheduler;
    const waiting = running.filter(({ blocked }) => blocked);
    if (waiting.length === 0) return;
    const settled = waiting.flatMap(({ grammar }) => (grammar ? [grammar.settled] : []));
    const others = counts.waiting > 0 || waiting.length < counts.running;
    const awaited = idle ? settled : settled.filter((mask) => !this.#late.has(mask));
    const pause = new AbortController();
    const timeout = () => sleep(MASK_WAIT_MS, undefined, { signal: pause.signal }).catch(() => {});
    const change = new Promise<void>((resolve) => {
      this.#notify = resolve;
    });
    await Promise.race(others ? [Promise.all(awaited), timeout()] : [...settled, change]);
    if (others) for (const mask of settled) this.#late.add(mask);
    pause.abort();
  }

  /** Ends the answers whose grammar failed. */
  dropFailed(): void {
    for (const sequence of this.#scheduler.running) {
      const error = sequence.grammar?.error;
      if (error === undefined) continue;
      this.#scheduler.remove(sequence);
      sequence.fail(error);
    }
  }
}
