/** Characters of a message. */
const LONGEST = 500;

/**
 * A grammar that cannot be served: malformed, beyond a limit, or with a part that is not supported. The message names
 * the part, cut where a name of the request makes it long; whoever asked for the grammar puts the request's field
 * before it.
 */
export class GrammarError extends Error {
  override name = 'GrammarError';

  constructor(message: string) {
    super(message.length > LONGEST ? `${message.slice(0, LONGEST)}...` : message);
  }
}

/** How long a grammar stays refused that took too long or too much memory: it may have been the machine's fault. */
const STANDS_MS = 60_000;

/** A grammar that takes too long or too much memory, at least this time. */
export class GrammarLimitError extends GrammarError {
  readonly #until = performance.now() + STANDS_MS;

  /** Whether the grammar is still refused. */
  get stands(): boolean {
    return performance.now() < this.#until;
  }
}
