import { ApiError } from '../errors/api-error.ts';

/** Value of Retry-After, in seconds. */
const retryAfter = 2;

/** One request's share of the budget. */
export interface BodyRoom {
  /**
   * Reserves bytes. Throws `queue_full` if the bodies of all requests leave no room, `rate_limit_exceeded` if those of
   * the key leave none.
   */
  hold(bytes: number): void;
  giveBack(): void;
}

/**
 * Bounds the memory of request bodies over all requests. A body counts until its request ends, because the data read
 * from it lives as long. One key may take half, so that no key can block all others.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #share: number;
  #held = 0;
  readonly #heldByKey = new Map<string, number>();

  constructor(mostBytes: number) {
    this.#most = mostBytes;
    this.#share = Math.floor(mostBytes / 2);
  }

  /** Opens the share of one body; it is given back at the latest when `over` aborts. */
  open(keyId: string, over: AbortSignal): BodyRoom {
    let mine = 0;
    const hold = (bytes: number): void => {
      this.#check(keyId, bytes);
      this.#add(keyId, bytes);
      mine += bytes;
    };
    const giveBack = (): void => {
      this.#add(keyId, -mine);
      mine = 0;
    };
    over.addEventListener('abort', giveBack, { once: true });
    return { hold, giveBack };
  }

  #check(keyId: string, bytes: number): void {
    if (this.#held + bytes > this.#most) {
      throw new ApiError('queue_full', 'Too many large requests are in flight already. Try again later.', {
        retryAfter,
      });
    }
    if ((this.#heldByKey.get(keyId) ?? 0) + bytes > this.#share) {
      const message = `The bodies of this key's requests in flight exceed ${this.#share} bytes in total.`;
      throw new ApiError('rate_limit_exceeded', message, { retryAfter });
    }
  }

  #add(keyId: string, bytes: number): void {
    this.#held += bytes;
    const held = (this.#heldByKey.get(keyId) ?? 0) + bytes;
    if (held > 0) this.#heldByKey.set(keyId, held);
    else this.#heldByKey.delete(keyId);
  }
}
