import { Repeat, Sequence } from '../machine/controls.ts';
import type { GrammarNode, NodeNumbers } from '../machine/node.ts';

export interface Turns {
  /** Whether something held has to come; it then comes at once, as XGrammar has it. */
  atLeastOne: boolean;
  /** Whether all ends with the first thing held. */
  once: boolean;
}

/** Free parts, and held ones in between. */
export function interleaved(
  numbers: NodeNumbers,
  free: GrammarNode,
  held: GrammarNode,
  { atLeastOne, once }: Turns,
): GrammarNode {
  if (once) return atLeastOne ? held : new Sequence(numbers, [free, new Repeat(numbers, held, 0, 1)]);
  const more = new Repeat(numbers, new Sequence(numbers, [held, free]), 0, Number.POSITIVE_INFINITY);
  return new Sequence(numbers, atLeastOne ? [held, free, more] : [free, more]);
}
