import type { Grammar } from './grammar.ts';
import { GrammarError } from './grammar-error.ts';
import { GRAMMAR_LIMITS } from './limits.ts';

const NAMES: Record<Grammar['kind'], string> = {
  json_schema: 'schema',
  json_object: 'schema',
  regex: 'regular expression',
  choice: 'list of choices',
  rules: 'grammar',
  structural_tag: 'structural tag',
  either: 'form',
  after_thoughts: 'form',
};

/** Throws GrammarError for a grammar, of whatever kind, whose texts are together larger than any may be. */
export function checkGrammarSize(grammar: Grammar, what = NAMES[grammar.kind]): void {
  checkBytes(textBytes(grammar), what);
}

/** The same of one text. */
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
