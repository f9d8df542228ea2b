import { ApiError } from './api-error.ts';

/** Requests of one key under way at a time, as the hosted service allows. */
const mostInFlight = 2_000;

/** Counts the requests of each key that are under way. */
export class KeyLimit {
  readonly #most: number;
  readonly #inFlight = new Map<string, number>();

  constructor(most: number = mostInFlight) {
    this.#most = most;
  }

  /** Counts a request in; the result counts it out. Throws `rate_limit_exceeded`. */
  enter(keyId: string): () => void {
    const count = this.#inFlight.get(keyId) ?? 0;
    if (count >= this.#most) {
      throw new ApiError('rate_limit_exceeded', `This key has ${count} requests in flight, which is its limit.`, {
        retryAfter: 1,
      });
    }
    this.#inFlight.set(keyId, count + 1);
    return () => {
      const left = (this.#inFlight.get(keyId) ?? 1) - 1;
      if (left > 0) this.#inFlight.set(keyId, left);
      else this.#inFlight.delete(keyId);
    };
  }
}
