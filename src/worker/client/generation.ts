import type { FinishCause, GeneratedToken, PromptReport } from '../../inference/generate-request.ts';

/** One who waits for the next token. */
interface Waiting {
  resolve(next: IteratorResult<GeneratedToken, void>): void;
  reject(error: Error): void;
}

/**
 * The tokens of one `generate` call as they come, for one reader. Iterating ends when the sequence has ended, and
 * throws `WorkerError` when it failed; leaving the loop early cancels the call. `cause` is known once the iteration has
 * ended by itself.
 */
export class Generation implements AsyncIterable<GeneratedToken> {
  /** Those that have come, and how many of them were taken. */
  #tokens: GeneratedToken[] = [];
  #taken = 0;
  readonly #cancel: () => void;
  #waiting: Waiting | null = null;
  #ended = false;
  #error: Error | null = null;
  cause: FinishCause | null = null;
  /** Known when the first token comes; null until then. */
  prompt: PromptReport | null = null;
  /** Times that it was preempted so far. */
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

  /** By hand, since each token of a generator costs several turns of the queue of promises. */
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

  /** Gives whoever waits what has come. */
  #settle(): void {
    if (this.#waiting === null || (this.#taken === this.#tokens.length && !this.#ended)) return;
    const { resolve, reject } = this.#waiting;
    this.#waiting = null;
    if (this.#taken < this.#tokens.length) resolve({ done: false, value: this.#take() });
    else if (this.#error !== null) reject(this.#error);
    else resolve({ done: true, value: undefined });
  }

  /** What is kept no longer than it is of use costs the garbage collector next to nothing. */
  #take(): GeneratedToken {
    const token = this.#tokens[this.#taken++];
    if (this.#taken === this.#tokens.length) {
      this.#tokens = [];
      this.#taken = 0;
    }
    return token;
  }
}
