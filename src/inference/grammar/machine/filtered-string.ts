import { ByteTrie } from './literal-terminal.ts';
import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import type { StringTerminal } from './string-terminal.ts';

interface FilteredState {
  at: number;
  /** The state of the filter. */
  read: number;
}

/** A JSON string that has none of some texts in it as it is spelled, its quotes aside. */
export class FilteredString implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #string: StringTerminal;
  readonly #filter: ByteFilter;
  readonly #states = new StateTable<FilteredState>();
  readonly #cache = new StepCache();
  readonly #live = new Map<number, boolean>();

  /** `string` may have any characters, so that one which is in no text can always follow. */
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

  /** Whether the character that has begun can be completed, since an escape may be forbidden in part. */
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

/** Finds whether any of some texts has come, byte by byte (Aho and Corasick 1975). */
export class ByteFilter {
  readonly start = 0;
  readonly #trie = new ByteTrie();
  /** The longest other beginning of a text that what was read ends with. */
  readonly #shorter: number[] = [];
  readonly #found: Set<number>;

  /** None of `texts` is empty. */
  constructor(texts: readonly string[]) {
    this.#found = new Set(texts.map((text) => this.#trie.add(text)));
    const open = [...this.#trie.children(0).values()];
    for (const state of open) this.#shorter[state] = 0;
    // In the order of their lengths, so that the shorter ones are known.
    for (const state of open) {
      for (const [byte, longer] of this.#trie.children(state)) {
        const shorter = this.#after(this.#shorter[state], byte);
        this.#shorter[longer] = shorter;
        if (this.#found.has(shorter)) this.#found.add(longer);
        open.push(longer);
      }
    }
  }

  /** The state after one more byte, or -1 where a text is complete. */
  next(state: number, byte: number): number {
    const after = this.#after(state, byte);
    return this.#found.has(after) ? -1 : after;
  }

  #after(from: number, byte: number): number {
    for (let state = from; ; state = this.#shorter[state]) {
      const next = this.#trie.next(state, byte);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }
}
