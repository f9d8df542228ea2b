/** Maximum length of a message, in UTF-16 code units. */
const LONGEST = 500;

/**
 * Error of a grammar that is malformed, exceeds a limit or uses an unsupported feature. The message names the offending
 * part. It is truncated, since it may quote names from the request. Callers prefix it with the field of the request.
 */
export class GrammarError extends Error {
  override name = 'GrammarError';

  constructor(message: string) {
    super(message.length > LONGEST ? `${message.slice(0, LONGEST)}...` : message);
  }
}

/** Time for which a grammar stays refused after it exceeded a time or memory limit. The machine may have been busy. */
const REFUSAL_MS = 60_000;

/** Error of a grammar that exceeded the time or memory limit. It is temporary. */
export class GrammarLimitError extends GrammarError {
  readonly #until = performance.now() + REFUSAL_MS;

  /** Returns whether the grammar is still refused. */
  get isInEffect(): boolean {
    return performance.now() < this.#until;
  }
}
