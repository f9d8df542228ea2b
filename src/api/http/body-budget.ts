import { ApiError } from '../errors/api-error.ts';

/** The memory that request bodies may take before they are parsed, over all requests. */
export class BodyBudget {
  readonly #most: number;
  #held = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** Throws `queue_full` where the others leave no room. */
  hold(bytes: number): void {
    if (this.#held + bytes > this.#most) {
      throw new ApiError('queue_full', 'Too many large requests are being read already. Try again later.', {
        retryAfter: 2,
      });
    }
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}
