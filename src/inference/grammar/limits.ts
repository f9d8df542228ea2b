import type { Grammar } from './grammar.ts';
import { GrammarError } from './grammar-error.ts';

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
  /** Times that a part may be repeated by a count. */
  repeats: 100_000,
  /** States explored where regular expressions are combined. */
  states: 20_000,
  /** Terms of regular expressions, ever made for one grammar. */
  terms: 400_000,
  /** Steps taken to find what may come next, without a character in between. */
  expansions: 50_000,
} as const;

const NAMES: Record<Grammar['kind'], string> = {
  json_schema: 'schema',
  json_object: 'schema',
  regex: 'regular expression',
  choice: 'list of choices',
  rules: 'grammar',
  structural_tag: 'structural tag',
  either: 'form',
  after_thoughts: 'form',
  channel: 'form',
};

/** Throws GrammarError for a grammar, of whatever kind, whose texts are together larger than any may be. */
export function checkGrammarSize(grammar: Grammar, what = NAMES[grammar.kind]): void {
  checkBytes(textBytes(grammar), what);
}

/** Throws GrammarError for a text that is larger than any may be. */
export function checkTextSize(text: string, what: string): void {
  checkBytes(Buffer.byteLength(text), what);
}

function checkBytes(bytes: number, what: string): void {
  if (bytes <= GRAMMAR_LIMITS.textBytes) return;
  throw new GrammarError(`the ${what} has ${bytes} bytes; ${GRAMMAR_LIMITS.textBytes} is the limit`);
}

/** UTF-8 bytes of all texts in it. */
function textBytes(part: unknown): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  if (typeof part !== 'object' || part === null) return 0;
  return Object.values(part).reduce((sum, inner) => sum + textBytes(inner), 0);
}

/** A count as a text writes it: finite, however many digits it has, since only a count without an end is infinite. */
export function readCount(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
