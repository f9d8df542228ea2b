import type { Logger } from 'pino';
import type { Bucket } from '../artifacts/bucket/bucket.ts';
import { sweepBucket } from '../artifacts/bucket/sweep.ts';
import type { Store } from '../store/store.ts';

/** How often a server asks whether a sweep is due, and how far apart the sweeps of all servers are. */
const ASK_MS = 5 * 60_000;
const SWEEP_EVERY_MS = 3_600_000;

interface SweeperParts {
  bucket: Bucket;
  store: Store;
  log: Logger;
}

/**
 * Sweeps the bucket from time to time, one server of the cluster at a time: whoever writes down first that a sweep is
 * due carries it out. No lock is held meanwhile, since a second sweep beside the first would do no harm.
 */
export class BucketSweeper {
  readonly #parts: SweeperParts;
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();
  #sweeping: Promise<void> = Promise.resolve();

  constructor(parts: SweeperParts, askMs = ASK_MS) {
    this.#parts = parts;
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweeping.then(() => this.#sweep());
    }, askMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#sweeping;
  }

  /** Never rejects: what stays is removed the next time. */
  async #sweep(): Promise<void> {
    const { bucket, store, log } = this.#parts;
    const { signal } = this.#closing;
    try {
      if (signal.aborted || !(await store.manifests.beginSweep(SWEEP_EVERY_MS))) return;
      const { removed, aborted } = await sweepBucket({ bucket, manifests: store.manifests }, undefined, signal);
      log.info({ removed: removed.length, aborted }, 'swept the bucket');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the bucket could not be swept');
    }
  }
}
