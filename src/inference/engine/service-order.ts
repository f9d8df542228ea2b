import type { Sequence } from './sequence.ts';

/** Service that an owner has had before the sequences of a list: how many sequences, and the turn of the last one. */
export interface Served {
  rounds: number;
  turn: number;
}

/**
 * Sequences in the order of service: owners in turn, the first sequence of each owner, then the second of each, and so
 * on. Within a round, sequences go by arrival. Within an owner, lower priority numbers go first, then first come, first
 * served.
 */
export class ServiceOrder implements Iterable<Sequence> {
  readonly #byOwner = new Map<string, Sequence[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The sequence that is served last. */
  get last(): Sequence | undefined {
    let last: Sequence | undefined;
    let round = 0;
    for (const own of this.#byOwner.values()) {
      const candidate = own[own.length - 1];
      const isLater = own.length === round && last !== undefined && candidate.arrival > last.arrival;
      if (own.length > round || isLater) last = candidate;
      round = Math.max(round, own.length);
    }
    return last;
  }

  /** Returns the sequence of an owner that is served last. */
  lastOf(owner: string): Sequence | undefined {
    return this.#byOwner.get(owner)?.at(-1);
  }

  countOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  /** Returns how many sequences of the same owner are served before a sequence, or -1 if it is not here. */
  roundOf(sequence: Sequence): number {
    return this.#byOwner.get(sequence.owner)?.indexOf(sequence) ?? -1;
  }

  add(sequence: Sequence): void {
    const own = this.#byOwner.get(sequence.owner) ?? [];
    let low = 0;
    for (let high = own.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (own[middle].precedes(sequence)) low = middle + 1;
      else high = middle;
    }
    own.splice(low, 0, sequence);
    this.#byOwner.set(sequence.owner, own);
    this.#length += 1;
  }

  /** Removes a sequence. Returns whether it was there. */
  remove(sequence: Sequence): boolean {
    const own = this.#byOwner.get(sequence.owner) ?? [];
    const at = own.indexOf(sequence);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#byOwner.delete(sequence.owner);
    this.#length -= 1;
    return true;
  }

  has(sequence: Sequence): boolean {
    return this.#byOwner.get(sequence.owner)?.includes(sequence) ?? false;
  }

  [Symbol.iterator](): Iterator<Sequence> {
    return this.inTurn(() => ({ rounds: 0, turn: 0 }));
  }

  /**
   * Yields the sequences in the order of service. `before` returns the service that an owner has had already. Skips the
   * rest of an owner's sequences once the owner is in `without`. Iterates over a snapshot, so later changes are not
   * seen.
   */
  *inTurn(before: (owner: string) => Served, without?: ReadonlySet<string>): Generator<Sequence, void, void> {
    let owners = Array.from(this.#byOwner, ([owner, own]) => new OwnerQueueCursor(owner, own.slice(), before(owner)));
    while (owners.length > 0) {
      const first = owners.reduce((a, b) => (b.precedes(a) ? b : a));
      yield first.take();
      if (first.next === undefined || without?.has(first.owner)) owners = owners.filter((other) => other !== first);
    }
  }
}

/** The sequences of one owner, the first of which are served already. */
class OwnerQueueCursor {
  readonly owner: string;
  readonly #own: Sequence[];
  readonly #served: Served;
  #at = 0;

  constructor(owner: string, own: Sequence[], served: Served) {
    this.owner = owner;
    this.#own = own;
    this.#served = served;
  }

  get next(): Sequence | undefined {
    return this.#own[this.#at];
  }

  take(): Sequence {
    return this.#own[this.#at++];
  }

  /** Returns whether the next sequence of this owner is served before that of `other`. Both owners must have one. */
  precedes(other: OwnerQueueCursor): boolean {
    const differences = [
      this.#served.rounds + this.#at - (other.#served.rounds + other.#at),
      this.#served.turn - other.#served.turn,
      this.#own[this.#at].arrival - other.#own[other.#at].arrival,
    ];
    return (differences.find((difference) => difference !== 0) ?? 0) < 0;
  }
}
