import { isReady, type LiveWorker, type WorkerModel } from './live-worker.ts';
import { STALE_MS } from './worker-heartbeat.ts';

/** Requirements of a call: a model, and its class unless null. */
export interface Wanted {
  model: string;
  class: string | null;
}

interface Kept {
  found: readonly WorkerModel[];
  /** Until then, by the monotonic clock, no worker in the list can become stale. */
  until: number;
}

/**
 * Caches the workers that calls choose among: a cluster may have a thousand workers, each of which sends a heartbeat
 * every second, and serve many calls a second.
 */
export class FittingWorkers {
  readonly #workers: ReadonlyMap<string, LiveWorker>;
  readonly #kept = new Map<string, Kept>();

  constructor(workers: ReadonlyMap<string, LiveWorker>) {
    this.#workers = workers;
  }

  /** Returns the ready workers that meet the requirements, without the refusing ones in `refused`. */
  of(wanted: Wanted, refused: ReadonlySet<string>): readonly WorkerModel[] {
    const key = `${wanted.class ?? ''} ${wanted.model}`;
    const now = performance.now();
    let kept = this.#kept.get(key);
    if (kept === undefined || now >= kept.until) {
      kept = this.#find(wanted, now);
      this.#kept.set(key, kept);
    }
    return refused.size === 0
      ? kept.found
      : kept.found.filter(({ worker }) => !refused.has(worker.heartbeat.incarnation));
  }

  /** Empties the cache. Call it when a worker comes, goes or changes. */
  forget(): void {
    this.#kept.clear();
  }

  #find({ model, class: ofClass }: Wanted, now: number): Kept {
    const found: WorkerModel[] = [];
    let until = Number.POSITIVE_INFINITY;
    for (const worker of this.#workers.values()) {
      if (!isReady(worker, now)) continue;
      const served = worker.served.find(({ id }) => id === model);
      if (served === undefined || (ofClass !== null && ofClass !== served.class)) continue;
      found.push(served);
      until = Math.min(until, worker.seen + STALE_MS);
    }
    return { found, until };
  }
}
