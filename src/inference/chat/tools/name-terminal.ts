import type { NodeNumbers, Terminal } from '../../grammar/machine/node.ts';

interface NameState {
  /** The names that the text may still be. */
  left: readonly Buffer[];
  /** Bytes that have been read. */
  at: number;
  next: Map<number, number>;
}

/**
 * One of some names, its states made as they are met: names of a mebibyte are let in, and hardly one of them is
 * written.
 */
export class NameTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly #states: NameState[];

  constructor(numbers: NodeNumbers, names: readonly string[]) {
    this.id = numbers.next();
    this.#states = [{ left: names.map((name) => Buffer.from(name)), at: 0, next: new Map() }];
  }

  step(state: number, byte: number): number {
    const { left, at, next } = this.#states[state];
    let after = next.get(byte);
    if (after === undefined) {
      const fitting = left.filter((name) => name[at] === byte);
      after = fitting.length === 0 ? -1 : this.#states.length;
      // Where all go on alike, their list is one.
      const rest = fitting.length === left.length ? left : fitting;
      if (after >= 0) this.#states.push({ left: rest, at: at + 1, next: new Map() });
      next.set(byte, after);
    }
    return after;
  }

  final(state: number): boolean {
    const { left, at } = this.#states[state];
    return left.some(({ length }) => length === at);
  }
}
