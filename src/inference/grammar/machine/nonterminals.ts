import type { GrammarNode, Move, NodeNumbers, Nonterminal, Terminal } from './node.ts';

/** Sequence of `parts`. */
export class Concatenation implements Nonterminal {
  readonly id: number;
  readonly parts: readonly GrammarNode[];

  constructor(numbers: NodeNumbers, parts: readonly GrammarNode[]) {
    this.id = numbers.next();
    this.parts = parts;
  }

  moves(state: number): readonly (Move | null)[] {
    if (state >= this.parts.length) return [null];
    return [{ child: this.parts[state], after: state + 1 < this.parts.length ? state + 1 : undefined }];
  }
}

/** Alternation of `parts`, which may be assigned after construction because rules are recursive. */
export class Choice implements Nonterminal {
  readonly id: number;
  parts: readonly GrammarNode[];

  constructor(numbers: NodeNumbers, parts: readonly GrammarNode[] = []) {
    this.id = numbers.next();
    this.parts = parts;
  }

  moves(): readonly Move[] {
    return this.parts.map((child) => ({ child, after: undefined }));
  }
}

/** Repetition of `part`, `min` to `max` times. The state is the count, which stops at `min` if `max` is infinite. */
export class Repeat implements Nonterminal {
  readonly id: number;
  readonly part: GrammarNode;
  readonly #min: number;
  readonly #max: number;

  constructor(numbers: NodeNumbers, part: GrammarNode, min: number, max: number) {
    this.id = numbers.next();
    this.part = part;
    this.#min = min;
    this.#max = max;
  }

  moves(count: number): readonly (Move | null)[] {
    const moves: (Move | null)[] = [];
    const after = this.#max === Number.POSITIVE_INFINITY ? Math.min(count + 1, this.#min) : count + 1;
    if (count < this.#max) moves.push({ child: this.part, after });
    if (count >= this.#min) moves.push(null);
    return moves;
  }
}

/**
 * Alternation whose first alternative may claim the text: once a prefix of the text matches `claim`, the other
 * alternatives are dropped. Every text of `claim` must be a prefix of a text of the first alternative, otherwise an
 * answer could hit a dead end. It can only be the root of a grammar, since the claim reads the text from its beginning.
 */
export class ClaimedChoice extends Choice {
  readonly first: GrammarNode;
  readonly others: GrammarNode;
  /** Grammar of the claim, followed by any bytes. It may end once the claim has matched. */
  readonly claim: GrammarNode;

  constructor(numbers: NodeNumbers, [first, ...others]: readonly GrammarNode[], claim: GrammarNode) {
    super(numbers, [first, ...others]);
    this.first = first;
    this.others = new Choice(numbers, others);
    this.claim = new Concatenation(numbers, [claim, new AnyBytes(numbers)]);
  }
}

/** Any bytes: a token may extend past the end of the claim. */
class AnyBytes implements Terminal {
  readonly id: number;
  readonly start = 0;

  constructor(numbers: NodeNumbers) {
    this.id = numbers.next();
  }

  step(): number {
    return 0;
  }

  final(): boolean {
    return true;
  }
}
