import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { derivatives } from './derivative.ts';
import type { Term, Terms } from './terms.ts';

/** DFA over code points. From every state an accepting state can be reached. States are numbers. */
export interface Automaton {
  /** Initial state; undefined if no text is accepted. */
  readonly start: number | undefined;
  accepts(state: number): boolean;
  /** Returns the state after one more character; undefined if it is not allowed. */
  next(state: number, code: number): number | undefined;
  /** Returns whether any character from `low` to `high` is allowed. */
  reaches(state: number, low: number, high: number): boolean;
}

/** Transitions of a state, flat as [low, high, target, ...], sorted by character. */
type Edges = readonly number[];

/** Automaton of a term. Its states are built lazily. */
export class TermAutomaton implements Automaton {
  readonly start: number | undefined;
  readonly #terms: Terms;
  readonly #states: Term[] = [];
  readonly #numbers = new Map<Term, number>();
  readonly #edges: (Edges | undefined)[] = [];
  /** States that reach no accepting state. Only a term that is not `exact` has any. */
  readonly #dead = new Set<number>();
  readonly #sizes = new Map<number, number>();
  #explored = false;

  /** Throws GrammarError if finding the dead states takes too many states. */
  constructor(terms: Terms, term: Term) {
    this.#terms = terms;
    const start = this.#number(term);
    if (term.kind !== 'none' && !term.exact) this.#prune();
    this.start = term.kind === 'none' || this.#dead.has(start) ? undefined : start;
  }

  accepts(state: number): boolean {
    return this.#states[state].nullable;
  }

  acceptsText(text: string): boolean {
    let state = this.start;
    for (const char of text) {
      if (state === undefined) return false;
      state = this.next(state, char.codePointAt(0) as number);
    }
    return state !== undefined && this.accepts(state);
  }

  next(state: number, code: number): number | undefined {
    const edges = this.edges(state);
    for (let low = 0, high = edges.length / 3; low < high; ) {
      const middle = (low + high) >> 1;
      if (code < edges[3 * middle]) high = middle;
      else if (code > edges[3 * middle + 1]) low = middle + 1;
      else return edges[3 * middle + 2];
    }
    return undefined;
  }

  reaches(state: number, low: number, high: number): boolean {
    const edges = this.edges(state);
    for (let i = 0; i < edges.length && edges[i] <= high; i += 3) if (edges[i + 1] >= low) return true;
    return false;
  }

  /** Returns whether any text, also the empty one, is accepted from `state`. */
  isAny(state: number): boolean {
    return this.#states[state] === this.#terms.all;
  }

  edges(state: number): Edges {
    const known = this.#edges[state];
    if (known) return known;
    const edges: number[] = [];
    for (const { low, high, term } of derivatives(this.#terms, this.#states[state])) {
      const target = this.#number(term);
      if (!this.#dead.has(target)) edges.push(low, high, target);
    }
    this.#edges[state] = edges;
    return edges;
  }

  /** Returns how many texts are accepted from `state`, possibly infinity. */
  sizeFrom(state: number): number {
    const known = this.#sizes.get(state);
    if (known !== undefined) return known;
    // If the recursion returns here, there is a cycle. Every state can reach an end, so it gives infinitely many texts.
    this.#sizes.set(state, Number.POSITIVE_INFINITY);
    let size = Number(this.accepts(state));
    const edges = this.edges(state);
    for (let i = 0; i < edges.length && size !== Number.POSITIVE_INFINITY; i += 3) {
      size += (edges[i + 1] - edges[i] + 1) * this.sizeFrom(edges[i + 2]);
    }
    this.#sizes.set(state, size);
    return size;
  }

  /** Builds all reachable states and returns their number. Throws GrammarError above the limit. */
  explore(): number {
    if (this.#explored) return this.#states.length;
    for (let state = 0; state < this.#states.length; state++) {
      if (state >= GRAMMAR_LIMITS.states) {
        throw new GrammarError(`regular expressions combine to more than ${GRAMMAR_LIMITS.states} states, the limit`);
      }
      this.edges(state);
    }
    this.#explored = true;
    return this.#states.length;
  }

  #number(term: Term): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#states.length;
      this.#states.push(term);
      this.#numbers.set(term, number);
    }
    return number;
  }

  #prune(): void {
    const count = this.explore();
    const sources: number[][] = Array.from({ length: count }, () => []);
    for (let state = 0; state < count; state++) {
      const edges = this.edges(state);
      for (let i = 2; i < edges.length; i += 3) sources[edges[i]].push(state);
    }
    const live = new Set<number>();
    const open = this.#states.flatMap(({ nullable }, state) => (nullable ? [state] : []));
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (live.has(state)) continue;
      live.add(state);
      open.push(...sources[state]);
    }
    for (let state = 0; state < count; state++) {
      if (!live.has(state)) this.#dead.add(state);
      const edges = this.edges(state);
      const kept: number[] = [];
      for (let i = 0; i < edges.length; i += 3) if (live.has(edges[i + 2])) kept.push(...edges.slice(i, i + 3));
      this.#edges[state] = kept;
    }
  }
}
