import { isReady, type LiveWorker, type WorkerModel } from './live-worker.ts';
import { STALE_MS } from './worker-beat.ts';

/** What a call asks of its worker: a model, and a class where one is given. */
export interface Wanted {
  model: string;
  class: string | null;
}

interface Kept {
  found: readonly WorkerModel[];
  /** By the monotonic clock: until then none of them can have been silent for too long. */
  until: number;
}

/**
 * The workers that calls choose among. They are kept from one call to the next: there are a thousand of them, of which
 * each says every second that it is there, and many calls a second.
 */
export class FittingWorkers {
  readonly #workers: ReadonlyMap<string, LiveWorker>;
  readonly #kept = new Map<string, Kept>();

  constructor(workers: ReadonlyMap<string, LiveWorker>) {
    this.#workers = workers;
  }

  /** Those that are ready and have what is wanted, without those that have refused. */
  of(wanted: Wanted, refused: ReadonlySet<string>): readonly WorkerModel[] {
    const key = `${wanted.class ?? ''} ${wanted.model}`;
    const now = performance.now();
    let kept = this.#kept.get(key);
    if (kept === undefined || now >= kept.until) {
      kept = this.#find(wanted, now);
      this.#kept.set(key, kept);
    }
    return refused.size === 0 ? kept.found : kept.found.filter(({ worker }) => !refused.has(worker.beat.incarnation));
  }

  /** Call when a worker has come or gone, or is or has something else than before. */
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
