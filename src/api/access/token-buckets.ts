interface Bucket {
  tokens: number;
  /** Time of the last refill, in milliseconds of `performance.now`. */
  filledAt: number;
}

/** Token buckets by name: each allows bursts of `size` events, and `perSecond` events a second on average. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #size: number;
  readonly #most: number;
  readonly #buckets = new Map<string, Bucket>();
  /** Tokens taken since the last call of `taken`; null before its first call. */
  #taken: Map<string, number> | null = null;

  /** At most `most` names are kept; beyond that, the oldest is dropped. */
  constructor({ perSecond, size, most }: { perSecond: number; size: number; most: number }) {
    this.#perSecond = perSecond;
    this.#size = size;
    this.#most = most;
  }

  /** Takes a token and returns 0, or returns the whole seconds until one is available. */
  take(name: string, now: number = performance.now()): number {
    const bucket = this.#bucket(name, now);
    if (bucket.tokens >= 1) {
      bucket.tokens--;
      this.#taken?.set(name, (this.#taken.get(name) ?? 0) + 1);
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / this.#perSecond));
  }

  /** Returns the tokens taken since the last call, by name. */
  taken(): [name: string, tokens: number][] {
    const taken = [...(this.#taken ?? [])];
    this.#taken = new Map();
    return taken;
  }

  /** Subtracts tokens that another server has taken; the balance may become negative. */
  consume(name: string, tokens: number, now: number = performance.now()): void {
    const bucket = this.#bucket(name, now);
    bucket.tokens = Math.max(-this.#size, bucket.tokens - tokens);
  }

  /** Returns whether the bucket of this name is empty. */
  isEmpty(name: string, now: number = performance.now()): boolean {
    return this.#buckets.has(name) && this.#bucket(name, now).tokens < 1;
  }

  #bucket(name: string, now: number): Bucket {
    const known = this.#buckets.get(name);
    if (known === undefined) return this.#add(name, now);
    known.tokens = Math.min(this.#size, known.tokens + ((now - known.filledAt) / 1000) * this.#perSecond);
    known.filledAt = now;
    return known;
  }

  #add(name: string, now: number): Bucket {
    if (this.#buckets.size >= this.#most) {
      // A map keeps insertion order, so its first name is the oldest.
      const [oldest] = this.#buckets.keys();
      this.#buckets.delete(oldest);
    }
    const bucket = { tokens: this.#size, filledAt: now };
    this.#buckets.set(name, bucket);
    return bucket;
  }
}
