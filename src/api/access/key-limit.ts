import { ApiError } from '../errors/api-error.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Limits of one API key. */
export interface KeyLimits {
  /** Maximum number of requests in flight. */
  concurrency: number;
  /** Requests a second, averaged over `burstSeconds`. */
  rate: number;
}

/** Seconds' worth of requests that an idle key may send at once. */
const burstSeconds = 10;
const maxKeys = 100_000;

/** Usage of key limits at one server, as the servers of a cluster report it to each other. */
export interface KeyUse {
  /** Requests in flight. */
  inFlight: [keyId: string, requests: number][];
  /** Requests begun since the last report. */
  begun: [keyId: string, requests: number][];
}

/** Milliseconds of silence after which a server's requests in flight count as ended. */
const SILENT_MS = 3_000;

/**
 * Limits the concurrency and the request rate of each key. In a cluster, a server also counts the requests that the
 * others report. Until their next report, it uses only its share of the remaining capacity. So the total rarely exceeds
 * the limit, except for requests of a key that no server has seen yet.
 */
export class KeyLimit {
  readonly #limits: KeyLimits;
  readonly #begun: TokenBuckets;
  readonly #isSharing: boolean;
  readonly #inFlight = new Map<string, number>();
  readonly #peers = new Map<string, { reportedAt: number; inFlight: Map<string, number> }>();
  /** Concurrency limit at this server for keys in use anywhere in the cluster; recomputed by `use`. */
  readonly #allowed = new Map<string, number>();

  /** With `sharing`, requests count against its rate too: a key has one rate for all operations. */
  constructor(limits: KeyLimits, sharing: KeyLimit | null = null) {
    this.#limits = limits;
    const { rate } = limits;
    const own = { perSecond: rate, size: rate * burstSeconds, most: maxKeys };
    this.#begun = sharing === null ? new TokenBuckets(own) : sharing.#begun;
    this.#isSharing = sharing !== null;
  }

  /** Counts a request as begun; call the result when it ends. Throws `rate_limit_exceeded`. */
  enter(keyId: string, now: number = performance.now()): () => void {
    const count = this.#inFlight.get(keyId) ?? 0;
    if (count >= (this.#allowed.get(keyId) ?? this.#limits.concurrency)) {
      throw new ApiError('rate_limit_exceeded', this.#tooMany(keyId, count), { retryAfter: 1 });
    }
    const retryAfter = this.#begun.take(keyId, now);
    if (retryAfter > 0) {
      throw new ApiError('rate_limit_exceeded', `This key may send at most ${this.#limits.rate} requests per second.`, {
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

  /** Returns the usage to report to the other servers, and redistributes the remaining capacity. */
  use(now: number = performance.now()): KeyUse {
    for (const [server, { reportedAt }] of this.#peers) if (now - reportedAt > SILENT_MS) this.#peers.delete(server);
    this.#allowed.clear();
    const others = [...this.#peers.values()];
    const used = new Set([this.#inFlight, ...others.map(({ inFlight }) => inFlight)].flatMap((one) => [...one.keys()]));
    for (const keyId of others.length > 0 ? used : []) {
      const own = this.#inFlight.get(keyId) ?? 0;
      // Negative if the servers together exceed the limit; each then gives back its share.
      const free = this.#limits.concurrency - own - this.#countAtPeers(keyId);
      this.#allowed.set(keyId, Math.max(0, own + Math.ceil(free / (1 + others.length))));
    }
    return { inFlight: [...this.#inFlight], begun: this.#isSharing ? [] : this.#begun.taken() };
  }

  /** Records the usage that another server reports. */
  recordPeerUse(server: string, { inFlight, begun }: KeyUse, now: number = performance.now()): void {
    this.#peers.set(server, { reportedAt: now, inFlight: new Map(inFlight) });
    for (const [keyId, requests] of begun) this.#begun.consume(keyId, requests, now);
  }

  #countAtPeers(keyId: string): number {
    return [...this.#peers.values()].reduce((sum, { inFlight }) => sum + (inFlight.get(keyId) ?? 0), 0);
  }

  #tooMany(keyId: string, own: number): string {
    const atPeers = this.#countAtPeers(keyId);
    if (atPeers === 0) return `This key has ${own} requests in flight, which is its limit.`;
    const all = `${own + atPeers} requests in flight, ${own} of them on this server of the cluster`;
    return `This key has ${all}, which is its share of the limit of ${this.#limits.concurrency}.`;
  }
}
