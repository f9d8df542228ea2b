import { ApiError } from '../errors/api-error.ts';
import { networkOf } from './network-of.ts';
import { TokenBuckets } from './token-buckets.ts';

const maxAddresses = 10_000;

/** Counts wrong keys per client network. Requests with a valid key are never counted. */
export class FailedKeys {
  readonly #buckets: TokenBuckets;

  /** The first `perMinute` wrong keys of a minute are answered with 401, further ones with 429. */
  constructor(perMinute: number) {
    this.#buckets = new TokenBuckets({ perSecond: perMinute / 60, size: perMinute, most: maxAddresses });
  }

  /** Returns whether the address has sent too many wrong keys; only keys that may be valid are then looked up. */
  isGuessing(address: string): boolean {
    return this.#buckets.isEmpty(networkOf(address));
  }

  /** Counts a wrong key. Throws `rate_limit_exceeded`. */
  count(address: string): void {
    const retryAfter = this.#buckets.take(networkOf(address));
    if (retryAfter === 0) return;
    throw new ApiError('rate_limit_exceeded', 'This address has sent too many wrong API keys.', { retryAfter });
  }

  /** Returns the wrong keys counted since the last call, by network, for the other servers of a cluster. */
  counted(): [network: string, keys: number][] {
    return this.#buckets.taken();
  }

  /** Adds the counts of another server. */
  recordPeerFailures(counted: readonly [network: string, keys: number][]): void {
    for (const [network, keys] of counted) this.#buckets.consume(network, keys);
  }
}
