import type { Sequence } from './sequence.ts';

/** Sequences in the order in which they are served. */
export class ServiceOrder implements Iterable<Sequence> {
  readonly #sequences: Sequence[] = [];

  get length(): number {
    return this.#sequences.length;
  }

  /** The one that is served last. */
  get last(): Sequence | undefined {
    return this.#sequences.at(-1);
  }

  add(sequence: Sequence): void {
    let low = 0;
    for (let high = this.#sequences.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#sequences[middle].precedes(sequence)) low = middle + 1;
      else high = middle;
    }
    this.#sequences.splice(low, 0, sequence);
  }

  /** Returns whether it was there. */
  remove(sequence: Sequence): boolean {
    const at = this.#sequences.indexOf(sequence);
    if (at >= 0) this.#sequences.splice(at, 1);
    return at >= 0;
  }

  has(sequence: Sequence): boolean {
    return this.#sequences.includes(sequence);
  }

  /** As it is now: changes during the iteration are not seen. */
  [Symbol.iterator](): Iterator<Sequence> {
    return this.#sequences.slice().values();
  }
}
