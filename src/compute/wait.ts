import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for the queue without burning a core. Dawn's Node binding spins the main thread while a promise is pending,
 * which on a CPU adapter takes 30-45 % of the arithmetic; so we sleep for most of the time the work is expected to
 * take and attach the promise only then.
 */
export class SleepingWaiter {
  readonly #queue: GPUQueue;
  readonly #sleeps: boolean;
  /** How many times its estimate work of each kind has lately taken. */
  readonly #ratios = new Map<string, number>();

  constructor(queue: GPUQueue, sleeps: boolean) {
    this.#queue = queue;
    this.#sleeps = sleeps;
  }

  /**
   * Resolves when everything submitted so far is done. `estimateMs` need only be proportional to the truth within one
   * `kind` of work: the factor is learned.
   */
  async done(kind: string, estimateMs: number): Promise<void> {
    const started = performance.now();
    const expectedMs = (this.#ratios.get(kind) ?? 0) * estimateMs;
    if (this.#sleeps && expectedMs > 2) await sleep(expectedMs * 0.85);
    const woke = performance.now();
    await this.#queue.onSubmittedWorkDone();
    const now = performance.now();
    // Work that was done before we woke took at most as long as we slept: halve, so that the estimate falls fast
    // after a step that compiled kernels.
    const overslept = now - woke < 0.5 && woke - started > 1;
    this.#ratios.set(kind, (overslept ? 0.5 * (woke - started) : now - started) / estimateMs);
  }
}
