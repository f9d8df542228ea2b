/** Room for a few at a time; the others wait, first come, first served. */
export class Turns {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves with what ends the turn, to be called once. Rejects with the signal's reason where it aborts before. */
  async take(signal: AbortSignal): Promise<() => void> {
    while (this.#taken >= this.#most && !signal.aborted) await this.#call(signal);
    if (signal.aborted) {
      this.#callNext();
      throw signal.reason;
    }
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      this.#callNext();
    };
  }

  /** Resolves when there may be room, and when the signal aborts. */
  #call(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const called = (): void => {
      this.#waiting.delete(called);
      signal.removeEventListener('abort', called);
      resolve();
    };
    this.#waiting.add(called);
    signal.addEventListener('abort', called);
    return promise;
  }

  #callNext(): void {
    const [next] = this.#waiting;
    if (this.#taken < this.#most) next?.();
  }
}
