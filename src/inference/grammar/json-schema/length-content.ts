import { GrammarError } from '../grammar-error.ts';
import type { StringContent } from '../machine/string-terminal.ts';
import type { TermAutomaton } from '../regular/automaton.ts';

/** Maximum size of the table of lengths. */
const MAX_CELLS = 8_000_000;
/** Stands for infinity: no text is that long. */
const FAR = 2 ** 30;

/** Text of `min` to `max` code points that `base` accepts. */
export class LengthContent implements StringContent {
  readonly start: number | undefined;
  readonly #base: TermAutomaton;
  readonly #min: number;
  readonly #max: number;
  /** Largest count in a state. Higher counts behave alike. */
  readonly #span: number;
  /** [state][L]: length of the shortest accepted suffix of at least L code points. Null: any length is possible. */
  readonly #lengths: Int32Array[] | null;

  /**
   * `free`: `base` accepts every prefix of its texts, and every text can be extended. Throws GrammarError if the number
   * of states times the length exceeds the limit.
   */
  constructor(base: TermAutomaton, { min, max, free }: { min: number; max: number; free: boolean }) {
    this.#base = base;
    this.#min = min;
    this.#max = max;
    this.#span = max === Number.POSITIVE_INFINITY ? min : max;
    this.#lengths = free ? null : lengthsOf(base, max === Number.POSITIVE_INFINITY ? null : max, min);
    const start = base.start;
    this.start = start !== undefined && min <= max && this.#live(start, 0) ? this.#number(start, 0) : undefined;
  }

  accepts(state: number): boolean {
    const [at, count] = this.#parts(state);
    return count >= this.#min && count <= this.#max && this.#base.accepts(at);
  }

  next(state: number, code: number): number | undefined {
    const [at, count] = this.#parts(state);
    const next = this.#base.next(at, code);
    return next !== undefined && this.#live(next, count + 1) ? this.#number(next, count + 1) : undefined;
  }

  reaches(state: number, low: number, high: number): boolean {
    const [at, count] = this.#parts(state);
    const edges = this.#base.edges(at);
    for (let i = 0; i < edges.length && edges[i] <= high; i += 3) {
      if (edges[i + 1] >= low && this.#live(edges[i + 2], count + 1)) return true;
    }
    return false;
  }

  forMasks(state: number, longestToken: number): number {
    const [at, count] = this.#parts(state);
    // If no token can reach a limit, only whether the count is below `min` matters.
    if (this.#lengths !== null || count + longestToken >= this.#max) return state;
    if (count >= this.#min) return this.#number(at, this.#min);
    return count + longestToken < this.#min ? this.#number(at, 0) : state;
  }

  #live(at: number, count: number): boolean {
    if (this.#lengths === null) return count <= this.#max;
    const lengths = this.#lengths[at];
    const needed = Math.max(0, this.#min - count);
    return needed < lengths.length && lengths[needed] < FAR && lengths[needed] <= this.#max - count;
  }

  #number(at: number, count: number): number {
    return at * (this.#span + 1) + Math.min(count, this.#span);
  }

  #parts(state: number): [number, number] {
    const count = state % (this.#span + 1);
    return [(state - count) / (this.#span + 1), count];
  }
}

function lengthsOf(base: TermAutomaton, max: number | null, min: number): Int32Array[] {
  const states = base.explore();
  // Without an upper limit: if a text of at least `min` code points exists, there is one shorter than `min + states`.
  const most = max ?? min + states;
  if ((most + 1) * states > MAX_CELLS) {
    throw new GrammarError(
      `a pattern or format of ${states} states and lengths up to ${most} are too large together (${MAX_CELLS} is the limit)`,
    );
  }
  const targets = Array.from({ length: states }, (_, state) => [
    ...new Set(base.edges(state).filter((_edge, i) => i % 3 === 2)),
  ]);
  const lengths = targets.map(() => new Int32Array(most + 1).fill(FAR));
  for (let length = 0; length <= most; length++) {
    for (let state = 0; state < states; state++) {
      const reached =
        length === 0
          ? base.accepts(state)
          : targets[state].some((target) => lengths[target][length - 1] === length - 1);
      if (reached) lengths[state][length] = length;
    }
  }
  for (const least of lengths) {
    for (let length = most - 1; length >= 0; length--) least[length] = Math.min(least[length], least[length + 1]);
  }
  return lengths;
}
