import { GrammarError } from './grammar-error.ts';
import type { GrammarNode } from './machine/node.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { fullMatch } from './regular/regex-term.ts';
import type { Workshop } from './workshop.ts';

/** The texts that match from end to end. Throws GrammarError where there are none. */
export function compileRegex(workshop: Workshop, pattern: string): GrammarNode {
  const known = workshop.regexes.get(pattern);
  if (known) return known;
  const automaton = new TermAutomaton(workshop.terms, fullMatch(workshop.terms, pattern));
  if (automaton.start === undefined) throw new GrammarError('no text matches the regular expression');
  const node = new TextTerminal(workshop.numbers, automaton, `regex ${pattern}`);
  workshop.regexes.set(pattern, node);
  return node;
}
