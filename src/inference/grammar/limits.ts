import { availableParallelism, totalmem } from 'node:os';

/** Sizes past which a grammar is refused; they bound the time and the memory of one compilation. */
export const GRAMMAR_LIMITS = {
  /** UTF-8 bytes of all texts of a grammar: schemas, expressions, choices, rules, structural tags. */
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

/** What grammar processes may take; times are by the clock. */
export interface ProcessLimits {
  /** How many there are, for all models together: two at least, so that what is slow keeps nothing else waiting. */
  processes: number;
  /** Of the first try of a compilation, and of each step of a grammar that was quick to compile. */
  sliceMs: number;
  /** Of one compilation, once it was not quick. */
  compileMs: number;
  /** Of finding the tokens that may come next, once that was not quick. */
  stepMs: number;
  /** Heap of one process. */
  heapMiB: number;
}

const PROCESS_MIB = { least: 320, most: 704 };
/** What a process has beside its heap: code, the vocabularies, masks. */
const BESIDE_HEAP_MIB = 192;

/** The limits on a machine with so many processors, where all processes together may take so many MiB. */
export function processLimits(cores = availableParallelism(), mebibytes = totalmem() / 8 / 2 ** 20): ProcessLimits {
  const most = Math.min(4, cores - 1, Math.floor(mebibytes / PROCESS_MIB.least));
  const processes = Math.max(2, most);
  const part = Math.floor(mebibytes / processes);
  const heapMiB = Math.min(PROCESS_MIB.most, Math.max(PROCESS_MIB.least, part)) - BESIDE_HEAP_MIB;
  return { processes, sliceMs: 100, compileMs: 10_000, stepMs: 5_000, heapMiB };
}

/** Spaces and tabs in a row between two marks of JSON. */
export const MOST_BLANKS = 32;
