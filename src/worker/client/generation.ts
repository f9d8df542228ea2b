import type { FinishCause, GeneratedToken, PromptReport } from '../../inference/generate-request.ts';

/**
 * The tokens of one `generate` call as they come, for one reader. Iterating ends when the sequence has ended, and
 * throws `WorkerError` when it failed; leaving the loop early cancels the call. `cause` is known once the iteration has
 * ended by itself.
 */
export class Generation implements AsyncIterable<GeneratedToken> {
  /** Those that have come and were not taken yet. */
  #tokens: GeneratedToken[] = [];
  readonly #cancel: () => void;
  #wake: (() => void) | null = null;
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

  onTokens(tokens: GeneratedToken[], preemptions: number): void {
    this.preemptions += preemptions;
    this.#tokens.push(...tokens);
    this.#wake?.();
  }

  finish(cause: FinishCause): void {
    this.cause = cause;
    this.#ended = true;
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#ended = true;
    this.#wake?.();
  }

  /** What is kept no longer than it is of use costs the garbage collector next to nothing. */
  #take(): GeneratedToken[] {
    const taken = this.#tokens;
    this.#tokens = [];
    return taken;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<GeneratedToken, void, void> {
    try {
      for (;;) {
        while (this.#tokens.length > 0) for (const token of this.#take()) yield token;
        if (this.#ended) break;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      if (this.#error) throw this.#error;
    } finally {
      if (!this.#ended) this.#cancel();
    }
  }
}
