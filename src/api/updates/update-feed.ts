import type { Updates, UpdatesSince } from '../../store/updates.ts';

/** Polling interval of the database for changes by other servers, while anyone waits, in milliseconds. */
const pollMs = 500;

/** Maximum number of changes per read. */
export const updatesAtOnce = 100;

interface Waiter {
  after: number;
  wake: () => void;
}

/**
 * Wakes callers that wait for changes: immediately after a commit of this process, and by polling for commits of other
 * servers on the same database. One poll serves all callers; without any, it does not poll.
 */
export class UpdateFeed {
  readonly #updates: Updates;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #reads = new Map<string, Promise<UpdatesSince>>();
  #poll: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(updates: Updates) {
    this.#updates = updates;
    updates.onCommit((newest) => this.#wake(newest));
  }

  /** Whether the feed is closed because the server is stopping. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Reads changes as `Updates.since` does. Callers woken together share one read. */
  since(owner: string, after: number | null): Promise<UpdatesSince> {
    const name = `${after} ${owner}`;
    const known = this.#reads.get(name);
    if (known !== undefined) return known;
    const reading = this.#updates.since(owner, after, updatesAtOnce).finally(() => this.#reads.delete(name));
    this.#reads.set(name, reading);
    return reading;
  }

  /**
   * Resolves when the owner's newest change is no longer `after`, after `ms`, or when `signal` aborts or the feed
   * closes.
   */
  async changed(owner: string, after: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const waiter = { after, wake };
    const waiters = this.#waiters.get(owner) ?? new Set();
    this.#waiters.set(owner, waiters.add(waiter));
    const patience = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
    this.#schedule();
    await promise;
    clearTimeout(patience);
    signal.removeEventListener('abort', wake);
    waiters.delete(waiter);
    if (waiters.size === 0 && this.#waiters.get(owner) === waiters) this.#waiters.delete(owner);
  }

  /** Wakes all callers and closes the feed, so that the server can stop. */
  close(): void {
    this.#closed = true;
    if (this.#poll !== null) clearTimeout(this.#poll);
    for (const waiters of this.#waiters.values()) for (const { wake } of waiters) wake();
  }

  #wake(newest: ReadonlyMap<string, number>): void {
    for (const [owner, number] of newest) {
      for (const { after, wake } of this.#waiters.get(owner) ?? []) if (after !== number) wake();
    }
  }

  #schedule(): void {
    if (this.#poll !== null || this.#closed || this.#waiters.size === 0) return;
    this.#poll = setTimeout(() => void this.#ask(), pollMs);
  }

  async #ask(): Promise<void> {
    try {
      this.#wake(await this.#updates.newest([...this.#waiters.keys()]));
    } catch {
      // Streams get the error from their next read; waiters keep waiting.
    }
    this.#poll = null;
    this.#schedule();
  }
}
