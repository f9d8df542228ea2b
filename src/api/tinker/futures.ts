import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.ts';

/** Tells the client to repeat the work as a new request. */
export const ASK_AGAIN = Symbol('ask again');

/** A JSON object or a protobuf message. */
export type FutureResult = object | Buffer | typeof ASK_AGAIN;

/** Identity of a request: two requests with the same key are one. */
export interface FutureKey {
  key: string;
  /** Id of the model or sampler; the request's id begins with it. */
  of: string;
}

interface Future {
  id: string;
  key: string;
  result: FutureResult | null;
  done: Promise<void>;
  cancelling: AbortController;
}

/** Maximum number of results per session, and of fetched results that are kept to be fetched again. */
const MAX_OPEN = 8_192;
const MAX_FETCHED = 256;

/** Results of a session's requests, for the client to fetch. */
export class Futures {
  readonly #byId = new Map<string, Future>();
  readonly #byKey = new Map<string, string>();
  /** Ids of fetched results, least recently fetched first. */
  readonly #fetched = new Set<string>();

  /**
   * Starts `work` and returns the id of its result; `failed` converts a failure to a result. The signal aborts when
   * `cancel` is called. A request with a known key is not started again. Throws `rate_limit_exceeded` if there are too
   * many results.
   */
  start(
    { key, of }: FutureKey,
    work: (id: string, cancelled: AbortSignal) => Promise<FutureResult>,
    failed: (error: unknown) => FutureResult,
  ): string {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byId.size >= MAX_OPEN) {
      throw new ApiError('rate_limit_exceeded', `${MAX_OPEN} results have not been fetched yet. Fetch them first.`, {
        retryAfter: 1,
      });
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

  /** Restores a result from before a restart of the server. */
  restore({ key, id, result }: { key: string; id: string; result: FutureResult }): void {
    this.#byId.set(id, { id, key, result, done: Promise.resolve(), cancelling: new AbortController() });
    this.#byKey.set(key, id);
  }

  /** Returns whether this session has the id. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /**
   * Aborts unfinished work that can be cancelled, and marks its result as fetched, since nobody is expected to fetch
   * it.
   */
  cancel(id: string): void {
    const future = this.#byId.get(id);
    if (future === undefined) return;
    future.cancelling.abort();
    void future.done.then(() => this.#byId.has(id) && this.#noteFetched(id));
  }

  /** Returns the result; null if it is not available within `ms` or before `signal` aborts. */
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
    if (this.#fetched.size <= MAX_FETCHED) return;
    this.#fetched.delete(oldest);
    this.#byKey.delete(this.#byId.get(oldest)!.key);
    this.#byId.delete(oldest);
  }
}
