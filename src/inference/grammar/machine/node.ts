/** A part of a grammar: terminals read bytes, nonterminals say which parts follow each other. */
export type GrammarNode = Terminal | Nonterminal;

/** Numbers the nodes of one grammar. */
export class NodeNumbers {
  #next = 0;

  next(): number {
    return this.#next++;
  }
}

/**
 * A DFA over bytes. Every state it gives can still reach an end, which is what keeps an answer from
 * running into a dead end.
 */
export interface Terminal {
  readonly id: number;
  readonly start: number;
  /** The state after one more byte, or -1. */
  step(state: number, byte: number): number;
  /** Whether the terminal may end here. */
  final(state: number): boolean;
  /** A state whose next 256 bytes are judged alike: masks of tokens are made once for all of these. */
  maskState?(state: number, longestToken: number): number;
  /** Names what is read from `state` on, where terminals of other grammars read just that: its mask serves them all. */
  commonText?(state: number): string | undefined;
  /** The state after a token that ends in `state`, or -1 where none may; the same one where this is absent. */
  tokenEnd?(state: number): number;
  /** Whether whoever has come to this state reads the text as it is meant, so that no other reading counts. */
  settles?(state: number): boolean;
  /** The text read, for nodes that have to know it. */
  captured?(state: number): string;
}

/** One thing that may come next: `child`, and then the control itself in state `after` (undefined: it has ended). */
export interface Move {
  child: GrammarNode;
  /** Where the child begins, if not at its own start. */
  childState?: number;
  after: number | undefined;
}

export interface Nonterminal {
  readonly id: number;
  /** What may come in `state` (0 at the beginning); null is its end. */
  moves(state: number): readonly (Move | null)[];
  /** The state instead of `state` after a terminal with `captured` has ended. */
  received?(state: number, text: string): number;
}

export function isTerminal(node: GrammarNode): node is Terminal {
  return 'step' in node;
}
