import { ApiError } from '../errors/api-error.ts';

/** Value of Retry-After, in seconds. */
const retryAfter = 2;

/** One request's share of the budget. */
export interface BodyReservation {
  /**
   * Reserves bytes. Throws `queue_full` if the bodies of all requests leave no room, `rate_limit_exceeded` if those of
   * the key leave none.
   */
  reserve(bytes: number): void;
  release(): void;
}

/**
 * Bounds the memory of request bodies over all requests. A body counts until its request ends, because the data read
 * from it lives as long. One key may take half, so that no key can block all others.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  readonly #share: number;
  #reserved = 0;
  readonly #reservedByKey = new Map<string, number>();

  constructor(mostBytes: number) {
    this.#maxBytes = mostBytes;
    this.#share = Math.floor(mostBytes / 2);
  }

  /** Opens the share of one body; it is released at the latest when `over` aborts. */
  open(keyId: string, over: AbortSignal): BodyReservation {
    let reserved = 0;
    const reserve = (bytes: number): void => {
      this.#check(keyId, bytes);
      this.#add(keyId, bytes);
      reserved += bytes;
    };
    const release = (): void => {
      this.#add(keyId, -reserved);
      reserved = 0;
    };
    over.addEventListener('abort', release, { once: true });
    return { reserve: reserve, release: release };
  }

  #check(keyId: string, bytes: number): void {
    if (this.#reserved + bytes > this.#maxBytes) {
      throw new ApiError('queue_full', 'Too many large requests are in flight already. Try again later.', {
        retryAfter,
      });
    }
    if ((this.#reservedByKey.get(keyId) ?? 0) + bytes > this.#share) {
      const message = `The bodies of this key's requests in flight exceed ${this.#share} bytes in total.`;
      throw new ApiError('rate_limit_exceeded', message, { retryAfter });
    }
  }

  #add(keyId: string, bytes: number): void {
    this.#reserved += bytes;
    const held = (this.#reservedByKey.get(keyId) ?? 0) + bytes;
    if (held > 0) this.#reservedByKey.set(keyId, held);
    else this.#reservedByKey.delete(keyId);
  }
}
