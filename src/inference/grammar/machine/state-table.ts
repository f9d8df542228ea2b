/** Interning table: numbers states in the order of their first use. Equal keys are one state. */
export class StateTable<S> {
  readonly #states: S[] = [];
  readonly #numbers = new Map<string, number>();

  number(key: string, make: () => S): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#states.length;
      this.#states.push(make());
      this.#numbers.set(key, number);
    }
    return number;
  }

  at(number: number): S {
    return this.#states[number];
  }
}

/** Transition cache of an automaton: 256 entries per state, for up to 40,000 states. */
export class StepCache {
  /** Plain arrays, not typed ones, so that they count toward the heap limit. */
  readonly #next: number[][] = [];
  #left = 40_000;

  step(state: number, byte: number, compute: (state: number, byte: number) => number): number {
    let next = this.#next[state];
    if (next === undefined) {
      if (this.#left-- <= 0) return compute(state, byte);
      next = new Array<number>(256).fill(-2);
      this.#next[state] = next;
    }
    if (next[byte] === -2) next[byte] = compute(state, byte);
    return next[byte];
  }
}
