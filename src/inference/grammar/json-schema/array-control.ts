import type { Control, GrammarNode, Move, NodeNumbers } from '../machine/node.ts';

/** What stands around the elements of an array. */
export interface ArrayMarks {
  openArray: GrammarNode;
  closeArray: GrammarNode;
  /** Without an element, right after the opening. */
  closeEmptyArray: GrammarNode;
  comma: GrammarNode;
}

export interface ArrayShape {
  /** Of the first elements. */
  first: readonly GrammarNode[];
  /** Of all later ones; null where there are none. */
  rest: GrammarNode | null;
  min: number;
  max: number;
}

const OPENED = 1;

/** An array. States: 0 is before it, n + 1 after n elements; n goes no further than it makes a difference. */
export class ArrayControl implements Control {
  readonly id: number;
  readonly #marks: ArrayMarks;
  readonly #shape: ArrayShape;
  /** The two states of each element: a comma is due, or its value is. */
  readonly #span: number;

  constructor(numbers: NodeNumbers, marks: ArrayMarks, shape: ArrayShape) {
    this.id = numbers.next();
    this.#marks = marks;
    this.#shape = shape;
    const { first, min, max } = shape;
    this.#span = max === Number.POSITIVE_INFINITY ? Math.max(first.length, min, 1) : max;
  }

  moves(state: number): readonly Move[] {
    if (state === 0) return [{ child: this.#marks.openArray, after: OPENED }];
    const { first, rest, min, max } = this.#shape;
    const valueDue = state > this.#span + OPENED;
    const count = valueDue ? state - this.#span - OPENED - 1 : state - OPENED;
    const after = Math.min(count + 1, this.#span) + OPENED;
    const value = count < first.length ? first[count] : rest;
    if (valueDue) return value === null ? [] : [{ child: value, after }];
    const moves: Move[] = [];
    if (count < max && value !== null) {
      if (count === 0) moves.push({ child: value, after });
      else moves.push({ child: this.#marks.comma, after: this.#span + OPENED + 1 + count });
    }
    if (count >= min) {
      moves.push({ child: count === 0 ? this.#marks.closeEmptyArray : this.#marks.closeArray, after: undefined });
    }
    return moves;
  }
}
