import type { CompileContext } from '../compile-context.ts';
import { GrammarError } from '../grammar-error.ts';
import { LengthContent } from '../json-schema/length-content.ts';
import { Repeat } from '../machine/controls.ts';
import type { GrammarNode } from '../machine/node.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TokenBudget } from '../machine/token-budget.ts';
import { TokenTerminal } from '../machine/token-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { fullMatch } from '../regular/regex-term.ts';

/** What ends the tag around a part, which free parts therefore have not. */
export interface Ends {
  texts: readonly string[];
  tokens: readonly number[];
}

export const NO_ENDS: Ends = { texts: [], tokens: [] };

/** What free text may not have in it, and how long it may be. */
export interface TextLimits {
  /** A regular expression; none where it is empty. */
  pattern?: string;
  characters: number;
  /** Of the model; one that only begins or ends in the text counts as well. */
  tokens: number;
}

const NO_LIMITS: TextLimits = { characters: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

/** Any text in which neither one of `excluded` is nor what matches `pattern`. Throws GrammarError. */
export function freeText(
  { terms, numbers }: CompileContext,
  excluded: readonly string[],
  { pattern = '', characters, tokens } = NO_LIMITS,
): GrammarNode {
  const matched = pattern === '' ? terms.none : fullMatch(terms, pattern);
  const term = terms.not(terms.sequence([terms.all, terms.or([terms.texts(excluded), matched]), terms.all]));
  const base = new TermAutomaton(terms, term);
  // Each beginning of such a text is one, so that no length is out of reach.
  const content =
    characters < Number.POSITIVE_INFINITY ? new LengthContent(base, { min: 0, max: characters, free: true }) : base;
  if (content.start === undefined) throw new GrammarError('no free text is short enough');
  const name = content === base ? `text without ${JSON.stringify([pattern, ...excluded])}` : undefined;
  const text = new TextTerminal(numbers, content, name);
  return tokens < Number.POSITIVE_INFINITY ? new TokenBudget(numbers, text, tokens) : text;
}

/** Up to `most` tokens, none of them one of `excluded` or a special one. */
export function freeTokens(
  { numbers }: CompileContext,
  excluded: readonly number[],
  most = Number.POSITIVE_INFINITY,
): GrammarNode {
  return new Repeat(numbers, new TokenTerminal(numbers, { but: new Set(excluded) }), 0, most);
}
