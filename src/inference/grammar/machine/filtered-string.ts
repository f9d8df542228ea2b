import { byteTrie } from './literal-terminal.ts';
import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import type { StringTerminal } from './string-terminal.ts';

interface FilteredState {
  at: number;
  /** State of the filter. */
  read: number;
}

/** JSON string that contains none of the filter's texts, as spelled between its quotes. */
export class FilteredString implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #string: StringTerminal;
  readonly #filter: ByteFilter;
  readonly #states = new StateTable<FilteredState>();
  readonly #cache = new StepCache();
  readonly #live = new Map<number, boolean>();

  /** `string` must allow any characters. Then a character outside the filter's texts can always follow. */
  constructor(numbers: NodeNumbers, string: StringTerminal, filter: ByteFilter) {
    this.id = numbers.next();
    this.#string = string;
    this.#filter = filter;
    this.start = this.#number(string.start, filter.start);
  }

  step(state: number, byte: number): number {
    return this.#cache.step(state, byte, this.#compute);
  }

  final(state: number): boolean {
    return this.#string.final(this.#states.at(state).at);
  }

  maskState(state: number, longestToken: number): number {
    const { at, read } = this.#states.at(state);
    return this.#number(this.#string.maskState(at, longestToken), read);
  }

  readonly #compute = (state: number, byte: number): number => {
    const next = this.#after(state, byte);
    return next >= 0 && this.#isLive(next) ? next : -1;
  };

  #after(state: number, byte: number): number {
    const { at, read } = this.#states.at(state);
    const next = this.#string.step(at, byte);
    if (next < 0) return -1;
    if (at === this.#string.start || this.#string.final(next)) return this.#number(next, read);
    const after = this.#filter.next(read, byte);
    return after < 0 ? -1 : this.#number(next, after);
  }

  /** Returns whether the current character can be completed. The filter may forbid all ways to end an escape. */
  #isLive(state: number): boolean {
    const { at } = this.#states.at(state);
    if (this.#string.betweenCharacters(at) || this.#string.final(at)) return true;
    let live = this.#live.get(state);
    if (live === undefined) {
      live = false;
      for (let byte = 0; byte < 256 && !live; byte++) {
        const next = this.#after(state, byte);
        live = next >= 0 && this.#isLive(next);
      }
      this.#live.set(state, live);
    }
    return live;
  }

  #number(at: number, read: number): number {
    return this.#states.number(`${at},${read}`, () => ({ at, read }));
  }
}

/** Aho-Corasick automaton over bytes (Aho and Corasick 1975): rejects input that contains one of its texts. */
export class ByteFilter {
  readonly start = 0;
  readonly #next: readonly ReadonlyMap<number, number>[];
  /** Failure links: the state of the longest proper suffix that is a prefix of a text. */
  readonly #shorter: number[] = [];
  readonly #found: Set<number>;

  /** No text of `texts` may be empty. */
  constructor(texts: readonly string[]) {
    const { next, ends } = byteTrie(texts);
    this.#next = next;
    this.#found = new Set(ends);
    const open = [...next[0].values()];
    for (const state of open) this.#shorter[state] = 0;
    // Breadth first: failure links point to shorter prefixes, which must be known.
    for (const state of open) {
      for (const [byte, longer] of next[state]) {
        const shorter = this.#after(this.#shorter[state], byte);
        this.#shorter[longer] = shorter;
        if (this.#found.has(shorter)) this.#found.add(longer);
        open.push(longer);
      }
    }
  }

  /** Returns the state after one more byte, or -1 if a text is complete. */
  next(state: number, byte: number): number {
    const after = this.#after(state, byte);
    return this.#found.has(after) ? -1 : after;
  }

  #after(from: number, byte: number): number {
    for (let state = from; ; state = this.#shorter[state]) {
      const next = this.#next[state].get(byte);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }
}
