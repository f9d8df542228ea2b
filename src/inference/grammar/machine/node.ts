/** Part of a grammar. Terminals read bytes; nonterminals say which parts follow each other. */
export type GrammarNode = Terminal | Nonterminal;

/** Id generator for the nodes of one grammar. */
export class NodeNumbers {
  #next = 0;

  next(): number {
    return this.#next++;
  }
}

/** DFA over bytes. Every state that `step` returns can still reach a final state, so no answer hits a dead end. */
export interface Terminal {
  readonly id: number;
  readonly start: number;
  /** Returns the state after one more byte, or -1 if the byte is not allowed. */
  step(state: number, byte: number): number;
  /** Returns whether the terminal may end in `state`. */
  final(state: number): boolean;
  /** Returns a representative of the states that treat the next `longestToken` bytes alike. They share one mask. */
  maskState?(state: number, longestToken: number): number;
  /** Returns a name of the language read from `state`. Terminals of other grammars with this name share its mask. */
  commonText?(state: number): string | undefined;
  /** Returns the state after a token ends in `state`, or -1 if none may end there. If absent, the state is kept. */
  tokenEnd?(state: number): number;
  /** Returns whether a parse in this state is definitive. All parses that are not are then dropped. */
  isDefinitive?(state: number): boolean;
  /** Returns the text read, for the nonterminal below (`Nonterminal.received`). */
  captured?(state: number): string;
}

/** Transition of a nonterminal: push `child`, then resume in state `after` (undefined: the nonterminal has ended). */
export interface Move {
  child: GrammarNode;
  /** Initial state of the child, if not its `start`. */
  childState?: number;
  after: number | undefined;
}

export interface Nonterminal {
  readonly id: number;
  /** Returns the transitions from `state`, which is 0 at the beginning. Null means that the nonterminal may end. */
  moves(state: number): readonly (Move | null)[];
  /** Returns the state that replaces `state` after a child terminal has captured `text`. */
  received?(state: number, text: string): number;
}

export function isTerminal(node: GrammarNode): node is Terminal {
  return 'step' in node;
}
