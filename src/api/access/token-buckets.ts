interface Bucket {
  tokens: number;
  /** Milliseconds, of `performance.now`. */
  filledAt: number;
}

/** Counts events by name: as many at once as a bucket holds, and as many a second as it fills up with. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #size: number;
  readonly #most: number;
  readonly #buckets = new Map<string, Bucket>();
  /** Tokens taken since `taken` was asked last; null until it is asked first. */
  #taken: Map<string, number> | null = null;

  /** `most` names are remembered; beyond that the oldest is forgotten. */
  constructor({ perSecond, size, most }: { perSecond: number; size: number; most: number }) {
    this.#perSecond = perSecond;
    this.#size = size;
    this.#most = most;
  }

  /** Takes a token; 0, or the whole seconds until there is one again. */
  take(name: string, now: number = performance.now()): number {
    const bucket = this.#bucket(name, now);
    if (bucket.tokens >= 1) {
      bucket.tokens--;
      this.#taken?.set(name, (this.#taken.get(name) ?? 0) + 1);
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / this.#perSecond));
  }

  /** Tokens that were taken since the last call, by name. */
  taken(): [name: string, tokens: number][] {
    const taken = [...(this.#taken ?? [])];
    this.#taken = new Map();
    return taken;
  }

  /** Takes tokens that another server gave away: a bucket may have less than none then. */
  spend(name: string, tokens: number, now: number = performance.now()): void {
    const bucket = this.#bucket(name, now);
    bucket.tokens = Math.max(-this.#size, bucket.tokens - tokens);
  }

  /** Whether the bucket of this name has run dry. */
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
      // A map keeps the order of insertion, so the first of its names is the oldest.
      const [oldest] = this.#buckets.keys();
      this.#buckets.delete(oldest);
    }
    const bucket = { tokens: this.#size, filledAt: now };
    this.#buckets.set(name, bucket);
    return bucket;
  }
}
