import type { PromptTimes } from '../generate-request.ts';

/** Measures the times of one sequence up to its first token. It has arrived when the clock is made. */
export class PromptClock {
  readonly #arrived = performance.now();
  #admitted: number | undefined;

  /** It is admitted; only the first time counts. */
  admit(): void {
    this.#admitted ??= performance.now();
  }

  /** Its first token is here. */
  read(): PromptTimes {
    const now = performance.now();
    const admitted = this.#admitted ?? now;
    return { queued: (admitted - this.#arrived) / 1000, prefill: (now - admitted) / 1000 };
  }
}
