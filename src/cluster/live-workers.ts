import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from './bus.ts';
import { routeHash } from './chat-router.ts';
import { FittingWorkers } from './fitting-workers.ts';
import { isAlike, isReady, type LiveWorker, WorkerModel } from './live-worker.ts';
import { DEAD_MS, HEARTBEAT_MS, subjects, type WorkerHeartbeat } from './worker-heartbeat.ts';

/**
 * The workers whose heartbeats arrive. Silence reveals a worker that hangs or is cut off. If its process has ended, a
 * request fails at once with `no_responders`. No worker counts as dead because the bus itself is lost.
 */
export class LiveWorkers {
  readonly #bus: Bus;
  readonly #database: string | undefined;
  readonly #workers = new Map<string, LiveWorker>();
  /** Cache of the workers that calls choose among. */
  readonly fitting = new FittingWorkers(this.#workers);
  readonly #onRemoved: (incarnation: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /** `onRemoved` is called once for each dead worker. Workers of another database are ignored. */
  constructor(bus: Bus, onRemoved: (incarnation: string) => void, database?: string) {
    this.#bus = bus;
    this.#database = database;
    this.#onRemoved = onRemoved;
    this.#unsubscribe = bus.subscribe(subjects.workerHeartbeats, ({ value }) =>
      this.#receive(value as WorkerHeartbeat),
    );
    this.#timer = setInterval(() => this.#removeDead(), HEARTBEAT_MS).unref();
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

  /** Resolves when a heartbeat of this worker has arrived. */
  async waitFor(incarnation: string): Promise<void> {
    while (!this.has(incarnation)) await sleep(10);
  }

  /** Removes a worker. Call it when the bus reports no responders. */
  remove(incarnation: string): void {
    if (!this.#workers.delete(incarnation)) return;
    this.fitting.forget();
    this.#onRemoved(incarnation);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  #receive(heartbeat: WorkerHeartbeat): void {
    if (heartbeat.database !== undefined && this.#database !== undefined && heartbeat.database !== this.#database)
      return;
    const seen = performance.now();
    const known = this.#workers.get(heartbeat.incarnation);
    if (known !== undefined && isAlike(known.heartbeat, heartbeat)) {
      // The worker was stale, and cached lists may lack it.
      if (!isReady(known, seen)) this.fitting.forget();
      known.heartbeat = heartbeat;
      known.seen = seen;
      known.sent = 0;
      return;
    }
    const worker = known ?? {
      heartbeat,
      seen,
      firstSeen: seen,
      sent: 0,
      hash: routeHash(heartbeat.incarnation),
      served: [],
    };
    Object.assign(worker, {
      heartbeat,
      seen,
      sent: 0,
      served: heartbeat.models.map((model) => new WorkerModel(worker, model)),
    });
    this.#workers.set(heartbeat.incarnation, worker);
    this.fitting.forget();
  }

  #removeDead(): void {
    const now = performance.now();
    for (const [incarnation, { seen }] of this.#workers) {
      if (Math.min(now - seen, this.#bus.connectedMs) > DEAD_MS) this.remove(incarnation);
    }
  }
}
