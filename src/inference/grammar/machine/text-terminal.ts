import type { Automaton } from '../regular/automaton.ts';
import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import { firstByte, nextByte, type Partial } from './utf8.ts';

interface TextState {
  at: number;
  /** Incomplete UTF-8 character; null between two characters. */
  partial: Partial | null;
}

/** Terminal for UTF-8 text that an automaton accepts. */
export class TextTerminal implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #automaton: Automaton;
  readonly #name: string | undefined;
  readonly #states = new StateTable<TextState>();
  readonly #cache = new StepCache();

  /** `automaton` must accept at least one text. `name` identifies its language across grammars. */
  constructor(numbers: NodeNumbers, automaton: Automaton, name?: string) {
    this.id = numbers.next();
    this.#automaton = automaton;
    this.#name = name;
    this.start = this.whole(automaton.start as number);
  }

  /** Returns the state of the automaton. */
  contentAt(state: number): number {
    return this.#states.at(state).at;
  }

  /** Returns how many bytes the current character still needs. */
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

  /** Returns the state between two characters with the automaton in state `at`. */
  protected whole(at: number): number {
    return this.#states.number(String(at), () => ({ at, partial: null }));
  }
}
