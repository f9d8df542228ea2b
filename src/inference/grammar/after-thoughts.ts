import type { CompileContext } from './compile-context.ts';
import type { GrammarNode, NodeNumbers, Terminal } from './machine/node.ts';
import { Choice, Concatenation } from './machine/nonterminals.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { THOUGHTS_CLOSE, THOUGHTS_OPEN } from './thoughts.ts';

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
  if (begun) return new Concatenation(numbers, [rest, answer]);
  return new Choice(numbers, [new Concatenation(numbers, [new ThoughtsOpening(numbers), rest, answer]), answer]);
}

const MARK = Buffer.from(THOUGHTS_OPEN);
/** As at the beginning, but without white space. */
const UNSPACED = MARK.length + 1;

/**
 * The mark that opens thoughts, as a model spells it. White space before it is read but never asked for: only an answer
 * that may begin with it may have it there. States are how many bytes of the mark have come.
 */
class ThoughtsOpening implements Terminal {
  readonly id: number;
  readonly start = 0;

  constructor(numbers: NodeNumbers) {
    this.id = numbers.next();
  }

  step(state: number, byte: number): number {
    if (state === 0 && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return 0;
    const read = state === UNSPACED ? 0 : state;
    return byte === MARK[read] ? read + 1 : -1;
  }

  final(state: number): boolean {
    return state === MARK.length;
  }

  maskState(state: number): number {
    return state === 0 ? UNSPACED : state;
  }

  settles(state: number): boolean {
    return this.final(state);
  }
}

/** Thoughts that a model spells, from their opening to their closing mark. */
class ThoughtsRest extends TextTerminal {
  settles(): boolean {
    return true;
  }
}
