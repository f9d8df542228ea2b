interface Waiter {
  begin(): void;
  fail(reason: unknown): void;
}

/**
 * Seats that many owners share. Whoever waits is served in turn, one piece of work of each owner at a time, and no
 * owner has the last seat while he has others: however much one of them asks for, the next finds a seat soon.
 */
export class FairSemaphore {
  readonly #seats: number;
  /** Seats that each owner has. */
  readonly #held = new Map<string, number>();
  /** In the order in which they are served next. */
  readonly #waiting = new Map<string, Waiter[]>();
  #free: number;

  constructor(seats: number) {
    this.#seats = seats;
    this.#free = seats;
  }

  /** Runs `work` when this owner has a seat. Rejects as `work` does, or with what `dismiss` was given. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const end = await this.take(owner);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /**
   * Resolves with what gives the seat back, to be called once. Rejects with the signal's reason where it aborts before
   * there was one, and with what `dismiss` was given.
   */
  take(owner: string, signal?: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    if (signal?.aborted) return Promise.reject(signal.reason);
    const waiter: Waiter = { begin: () => resolve(() => this.#leave(owner)), fail: reject };
    const giveUp = (): void => this.#giveUp(owner, waiter, signal?.reason);
    signal?.addEventListener('abort', giveUp);
    const waiters = this.#waiting.get(owner) ?? [];
    waiters.push(waiter);
    this.#waiting.set(owner, waiters);
    this.#serve();
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Sends away those who wait, all but those of one owner where that is given. */
  dismiss(error: Error, allBut?: string): void {
    for (const [owner, waiters] of [...this.#waiting]) {
      if (owner === allBut) continue;
      this.#waiting.delete(owner);
      for (const { fail } of waiters) fail(error);
    }
  }

  #giveUp(owner: string, waiter: Waiter, reason: unknown): void {
    const waiters = this.#waiting.get(owner) ?? [];
    const place = waiters.indexOf(waiter);
    // One whose turn has just come is not among them.
    if (place === -1) return;
    waiters.splice(place, 1);
    if (waiters.length === 0) this.#waiting.delete(owner);
    waiter.fail(reason);
  }

  #leave(owner: string): void {
    this.#free += 1;
    const held = (this.#held.get(owner) ?? 0) - 1;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = [...this.#waiting].find(([owner]) => this.#mayBegin(owner));
      if (next === undefined) return;
      const [owner, waiters] = next;
      const waiter = waiters.shift() as Waiter;
      // To the end of the line.
      this.#waiting.delete(owner);
      if (waiters.length > 0) this.#waiting.set(owner, waiters);
      this.#free -= 1;
      this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
      waiter.begin();
    }
  }

  #mayBegin(owner: string): boolean {
    return this.#seats === 1 || (this.#held.get(owner) ?? 0) < this.#seats - 1;
  }
}
