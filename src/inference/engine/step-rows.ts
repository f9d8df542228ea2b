import type { Sequence } from './sequence.ts';

/** Rows of a step that the running sequences of one owner want and have. */
interface OwnersRows {
  /** Rows that they could still use. */
  wanted: number;
  /** Decoding sequences that have not asked for their row yet. */
  decoding: number;
  taken: number;
}

/**
 * Divides the rows of one step, asked for in the order of service. Each decoding sequence has one row, and prompts
 * share the rest. But no owner takes rows that another owner needs of its share. So if an owner has more decoding
 * sequences than its share has rows, the last of them skip the step in favor of another owner's prompt.
 */
export class StepRows {
  #left: number;
  readonly #share: number;
  readonly #owners = new Map<string, OwnersRows>();

  /** `running`: the sequences that can be in the step. */
  constructor(rows: number, running: Iterable<Sequence>) {
    this.#left = rows;
    for (const { owner, pending } of running) {
      const rows = this.#owners.get(owner) ?? { wanted: 0, decoding: 0, taken: 0 };
      rows.wanted += pending;
      if (pending === 1) rows.decoding += 1;
      this.#owners.set(owner, rows);
    }
    this.#share = Math.floor(rows / Math.max(1, this.#owners.size));
  }

  /**
   * Returns how many rows a sequence gets, at most as many as it has tokens to compute. Called once for each sequence.
   */
  room(sequence: Sequence): number {
    const own = this.#of(sequence);
    if (sequence.pending > 1) return Math.max(0, Math.min(sequence.pending, this.#roomForPrompt(own)));
    own.decoding -= 1;
    return Math.min(1, this.#left);
  }

  take(sequence: Sequence, count: number): void {
    const own = this.#of(sequence);
    own.wanted -= count;
    own.taken += count;
    this.#left -= count;
  }

  #roomForPrompt(own: OwnersRows): number {
    let decoding = 0;
    let due = own.decoding;
    for (const rows of this.#owners.values()) {
      decoding += rows.decoding;
      if (rows !== own) due += Math.min(rows.wanted, Math.max(0, this.#share - rows.taken));
    }
    const ofShare = this.#share - own.taken - own.decoding;
    return Math.min(this.#left - due, Math.max(this.#left - decoding, ofShare));
  }

  #of({ owner }: Sequence): OwnersRows {
    const rows = this.#owners.get(owner);
    if (rows === undefined) throw new Error('a sequence asks for rows that cannot be in the step');
    return rows;
  }
}
