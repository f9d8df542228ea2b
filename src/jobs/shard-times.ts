import { percentile } from '../training/statistics.ts';

/** Assumed cost of a helper's shard besides its computation, in seconds, until one was measured. */
const USUAL_OVERHEAD = 0.5;
/** How many times the usual time a helper may take. */
const TIMEOUT_FACTOR = 2;
/** Number of most recent measurements kept. */
const MAX_MEASUREMENTS = 16;

/** Times of a job's shards in seconds: here, and at helpers. */
export class ShardTimes {
  readonly #usualOverhead: number;
  readonly #own: number[] = [];
  readonly #roundTrips: number[] = [];
  readonly #overheads: number[] = [];
  readonly #additions: number[] = [];

  constructor(usualOverhead = USUAL_OVERHEAD) {
    this.#usualOverhead = usualOverhead;
  }

  /** Records a shard computed here. */
  recordOwn(seconds: number): void {
    remember(this.#own, seconds);
  }

  /** Records a helper's shard: the seconds until it arrived, and the seconds of its computation. */
  recordHelper(roundTrip: number, computing: number): void {
    remember(this.#roundTrips, roundTrip);
    remember(this.#overheads, Math.max(0, roundTrip - computing));
  }

  /** Records the adding of a helper's gradient. */
  recordAddition(seconds: number): void {
    remember(this.#additions, seconds);
  }

  /**
   * Returns whether a helper would deliver the last of `shards` before this worker computed all of them. False until
   * one shard was measured.
   */
  isHelpWorthwhile(shards: number): boolean {
    const own = median(this.#own, 0);
    const overhead = median(this.#overheads, this.#usualOverhead) + median(this.#additions, 0);
    return own > 0 && shards * own > own + overhead && own > median(this.#additions, 0);
  }

  /** Seconds that a helper may take for one shard. */
  get timeoutSeconds(): number {
    return (
      TIMEOUT_FACTOR *
      Math.max(median(this.#roundTrips, 0), median(this.#own, 0) + median(this.#overheads, this.#usualOverhead))
    );
  }
}

function remember(values: number[], value: number): void {
  values.push(value);
  if (values.length > MAX_MEASUREMENTS) values.shift();
}

function median(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : percentile(Float64Array.from(values).sort(), 0.5);
}
