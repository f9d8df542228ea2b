import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from './bus.ts';
import { routeHash } from './chat-router.ts';
import { FittingWorkers } from './fitting-workers.ts';
import { isAlike, isReady, type LiveWorker, WorkerModel } from './live-worker.ts';
import { BEAT_MS, DEAD_MS, subjects, type WorkerBeat } from './worker-beat.ts';

/**
 * The workers whose beats arrive. Silence reveals a worker that hangs or is cut off. If its process has ended, a
 * request fails at once with `no_responders`. No worker counts as dead because the bus itself is lost.
 */
export class LiveWorkers {
  readonly #bus: Bus;
  readonly #database: string | undefined;
  readonly #workers = new Map<string, LiveWorker>();
  /** Cache of the workers that calls choose among. */
  readonly fitting = new FittingWorkers(this.#workers);
  readonly #onDeath: (incarnation: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /** `onDeath` is called once for each dead worker. Workers of another database are ignored. */
  constructor(bus: Bus, onDeath: (incarnation: string) => void, database?: string) {
    this.#bus = bus;
    this.#database = database;
    this.#onDeath = onDeath;
    this.#unsubscribe = bus.subscribe(subjects.workerBeats, ({ value }) => this.#hear(value as WorkerBeat));
    this.#timer = setInterval(() => this.#look(), BEAT_MS).unref();
  }

  /** Returns the workers that take calls now. */
  ready(): LiveWorker[] {
    const now = performance.now();
    return this.all().filter((worker) => isReady(worker, now));
  }

  /** Returns whether any worker takes calls now. */
  isAnyReady(): boolean {
    const now = performance.now();
    for (const worker of this.#workers.values()) if (isReady(worker, now)) return true;
    return false;
  }

  all(): LiveWorker[] {
    return [...this.#workers.values()];
  }

  has(incarnation: string): boolean {
    return this.#workers.has(incarnation);
  }

  /** Resolves when a beat of this worker has arrived. */
  async until(incarnation: string): Promise<void> {
    while (!this.has(incarnation)) await sleep(10);
  }

  /** Removes a worker. Call it when the bus reports no responders. */
  lost(incarnation: string): void {
    if (!this.#workers.delete(incarnation)) return;
    this.fitting.forget();
    this.#onDeath(incarnation);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  #hear(beat: WorkerBeat): void {
    if (beat.database !== undefined && this.#database !== undefined && beat.database !== this.#database) return;
    const seen = performance.now();
    const known = this.#workers.get(beat.incarnation);
    if (known !== undefined && isAlike(known.beat, beat)) {
      // The worker was stale, and cached lists may lack it.
      if (!isReady(known, seen)) this.fitting.forget();
      known.beat = beat;
      known.seen = seen;
      known.sent = 0;
      return;
    }
    const worker = known ?? { beat, seen, firstSeen: seen, sent: 0, hash: routeHash(beat.incarnation), served: [] };
    Object.assign(worker, { beat, seen, sent: 0, served: beat.models.map((model) => new WorkerModel(worker, model)) });
    this.#workers.set(beat.incarnation, worker);
    this.fitting.forget();
  }

  #look(): void {
    const now = performance.now();
    for (const [incarnation, { seen }] of this.#workers) {
      if (Math.min(now - seen, this.#bus.connectedMs) > DEAD_MS) this.lost(incarnation);
    }
  }
}
