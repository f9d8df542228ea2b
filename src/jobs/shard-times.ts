import { percentile } from '../training/statistics.ts';

/** What a shard of a helper is taken to cost beside its computing, in seconds, until one was measured. */
const USUAL_OVERHEAD = 0.5;
/** A helper that takes so many times as long as is usual is not waited for any longer. */
const PATIENCE = 2;
/** Shards that are remembered. */
const REMEMBERED = 16;

/** How long the shards of a job take, in seconds: here, and at helpers. */
export class ShardTimes {
  readonly #usualOverhead: number;
  readonly #own: number[] = [];
  readonly #turns: number[] = [];
  readonly #overheads: number[] = [];
  readonly #additions: number[] = [];

  constructor(usualOverhead = USUAL_OVERHEAD) {
    this.#usualOverhead = usualOverhead;
  }

  /** One was computed here. */
  here(seconds: number): void {
    remember(this.#own, seconds);
  }

  /** One came from a helper so long after it was asked for, who computed so long. */
  atHelper(turn: number, computing: number): void {
    remember(this.#turns, turn);
    remember(this.#overheads, Math.max(0, turn - computing));
  }

  /** The gradient of a helper was added. */
  added(seconds: number): void {
    remember(this.#additions, seconds);
  }

  /**
   * Whether a helper would have the last of so many shards sooner than this worker, which has to do with all of them.
   * False until the time of one is known.
   */
  isWorthAsking(shards: number): boolean {
    const own = median(this.#own, 0);
    const overhead = median(this.#overheads, this.#usualOverhead) + median(this.#additions, 0);
    return own > 0 && shards * own > own + overhead && own > median(this.#additions, 0);
  }

  /** How long a helper may take for one. */
  get patience(): number {
    return (
      PATIENCE * Math.max(median(this.#turns, 0), median(this.#own, 0) + median(this.#overheads, this.#usualOverhead))
    );
  }
}

function remember(values: number[], value: number): void {
  values.push(value);
  if (values.length > REMEMBERED) values.shift();
}

function median(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : percentile(Float64Array.from(values).sort(), 0.5);
}
