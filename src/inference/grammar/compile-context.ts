import { GrammarError } from './grammar-error.ts';
import { type GrammarNode, NodeNumbers } from './machine/node.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { fullMatch } from './regular/regex-term.ts';
import { Terms } from './regular/terms.ts';

/** State shared by the compilation of all parts of one grammar. */
export class CompileContext {
  readonly numbers = new NodeNumbers();
  readonly terms = new Terms();
  /** Nodes by pattern. Many tools repeat the same patterns, and token masks are cached per node. */
  readonly regexes = new Map<string, GrammarNode>();
}

/** Compiles a pattern that the whole text must match. Throws GrammarError if no text matches. */
export function compileRegex(compileContext: CompileContext, pattern: string): GrammarNode {
  const known = compileContext.regexes.get(pattern);
  if (known) return known;
  const automaton = new TermAutomaton(compileContext.terms, fullMatch(compileContext.terms, pattern));
  if (automaton.start === undefined) throw new GrammarError('no text matches the regular expression');
  const node = new TextTerminal(compileContext.numbers, automaton, `regex ${pattern}`);
  compileContext.regexes.set(pattern, node);
  return node;
}
