/**
 * A grammar that cannot be served: malformed, beyond a limit, or with a part that is not supported. The message names
 * the part; whoever asked for the grammar puts the request's field before it.
 */
export class GrammarError extends Error {
  override name = 'GrammarError';
}

/** One that takes too long or too much memory, at least this time. */
export class GrammarLimitError extends GrammarError {}
