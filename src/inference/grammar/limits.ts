/** Sizes past which a grammar is refused; they bound the time and the memory of one compilation. */
export const GRAMMAR_LIMITS = {
  /** UTF-8 bytes of a schema, a grammar or a structural tag. */
  textBytes: 1024 * 1024,
  /** Levels that the text of a schema or tag may nest, and the brackets of a regular expression or a rule. */
  depth: 64,
  /** Subschemas that a schema comes apart into. */
  schemaNodes: 20_000,
  /** Combinations of anyOf, oneOf and the like within one value. */
  alternatives: 2_000,
  /** States explored where regular expressions are combined. */
  states: 20_000,
  /** Terms of regular expressions, ever made for one grammar. */
  terms: 400_000,
  /** Steps of looking for what may come next, without a character in between. */
  expansions: 50_000,
} as const;

/**
 * What a thread of grammars may take until it is thrown away. Times of its work are its own, which run only while it does:
 * it lets others go first.
 */
export interface ThreadLimits {
  /** Of one compilation. */
  compileMs: number;
  /** Of finding the tokens that may come next. */
  stepMs: number;
  /** Of anything by the clock, until what waits for the thread is done in another one. */
  patienceMs: number;
  /** Of the first trials of a grammar, three at most: what takes longer is tried again where it keeps only slower ones waiting. */
  momentsMs: readonly number[];
  heapMiB: number;
}

export const THREAD_LIMITS: ThreadLimits = {
  compileMs: 5_000,
  stepMs: 10_000,
  patienceMs: 100,
  // Choices and tools take the first one, where a dozen slow ones at once work for a sixteenth of a second before them.
  momentsMs: [5, 30, 200],
  heapMiB: 512,
};

/** Spaces and tabs at the beginning of a line of JSON: 64 levels of two. */
export const LONGEST_INDENT = 128;
