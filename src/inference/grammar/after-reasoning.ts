import type { CompileContext } from './compile-context.ts';
import type { GrammarNode, NodeNumbers, Terminal } from './machine/node.ts';
import { Choice, Concatenation } from './machine/nonterminals.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { REASONING_CLOSE, REASONING_OPEN } from './reasoning.ts';
import { TermAutomaton } from './regular/automaton.ts';

/**
 * Compiles reasoning between spelled-out marks (text, not special tokens), followed by `answer`. Unless the reasoning
 * has `begun` in the prompt, `answer` alone is allowed too. Text that spells the opening mark always opens reasoning,
 * even if `answer` may begin with it, because the parser of the output reads it so.
 */
export function compileAfterReasoning(
  compileContext: CompileContext,
  answer: GrammarNode,
  begun: boolean,
): GrammarNode {
  const { terms, numbers } = compileContext;
  const close = terms.text(REASONING_CLOSE);
  const unclosed = terms.not(terms.sequence([terms.all, close, terms.all]));
  const rest = new ReasoningRest(numbers, new TermAutomaton(terms, terms.concat(unclosed, close)));
  if (begun) return new Concatenation(numbers, [rest, answer]);
  return new Choice(numbers, [new Concatenation(numbers, [new ReasoningOpening(numbers), rest, answer]), answer]);
}

const MARK = Buffer.from(REASONING_OPEN);
/** Initial state, except that no white space may precede the mark. */
const UNSPACED = MARK.length + 1;

/**
 * The opening mark of the reasoning, spelled out as text. It accepts white space before the mark, but the token mask
 * does not offer any: only an answer that may begin with white space allows it. The state is the number of bytes of the
 * mark that have been read.
 */
class ReasoningOpening implements Terminal {
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

  isDefinitive(state: number): boolean {
    return this.final(state);
  }
}

/** Reasoning text up to and including its spelled-out closing mark. */
class ReasoningRest extends TextTerminal {
  isDefinitive(): boolean {
    return true;
  }
}
