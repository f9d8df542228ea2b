import type { TermAutomaton } from './automaton.ts';

/** How many texts an automaton accepts from each of its states. */
export class LanguageSizes {
  readonly #automaton: TermAutomaton;
  readonly #sizes = new Map<number, number>();

  constructor(automaton: TermAutomaton) {
    this.#automaton = automaton;
  }

  /** Infinity where there is no end to them. */
  from(state: number): number {
    const known = this.#sizes.get(state);
    if (known !== undefined) return known;
    // Should the walk come back here, there is a circle; every state can end, so it is good for any number of texts.
    this.#sizes.set(state, Number.POSITIVE_INFINITY);
    let size = Number(this.#automaton.accepts(state));
    const edges = this.#automaton.edges(state);
    for (let i = 0; i < edges.length && size !== Number.POSITIVE_INFINITY; i += 3) {
      size += (edges[i + 1] - edges[i] + 1) * this.from(edges[i + 2]);
    }
    this.#sizes.set(state, size);
    return size;
  }
}
