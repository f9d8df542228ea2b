import type { CompileContext } from './compile-context.ts';
import { Choice, Sequence } from './machine/controls.ts';
import type { GrammarNode } from './machine/node.ts';
import { ThoughtsOpening } from './machine/thoughts-opening.ts';
import { ThoughtsRest } from './machine/thoughts-rest.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { THOUGHTS_CLOSE } from './thoughts.ts';

/**
 * Thoughts with marks that are spelled, then `answer`; that alone may come too unless they have `begun`. Where the
 * opening mark has come it is one, though `answer` may begin with the same text: whoever reads the answer takes it for
 * one, too.
 */
export function compileAfterThoughts(compileContext: CompileContext, answer: GrammarNode, begun: boolean): GrammarNode {
  const { terms, numbers } = compileContext;
  const close = terms.text(THOUGHTS_CLOSE);
  const unclosed = terms.not(terms.sequence([terms.all, close, terms.all]));
  const rest = new ThoughtsRest(numbers, new TermAutomaton(terms, terms.concat(unclosed, close)));
  if (begun) return new Sequence(numbers, [rest, answer]);
  return new Choice(numbers, [new Sequence(numbers, [new ThoughtsOpening(numbers), rest, answer]), answer]);
}
