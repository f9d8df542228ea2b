import type { Automaton } from '../regular/automaton.ts';
import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import { firstByte, nextByte, type Partial } from './utf8.ts';

interface TextState {
  at: number;
  /** What is known of a character that is not complete. */
  partial: Partial | null;
}

/** Text that an automaton accepts, as UTF-8. */
export class TextTerminal implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #automaton: Automaton;
  readonly #name: string | undefined;
  readonly #states = new StateTable<TextState>();
  readonly #cache = new StepCache();

  /** `automaton` accepts something; `name` is of all texts that it accepts, in any grammar. */
  constructor(numbers: NodeNumbers, automaton: Automaton, name?: string) {
    this.id = numbers.next();
    this.#automaton = automaton;
    this.#name = name;
    this.start = this.whole(automaton.start as number);
  }

  /** The state of the automaton. */
  contentAt(state: number): number {
    return this.#states.at(state).at;
  }

  /** How many bytes the character that has begun still takes. */
  missing(state: number): number {
    return this.#states.at(state).partial?.left ?? 0;
  }

  step(state: number, byte: number): number {
    return this.#cache.step(state, byte, this.#compute);
  }

  final(state: number): boolean {
    const { at, partial } = this.#states.at(state);
    return partial === null && this.#automaton.accepts(at);
  }

  commonText(state: number): string | undefined {
    return state === this.start ? this.#name : undefined;
  }

  readonly #compute = (state: number, byte: number): number => {
    const { at, partial: before } = this.#states.at(state);
    const partial = before === null ? firstByte(byte) : nextByte(before, byte);
    if (partial === null) return -1;
    if (partial.left === 0) {
      const next = this.#automaton.next(at, partial.low);
      return next === undefined ? -1 : this.whole(next);
    }
    if (!this.#automaton.reaches(at, partial.low, partial.high)) return -1;
    return this.#states.number(`${at},${partial.low},${partial.left}`, () => ({ at, partial }));
  };

  /** The state between two characters, the automaton being at `at`. */
  protected whole(at: number): number {
    return this.#states.number(String(at), () => ({ at, partial: null }));
  }
}
