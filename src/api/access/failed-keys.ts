import { ApiError } from '../errors/api-error.ts';
import { networkOf } from './network-of.ts';
import { TokenBuckets } from './token-buckets.ts';

const mostAddresses = 10_000;

/** Counts wrong keys by the address that they come from. Requests with a right key are never counted. */
export class FailedKeys {
  readonly #buckets: TokenBuckets;

  /** `perMinute` wrong keys are answered 401; those beyond them 429. */
  constructor(perMinute: number) {
    this.#buckets = new TokenBuckets({ perSecond: perMinute / 60, size: perMinute, most: mostAddresses });
  }

  /** Whether the address has sent so many wrong keys that only those are looked up which may well be right. */
  isGuessing(address: string): boolean {
    return this.#buckets.isEmpty(networkOf(address));
  }

  /** Counts a wrong key. Throws `rate_limit_exceeded`. */
  count(address: string): void {
    const retryAfter = this.#buckets.take(networkOf(address));
    if (retryAfter === 0) return;
    throw new ApiError('rate_limit_exceeded', 'This address has sent too many wrong API keys.', { retryAfter });
  }

  /** Wrong keys that were counted since the last call, by network, for the other servers of a cluster. */
  counted(): [network: string, keys: number][] {
    return this.#buckets.taken();
  }

  /** Counts what another server has counted. */
  hear(counted: readonly [network: string, keys: number][]): void {
    for (const [network, keys] of counted) this.#buckets.spend(network, keys);
  }
}
