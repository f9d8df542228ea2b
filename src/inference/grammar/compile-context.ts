import { GrammarError } from './grammar-error.ts';
import { type GrammarNode, NodeNumbers } from './machine/node.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { fullMatch } from './regular/regex-term.ts';
import { Terms } from './regular/terms.ts';

/** What all parts of one grammar are made with. */
export class CompileContext {
  readonly numbers = new NodeNumbers();
  readonly terms = new Terms();
  /** By pattern: calls of many tools are spelled alike, and masks are kept by node. */
  readonly regexes = new Map<string, GrammarNode>();
}

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
