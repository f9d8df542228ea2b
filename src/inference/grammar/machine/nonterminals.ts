import type { GrammarNode, Move, NodeNumbers, Nonterminal, Terminal } from './node.ts';

/** All of `parts`, one after the other. */
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

/** One of `parts`, which may be filled in later: rules refer to each other. */
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

/** `part` from `min` to `max` times; the state counts, no further than it has to. */
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
 * One of several ways, of which the first may claim the text: once the text begins with what fits the claim, the others
 * are out. That no answer is stuck there, every text of the claim has to be a beginning of the first way's. Only the
 * root of a grammar can be one, since the claim is about all of the text.
 */
export class ClaimedChoice extends Choice {
  readonly first: GrammarNode;
  readonly others: GrammarNode;
  /** It may end where the claim is made. */
  readonly claim: GrammarNode;

  constructor(numbers: NodeNumbers, [first, ...others]: readonly GrammarNode[], claim: GrammarNode) {
    super(numbers, [first, ...others]);
    this.first = first;
    this.others = new Choice(numbers, others);
    this.claim = new Concatenation(numbers, [claim, new AnyBytes(numbers)]);
  }
}

/** Whatever a token goes on with after the claim. */
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
