interface Waiter {
  begin(): void;
  fail(reason: unknown): void;
}

/**
 * A counting semaphore that many owners share. Waiting owners get permits round robin, and no owner gets the last
 * permit while holding all others. So another owner gets a permit soon, whatever the load of the first.
 */
export class FairSemaphore {
  readonly #permits: number;
  /** Number of permits that each owner holds. */
  readonly #acquired = new Map<string, number>();
  /** Waiters by owner, with the owners in serving order. */
  readonly #waiting = new Map<string, Waiter[]>();
  #free: number;

  constructor(permits: number) {
    this.#permits = permits;
    this.#free = permits;
  }

  /** Runs `work` with a permit. Rejects as `acquire` and `work` do. */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const end = await this.acquire(owner, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /**
   * Resolves with a function that releases the permit; call it once. Rejects with the reason of an earlier abort.
   */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    if (signal?.aborted) return Promise.reject(signal.reason);
    const waiter: Waiter = { begin: () => resolve(() => this.#release(owner)), fail: reject };
    const giveUp = (): void => this.#giveUp(owner, waiter, signal?.reason);
    signal?.addEventListener('abort', giveUp);
    const waiters = this.#waiting.get(owner) ?? [];
    waiters.push(waiter);
    this.#waiting.set(owner, waiters);
    this.#serve();
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  #giveUp(owner: string, waiter: Waiter, reason: unknown): void {
    const waiters = this.#waiting.get(owner) ?? [];
    const place = waiters.indexOf(waiter);
    // A waiter that has just got its permit is no longer in the list.
    if (place === -1) return;
    waiters.splice(place, 1);
    if (waiters.length === 0) this.#waiting.delete(owner);
    waiter.fail(reason);
  }

  #release(owner: string): void {
    this.#free += 1;
    const held = (this.#acquired.get(owner) ?? 0) - 1;
    if (held > 0) this.#acquired.set(owner, held);
    else this.#acquired.delete(owner);
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = [...this.#waiting].find(([owner]) => this.#mayBegin(owner));
      if (next === undefined) return;
      const [owner, waiters] = next;
      const waiter = waiters.shift() as Waiter;
      // Moves the owner to the end of the queue.
      this.#waiting.delete(owner);
      if (waiters.length > 0) this.#waiting.set(owner, waiters);
      this.#free -= 1;
      this.#acquired.set(owner, (this.#acquired.get(owner) ?? 0) + 1);
      waiter.begin();
    }
  }

  #mayBegin(owner: string): boolean {
    return this.#permits === 1 || (this.#acquired.get(owner) ?? 0) < this.#permits - 1;
  }
}
