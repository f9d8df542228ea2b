import { StateTable } from '../machine/state-table.ts';
import type { StringContent } from '../machine/string-terminal.ts';
import type { TermAutomaton } from '../regular/automaton.ts';

/** Linked list of an object's keys so far, newest first. */
export interface UsedKeys {
  readonly id: number;
  readonly key: string;
  readonly before: UsedKeys | null;
  readonly count: number;
}

/** Interning table of key lists: equal lists are the same object. */
export class UsedKeyTable {
  readonly #lists = new Map<string, UsedKeys>();

  with(before: UsedKeys | null, key: string): UsedKeys {
    const name = `${before?.id ?? ''}:${key}`;
    let used = this.#lists.get(name);
    if (used === undefined) {
      used = { id: this.#lists.size, key, before, count: (before?.count ?? 0) + 1 };
      this.#lists.set(name, used);
    }
    return used;
  }
}

interface KeyState {
  at: number;
  /** Text read so far. Null if `forgets` is set and no used key begins with it. */
  text: string | null;
  used: UsedKeys | null;
  /** Set in states for masks: drops the text once no used key begins with it, so that more states are equal. */
  forgets: boolean;
}

/** Automaton of the keys that `base` accepts and that the object does not have yet. */
export class UniqueKeys implements StringContent {
  readonly start: number;
  readonly #base: TermAutomaton;
  readonly #states = new StateTable<KeyState>();

  /** `base` must accept at least one text. */
  constructor(base: TermAutomaton) {
    this.#base = base;
    this.start = this.startWith(null);
  }

  /** Number of different keys that `base` accepts. */
  get size(): number {
    return this.#base.sizeFrom(this.#base.start as number);
  }

  /** Returns whether `base` accepts `key`, used or not. */
  has(key: string): boolean {
    return this.#base.acceptsText(key);
  }

  startWith(used: UsedKeys | null): number {
    return this.#number({ at: this.#base.start as number, text: '', used, forgets: false });
  }

  text(state: number): string {
    return this.#states.at(state).text ?? '';
  }

  accepts(state: number): boolean {
    const { at, text, used } = this.#states.at(state);
    return this.#base.accepts(at) && (text === null || !keysOf(used).includes(text));
  }

  next(state: number, code: number): number | undefined {
    const { at, text, used, forgets } = this.#states.at(state);
    const next = this.#base.next(at, code);
    if (next === undefined) return undefined;
    if (text === null) return this.#number({ at: next, text, used, forgets });
    const longer = text + String.fromCodePoint(code);
    if (!this.#free(next, longer, used)) return undefined;
    return this.#number(this.#forgotten({ at: next, text: longer, used, forgets }));
  }

  reaches(state: number, low: number, high: number): boolean {
    const { at, text, used } = this.#states.at(state);
    if (text === null || used === null) return this.#base.reaches(at, low, high);
    const edges = this.#base.edges(at);
    let left = 0;
    for (let i = 0; i < edges.length && edges[i] <= high; i += 3) {
      const width = Math.min(high, edges[i + 1]) - Math.max(low, edges[i]) + 1;
      if (width > 0) left += width * this.#base.sizeFrom(edges[i + 2]);
    }
    if (left === 0 || left === Number.POSITIVE_INFINITY) return left > 0;
    const taken = keysOf(used).filter((key) => {
      const code = key.startsWith(text) ? key.codePointAt(text.length) : undefined;
      return code !== undefined && code >= low && code <= high && this.has(key);
    });
    return left > taken.length;
  }

  forMasks(state: number): number {
    return this.#number(this.#forgotten({ ...this.#states.at(state), forgets: true }));
  }

  #forgotten(state: KeyState): KeyState {
    const { at, text, used, forgets } = state;
    const matters = text === null || !forgets || keysOf(used).some((key) => key.startsWith(text));
    return matters ? state : { at, text: null, used: null, forgets };
  }

  #free(at: number, text: string, used: UsedKeys | null): boolean {
    const left = this.#base.sizeFrom(at);
    return (
      left === Number.POSITIVE_INFINITY ||
      left > keysOf(used).filter((key) => key.startsWith(text) && this.has(key)).length
    );
  }

  #number(state: KeyState): number {
    return this.#states.number(
      `${state.at},${state.used?.id ?? ''},${state.forgets},${state.text === null ? '' : `+${state.text}`}`,
      () => state,
    );
  }
}

export function keysOf(used: UsedKeys | null): string[] {
  const keys: string[] = [];
  for (let at = used; at !== null; at = at.before) keys.push(at.key);
  return keys;
}
