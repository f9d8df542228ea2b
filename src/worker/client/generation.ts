import type { FinishCause, GeneratedToken, PromptReport } from '../../inference/generate-request.ts';

/** A reader that waits for the next token. */
interface Waiting {
  resolve(next: IteratorResult<GeneratedToken, void>): void;
  reject(error: Error): void;
}

/**
 * Tokens of one `generate` call as they arrive, for one reader. Iteration ends with the sequence and throws
 * `WorkerError` if it failed. Leaving the loop early cancels the call. `cause` is set once iteration has ended by
 * itself.
 */
export class Generation implements AsyncIterable<GeneratedToken> {
  /** Tokens received, and how many of them were read. */
  #tokens: GeneratedToken[] = [];
  #taken = 0;
  readonly #cancel: () => void;
  #waiting: Waiting | null = null;
  #ended = false;
  #error: Error | null = null;
  cause: FinishCause | null = null;
  /** Statistics of the prompt; null until the first token arrives. */
  prompt: PromptReport | null = null;
  /** Number of preemptions so far. */
  preemptions = 0;

  constructor(cancel: () => void) {
    this.#cancel = cancel;
  }

  onPrompt(prompt: PromptReport): void {
    this.prompt = prompt;
  }

  onTokens(tokens: readonly GeneratedToken[], preemptions: number): void {
    this.preemptions += preemptions;
    for (const token of tokens) this.#tokens.push(token);
    this.#settle();
  }

  finish(cause: FinishCause): void {
    this.cause = cause;
    this.#ended = true;
    this.#settle();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#ended = true;
    this.#settle();
  }

  /** Not an async generator, whose every token takes several turns of the microtask queue. */
  [Symbol.asyncIterator](): AsyncIterator<GeneratedToken, void, void> {
    return {
      next: () =>
        new Promise((resolve, reject) => {
          this.#waiting = { resolve, reject };
          this.#settle();
        }),
      return: async () => {
        if (!this.#ended) this.#cancel();
        return { done: true, value: undefined };
      },
    };
  }

  /** Gives the waiting reader what has arrived. */
  #settle(): void {
    if (this.#waiting === null || (this.#taken === this.#tokens.length && !this.#ended)) return;
    const { resolve, reject } = this.#waiting;
    this.#waiting = null;
    if (this.#taken < this.#tokens.length) resolve({ done: false, value: this.#take() });
    else if (this.#error !== null) reject(this.#error);
    else resolve({ done: true, value: undefined });
  }

  /**
   * Returns the next token. Drops the array once all of it is read: short-lived objects cost the garbage collector next
   * to nothing.
   */
  #take(): GeneratedToken {
    const token = this.#tokens[this.#taken++];
    if (this.#taken === this.#tokens.length) {
      this.#tokens = [];
      this.#taken = 0;
    }
    return token;
  }
}
