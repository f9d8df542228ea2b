import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.ts';

/** The client is to ask for the same again, as another request. */
export const ASK_AGAIN = Symbol('ask again');

/** JSON, or a protobuf message. */
export type FutureResult = object | Buffer | typeof ASK_AGAIN;

/** What tells requests apart: two of the same key are the same one. */
export interface FutureKey {
  key: string;
  /** The model or sampler that it is asked of, with which its id begins. */
  of: string;
}

interface Future {
  id: string;
  key: string;
  result: FutureResult | null;
  done: Promise<void>;
  cancelling: AbortController;
}

/** Results that wait to be fetched, or were fetched and may be again. */
const MOST_OPEN = 8_192;
const MOST_FETCHED = 256;

/** What a session has asked for and will come to fetch. */
export class Futures {
  readonly #byId = new Map<string, Future>();
  readonly #byKey = new Map<string, string>();
  /** The longest ago first. */
  readonly #fetched = new Set<string>();

  /**
   * Begins `work`, whose failure `failed` makes a result of, and gives back its id. The signal aborts where `cancel` is
   * called. A request of the same key is the same one: it is begun once. Throws `rate_limit_exceeded` where too many
   * are open.
   */
  start(
    { key, of }: FutureKey,
    work: (id: string, cancelled: AbortSignal) => Promise<FutureResult>,
    failed: (error: unknown) => FutureResult,
  ): string {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byId.size >= MOST_OPEN) {
      throw new ApiError('rate_limit_exceeded', `${MOST_OPEN} results wait to be fetched.`, { retryAfter: 1 });
    }
    const cancelling = new AbortController();
    const future: Future = { id: `${of}:${randomUUID()}`, key, result: null, done: Promise.resolve(), cancelling };
    this.#byId.set(future.id, future);
    this.#byKey.set(key, future.id);
    future.done = work(future.id, cancelling.signal)
      .catch(failed)
      .then((result) => {
        future.result = result;
      });
    return future.id;
  }

  /** Knows a result from before the server started again. */
  restore({ key, id, result }: { key: string; id: string; result: FutureResult }): void {
    this.#byId.set(id, { id, key, result, done: Promise.resolve(), cancelling: new AbortController() });
    this.#byKey.set(key, id);
  }

  /** Whether this session was given the id. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Aborts what was begun under the id, where it can be and is not done. Nobody is expected to fetch the result. */
  cancel(id: string): void {
    const future = this.#byId.get(id);
    if (future === undefined) return;
    future.cancelling.abort();
    void future.done.then(() => this.#byId.has(id) && this.#noteFetched(id));
  }

  /** The result, or null where it does not come within `ms` or before `signal` aborts. */
  async wait(id: string, ms: number, signal: AbortSignal): Promise<FutureResult | null> {
    const future = this.#byId.get(id);
    if (future === undefined) return null;
    if (future.result === null) {
      const timer = new AbortController();
      const over = AbortSignal.any([signal, timer.signal]);
      await Promise.race([future.done, sleep(ms, undefined, { signal: over }).catch(() => {})]);
      timer.abort();
    }
    if (future.result !== null) this.#noteFetched(id);
    return future.result;
  }

  #noteFetched(id: string): void {
    this.#fetched.delete(id);
    this.#fetched.add(id);
    const [oldest] = this.#fetched;
    if (this.#fetched.size <= MOST_FETCHED) return;
    this.#fetched.delete(oldest);
    this.#byKey.delete(this.#byId.get(oldest)!.key);
    this.#byId.delete(oldest);
  }
}
