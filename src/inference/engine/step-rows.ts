import type { Sequence } from './sequence.ts';

/** What the running sequences of one owner ask of a step, and what they have. */
interface OwnersRows {
  /** Rows that they could use and do not have yet. */
  wanted: number;
  /** One of these for each sequence that decodes. */
  decoding: number;
  taken: number;
}

/**
 * Deals the rows of one step, to be asked in the order of service. Each sequence that decodes has its row, and prompts
 * share what is left; but nobody takes what another owner needs of his share of the rows. So where one owner decodes
 * with more sequences than his share has rows, the last of them sit the step out for the prompt of another.
 */
export class StepRows {
  #left: number;
  readonly #share: number;
  readonly #owners = new Map<string, OwnersRows>();

  /** `running`: those that can be in the step. */
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

  /** How many rows there are for a sequence, at most as many as it has tokens to compute. Asked once for each. */
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
