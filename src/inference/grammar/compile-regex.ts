import type { CompileContext } from './compile-context.ts';
import { GrammarError } from './grammar-error.ts';
import type { GrammarNode } from './machine/node.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { fullMatch } from './regular/regex-term.ts';

/** The texts that match from end to end. Throws GrammarError where there are none. */
export function compileRegex(compileContext: CompileContext, pattern: string): GrammarNode {
  const known = compileContext.regexes.get(pattern);
  if (known) return known;
  const automaton = new TermAutomaton(compileContext.terms, fullMatch(compileContext.terms, pattern));
  if (automaton.start === undefined) throw new GrammarError('no text matches the regular expression');
  const node = new TextTerminal(compileContext.numbers, automaton, `regex ${pattern}`);
  compileContext.regexes.set(pattern, node);
  return node;
}
