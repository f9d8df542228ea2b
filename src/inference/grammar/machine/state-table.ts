/** States made as they are met, each known by a number; equal keys are one state. */
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

/** Remembered steps of an automaton, 256 a state, as far as memory allows. */
export class StepCache {
  /** Plain lists, so that they count toward the heap's limit. */
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
