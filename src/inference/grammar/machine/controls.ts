import type { Control, GrammarNode, Move, NodeNumbers } from './node.ts';

/** All of `parts`, one after the other. */
export class Sequence implements Control {
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
export class Choice implements Control {
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
export class Repeat implements Control {
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

  get optional(): boolean {
    return this.#min === 0;
  }

  moves(count: number): readonly (Move | null)[] {
    const moves: (Move | null)[] = [];
    const after = this.#max === Number.POSITIVE_INFINITY ? Math.min(count + 1, this.#min) : count + 1;
    if (count < this.#max) moves.push({ child: this.part, after });
    if (count >= this.#min) moves.push(null);
    return moves;
  }
}
