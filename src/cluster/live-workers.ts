import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from './bus.ts';
import { type Candidate, routeHash } from './chat-router.ts';
import { BEAT_MS, type BeatModel, DEAD_MS, STALE_MS, subjects, type WorkerBeat } from './worker-beat.ts';

/** A worker as a replica knows it. */
export interface LiveWorker {
  beat: WorkerBeat;
  hash: number;
  /** When its first and its last beat came, by the monotonic clock. */
  firstSeen: number;
  seen: number;
  /** Sequences that were sent to it since that beat, less those that have ended. */
  sent: number;
  /** What it had in that beat. */
  served: readonly WorkerModel[];
}

/** A worker's model, as calls choose among those of all workers: one for each beat, and none for each call. */
export class WorkerModel implements Candidate {
  readonly worker: LiveWorker;
  readonly id: string;
  readonly class: string;
  readonly hash: number;
  readonly places: number;

  constructor(worker: LiveWorker, { id, class: ofClass, places }: BeatModel) {
    this.worker = worker;
    this.id = id;
    this.class = ofClass;
    this.hash = worker.hash;
    this.places = places;
  }

  get load(): number {
    return Math.max(0, this.worker.beat.load + this.worker.sent);
  }
}

/** Whether it takes calls at this time of the monotonic clock. */
export function isReady({ beat, seen }: LiveWorker, now: number): boolean {
  return beat.state === 'ready' && now - seen < STALE_MS;
}

/**
 * The workers that say that they are there. One that hangs, or is cut off, is known by its silence; of one whose
 * process has ended the bus says sooner, to whoever asks it something, that nobody listens. Nobody is taken for dead
 * over the silence of a bus that is itself lost.
 */
export class LiveWorkers {
  readonly #bus: Bus;
  readonly #workers = new Map<string, LiveWorker>();
  readonly #onDeath: (incarnation: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /** `onDeath` is told of each worker that is taken for dead, once. */
  constructor(bus: Bus, onDeath: (incarnation: string) => void) {
    this.#bus = bus;
    this.#onDeath = onDeath;
    this.#unsubscribe = bus.subscribe(subjects.workerBeats, ({ value }) => this.#hear(value as WorkerBeat));
    this.#timer = setInterval(() => this.#look(), BEAT_MS).unref();
  }

  /** Those that take calls now. */
  ready(): LiveWorker[] {
    const now = performance.now();
    return this.all().filter((worker) => isReady(worker, now));
  }

  all(): LiveWorker[] {
    return [...this.#workers.values()];
  }

  has(incarnation: string): boolean {
    return this.#workers.has(incarnation);
  }

  /** Resolves when this worker has been heard of. */
  async until(incarnation: string): Promise<void> {
    while (!this.has(incarnation)) await sleep(10);
  }

  /** Call where the bus says that nobody listens for it. */
  lost(incarnation: string): void {
    if (this.#workers.delete(incarnation)) this.#onDeath(incarnation);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  #hear(beat: WorkerBeat): void {
    const known = this.#workers.get(beat.incarnation);
    const seen = performance.now();
    const worker = known ?? { beat, seen, firstSeen: seen, sent: 0, hash: routeHash(beat.incarnation), served: [] };
    Object.assign(worker, { beat, seen, sent: 0, served: beat.models.map((model) => new WorkerModel(worker, model)) });
    this.#workers.set(beat.incarnation, worker);
  }

  #look(): void {
    const now = performance.now();
    for (const [incarnation, { seen }] of this.#workers) {
      if (Math.min(now - seen, this.#bus.connectedMs) > DEAD_MS) this.lost(incarnation);
    }
  }
}
