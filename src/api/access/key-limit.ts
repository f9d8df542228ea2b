import { ApiError } from '../errors/api-error.ts';
import { TokenBuckets } from './token-buckets.ts';

/** What one key may do at most. */
export interface KeyLimits {
  /** Requests in flight at a time. */
  concurrency: number;
  /** Requests a second, averaged over `burstSeconds`. */
  rate: number;
}

/** A key that was idle may send this many seconds' worth of requests at once. */
const burstSeconds = 10;
const mostKeys = 100_000;

/** What the requests of one server take of the limits of keys, as the servers of a cluster tell each other. */
export interface KeyUse {
  /** Requests in flight. */
  inFlight: [keyId: string, requests: number][];
  /** Requests that have begun since this was told last. */
  begun: [keyId: string, requests: number][];
}

/** What a server had in flight that was silent for so long is taken for ended, in milliseconds. */
const SILENT_MS = 3_000;

/**
 * Counts the requests of each key that are in flight, and those that begin. In a cluster each server counts what the
 * others have told too: of places that are free after that, it gives away its share until they tell again. So what
 * they have together is hardly ever more than the limit, but for requests of a key that none of them has seen yet.
 */
export class KeyLimit {
  readonly #limits: KeyLimits;
  readonly #begun: TokenBuckets;
  readonly #isSharing: boolean;
  readonly #inFlight = new Map<string, number>();
  readonly #elsewhere = new Map<string, { heardAt: number; inFlight: Map<string, number> }>();
  /** The most that this server may have in flight of a key with requests anywhere, until the others tell again. */
  readonly #allowed = new Map<string, number>();

  /** With `sharing`, requests count in its rate too: the keys have one, whatever they ask for. */
  constructor(limits: KeyLimits, sharing: KeyLimit | null = null) {
    this.#limits = limits;
    const { rate } = limits;
    const own = { perSecond: rate, size: rate * burstSeconds, most: mostKeys };
    this.#begun = sharing === null ? new TokenBuckets(own) : sharing.#begun;
    this.#isSharing = sharing !== null;
  }

  /** Counts a request in; the result counts it out. Throws `rate_limit_exceeded`. */
  enter(keyId: string, now: number = performance.now()): () => void {
    const count = this.#inFlight.get(keyId) ?? 0;
    if (count >= (this.#allowed.get(keyId) ?? this.#limits.concurrency)) {
      throw new ApiError('rate_limit_exceeded', this.#tooMany(keyId, count), { retryAfter: 1 });
    }
    const retryAfter = this.#begun.take(keyId, now);
    if (retryAfter > 0) {
      throw new ApiError('rate_limit_exceeded', `This key may send ${this.#limits.rate} requests a second.`, {
        retryAfter,
      });
    }
    this.#inFlight.set(keyId, count + 1);
    return () => {
      const left = (this.#inFlight.get(keyId) ?? 1) - 1;
      if (left > 0) this.#inFlight.set(keyId, left);
      else this.#inFlight.delete(keyId);
    };
  }

  /** What to tell the other servers. Shares out anew what is free. */
  use(now: number = performance.now()): KeyUse {
    for (const [server, { heardAt }] of this.#elsewhere) if (now - heardAt > SILENT_MS) this.#elsewhere.delete(server);
    this.#allowed.clear();
    const others = [...this.#elsewhere.values()];
    const used = new Set([this.#inFlight, ...others.map(({ inFlight }) => inFlight)].flatMap((one) => [...one.keys()]));
    for (const keyId of others.length > 0 ? used : []) {
      const own = this.#inFlight.get(keyId) ?? 0;
      // Less than none where they have more than the limit together: then each gives back its share.
      const free = this.#limits.concurrency - own - this.#countElsewhere(keyId);
      this.#allowed.set(keyId, Math.max(0, own + Math.ceil(free / (1 + others.length))));
    }
    return { inFlight: [...this.#inFlight], begun: this.#isSharing ? [] : this.#begun.taken() };
  }

  /** Counts what another server has told. */
  hear(server: string, { inFlight, begun }: KeyUse, now: number = performance.now()): void {
    this.#elsewhere.set(server, { heardAt: now, inFlight: new Map(inFlight) });
    for (const [keyId, requests] of begun) this.#begun.spend(keyId, requests, now);
  }

  #countElsewhere(keyId: string): number {
    return [...this.#elsewhere.values()].reduce((sum, { inFlight }) => sum + (inFlight.get(keyId) ?? 0), 0);
  }

  #tooMany(keyId: string, own: number): string {
    const elsewhere = this.#countElsewhere(keyId);
    if (elsewhere === 0) return `This key has ${own} requests in flight, which is its limit.`;
    const all = `${own + elsewhere} requests in flight, ${own} of them at this server of the cluster`;
    return `This key has ${all}, which is its share of the limit of ${this.#limits.concurrency}.`;
  }
}
