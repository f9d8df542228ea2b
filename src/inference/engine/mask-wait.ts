import { setTimeout as sleep } from 'node:timers/promises';
import type { Scheduler } from './scheduler.ts';
import type { Sequence } from './sequence.ts';

/** Longest wait of a step for grammar masks while other sequences could run. */
const MASK_WAIT_MS = 20;

/** Waits for the masks of running sequences, which the grammar processes compute. */
export class MaskWait {
  readonly #scheduler: Scheduler;
  /** Masks that did not arrive in time. */
  readonly #late = new WeakSet<Promise<void>>();
  #notify: () => void = () => {};

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Ends a wait for masks alone, because a sequence was added or ended. */
  notify(): void {
    this.#notify();
  }

  /**
   * Waits up to MASK_WAIT_MS for the masks of `sampling`, sequences of a step in flight that cannot be sampled without
   * them.
   */
  async waitForSampling(sampling: readonly Sequence[]): Promise<void> {
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
   * Waits up to MASK_WAIT_MS for masks, so that their sequences need not skip a step. If no other sequence could run,
   * waits until a mask arrives, or a sequence is added or ends. `idle`: the last step had nothing to run.
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

  /** Ends the sequences whose grammar failed. */
  dropFailed(): void {
    for (const sequence of this.#scheduler.running) {
      const error = sequence.grammar?.error;
      if (error === undefined) continue;
      this.#scheduler.remove(sequence);
      sequence.fail(error);
    }
  }
}
