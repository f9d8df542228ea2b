import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for the queue without burning a core. Dawn's Node binding spins the main thread while a promise is pending,
 * which on a CPU adapter takes 30-45 % of the arithmetic; so we sleep for most of the time the work is expected to
 * take and attach the promise only then.
 */
export class SleepingWaiter {
  readonly #queue: GPUQueue;
  readonly #sleeps: boolean;
  /** Milliseconds the last wait of each kind took. */
  readonly #expectedMs = new Map<string, number>();

  constructor(queue: GPUQueue, sleeps: boolean) {
    this.#queue = queue;
    this.#sleeps = sleeps;
  }

  /** Resolves when everything submitted so far is done. Calls of one `kind` are expected to take about equally long. */
  async done(kind: string): Promise<void> {
    const started = performance.now();
    if (this.#sleeps) {
      const expected = this.#expectedMs.get(kind) ?? 0;
      if (expected > 2) await sleep(expected * 0.9);
    }
    const slept = performance.now();
    await this.#queue.onSubmittedWorkDone();
    const now = performance.now();
    // Work that was done before we woke took at most as long as we slept: halve, so that the estimate falls fast
    // after a step that compiled kernels.
    const overslept = now - slept < 0.5 && slept - started > 1;
    this.#expectedMs.set(kind, overslept ? 0.5 * (slept - started) : now - started);
  }
}
