import type { Grammar } from './grammar.ts';
import { GrammarError } from './grammar-error.ts';

/** Limits above which a grammar is refused. They bound the time and memory of one compilation. */
export const GRAMMAR_LIMITS = {
  /** UTF-8 bytes of all texts of a grammar: schemas, regular expressions, choices, rules, structural tags. */
  textBytes: 1024 * 1024,
  /** Nesting depth of a schema, a structural tag, or the brackets of a regular expression or rule. */
  depth: 64,
  /** Distinct value nodes (conjunctions of subschemas) of one schema. */
  schemaNodes: 20_000,
  /** Alternatives of one value, after anyOf and oneOf are expanded. */
  alternatives: 2_000,
  /** Largest count in a quantifier such as {m,n}. */
  repeats: 100_000,
  /** States explored when regular expressions are combined by intersection or complement. */
  states: 20_000,
  /** Regular expression terms created for one grammar, over its lifetime. */
  terms: 400_000,
  /** Nonterminal expansions between two bytes. */
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

/** Throws GrammarError if all texts of a grammar together exceed `textBytes`. */
export function checkGrammarSize(grammar: Grammar, what = NAMES[grammar.kind]): void {
  checkBytes(textBytes(grammar), what);
}

/** Throws GrammarError if a text exceeds `textBytes`. */
export function checkTextSize(text: string, what: string): void {
  checkBytes(Buffer.byteLength(text), what);
}

function checkBytes(bytes: number, what: string): void {
  if (bytes <= GRAMMAR_LIMITS.textBytes) return;
  throw new GrammarError(`the ${what} has ${bytes} bytes; ${GRAMMAR_LIMITS.textBytes} is the limit`);
}

/** Returns the UTF-8 bytes of all strings in a grammar or a part of it. */
function textBytes(part: unknown): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  if (typeof part !== 'object' || part === null) return 0;
  return Object.values(part).reduce((sum, inner) => sum + textBytes(inner), 0);
}

/** Parses the count of a quantifier. The result is always finite: infinity stands for an absent upper bound. */
export function readCount(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
