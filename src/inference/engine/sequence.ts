import type { FinishCause, GeneratedToken, GenerateRequest } from '../generate-request.ts';

/** One request in the engine: its tokens so far, how many of them are in the cache, and whom to tell. */
export class Sequence {
  readonly request: GenerateRequest;
  /** Prompt, then what was sampled. */
  readonly tokens: number[];
  /** Cache pages of 16 tokens, in order. */
  pages: number[] = [];
  /** Tokens whose keys and values are in the cache. */
  cached = 0;
  /** Adapter slot while admitted; undefined for the base model. */
  slot: number | undefined;
  readonly finished: Promise<FinishCause>;
  readonly #onToken: (token: GeneratedToken) => void;
  #resolve!: (cause: FinishCause) => void;
  #reject!: (error: Error) => void;

  constructor(request: GenerateRequest, onToken: (token: GeneratedToken) => void) {
    this.request = request;
    this.tokens = [...request.promptIds];
    this.#onToken = onToken;
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Tokens that have to go through the model before the next one can be drawn. At least 1. */
  get pending(): number {
    return this.tokens.length - this.cached;
  }

  /** Takes a sampled token; returns why the sequence is at its end, if it is. */
  push(token: GeneratedToken): FinishCause | undefined {
    this.tokens.push(token.id);
    this.#onToken(token);
    if (this.request.stopTokenIds.includes(token.id)) return 'stop_token';
    const generated = this.tokens.length - this.request.promptIds.length;
    return generated >= this.request.maxTokens ? 'length' : undefined;
  }

  finish(cause: FinishCause): void {
    this.#resolve(cause);
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}
