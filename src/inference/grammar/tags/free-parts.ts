import { GrammarError } from '../grammar-error.ts';
import { LengthContent } from '../json-schema/length-content.ts';
import { Repeat } from '../machine/controls.ts';
import type { GrammarNode } from '../machine/node.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TokenTerminal } from '../machine/token-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import type { Workshop } from '../workshop.ts';

/** What ends the tag around a part, which free parts therefore have not. */
export interface Ends {
  texts: readonly string[];
  tokens: readonly number[];
}

export const NO_ENDS: Ends = { texts: [], tokens: [] };

/** Any text of up to `most` characters in which none of `excluded` is. Throws GrammarError. */
export function freeText(
  { terms, numbers }: Workshop,
  excluded: readonly string[],
  most = Number.POSITIVE_INFINITY,
): GrammarNode {
  const term = terms.not(terms.sequence([terms.all, terms.texts(excluded), terms.all]));
  const base = new TermAutomaton(terms, term);
  if (most === Number.POSITIVE_INFINITY) return new TextTerminal(numbers, base);
  const bounded = new LengthContent(base, { min: 0, max: most, free: excluded.length === 0 });
  if (bounded.start === undefined) throw new GrammarError('no free text is short enough');
  return new TextTerminal(numbers, bounded);
}

/** Up to `most` tokens, none of them one of `excluded` or a special one. */
export function freeTokens(
  { numbers }: Workshop,
  excluded: readonly number[],
  most = Number.POSITIVE_INFINITY,
): GrammarNode {
  return new Repeat(numbers, new TokenTerminal(numbers, { but: new Set(excluded) }), 0, most);
}
