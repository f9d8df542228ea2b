import { ApiError } from '../errors/api-error.ts';
import { TokenBuckets } from './token-buckets.ts';

/** What one key may do at most. */
export interface KeyLimits {
  /** Requests in flight at a time. */
  concurrency: number;
  /** Requests a second, averaged over `burstSeconds`. */
  rate: number;
}

/** A key that was idle may send this many seconds' worth of requests at once. */
const burstSeconds = 10;
const mostKeys = 100_000;

/** Counts the requests of each key that are in flight, and those that begin. */
export class KeyLimit {
  readonly #limits: KeyLimits;
  readonly #begun: TokenBuckets;
  readonly #inFlight = new Map<string, number>();

  /** With `sharing`, requests count in its rate too: the keys have one, whatever they ask for. */
  constructor(limits: KeyLimits, sharing: KeyLimit | null = null) {
    this.#limits = limits;
    const { rate } = limits;
    const own = { perSecond: rate, size: rate * burstSeconds, most: mostKeys };
    this.#begun = sharing === null ? new TokenBuckets(own) : sharing.#begun;
  }

  /** Counts a request in; the result counts it out. Throws `rate_limit_exceeded`. */
  enter(keyId: string): () => void {
    const count = this.#inFlight.get(keyId) ?? 0;
    if (count >= this.#limits.concurrency) {
      throw new ApiError('rate_limit_exceeded', `This key has ${count} requests in flight, which is its limit.`, {
        retryAfter: 1,
      });
    }
    const retryAfter = this.#begun.take(keyId);
    if (retryAfter > 0) {
      throw new ApiError('rate_limit_exceeded', `This key may send ${this.#limits.rate} requests a second.`, {
        retryAfter,
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
