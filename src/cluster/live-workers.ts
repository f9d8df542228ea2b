import { type Bus, BusError } from './bus.ts';
import { routeHash } from './chat-router.ts';
import { BEAT_MS, DEAD_MS, STALE_MS, subjects, type WorkerBeat } from './worker-beat.ts';

/** A worker as a replica knows it. */
export interface LiveWorker {
  beat: WorkerBeat;
  hash: number;
  /** When its last beat came, by the monotonic clock. */
  seen: number;
  /** Sequences that were sent to it since that beat, less those that have ended. */
  sent: number;
}

/** Before a silent worker is asked whether it is there at all. */
const DOUBT_MS = 1_500;
const PROBE_TIMEOUT_MS = 2_000;

/**
 * The workers that say that they are there. One whose process has ended is known by the bus, which has nobody listen
 * for it any more; one that hangs, or is cut off, by its silence. Nobody is taken for dead over the silence of a bus
 * that is itself lost.
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
    this.#timer = setInterval(() => this.#look(), BEAT_MS / 2).unref();
  }

  /** Those that take calls now. */
  ready(): LiveWorker[] {
    const now = performance.now();
    return this.all().filter(({ beat, seen }) => beat.state === 'ready' && now - seen < STALE_MS);
  }

  all(): LiveWorker[] {
    return [...this.#workers.values()];
  }

  has(incarnation: string): boolean {
    return this.#workers.has(incarnation);
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
    const heard = { beat, seen: performance.now(), sent: 0 };
    if (known === undefined) this.#workers.set(beat.incarnation, { ...heard, hash: routeHash(beat.incarnation) });
    else Object.assign(known, heard);
  }

  #look(): void {
    const now = performance.now();
    for (const [incarnation, { seen }] of this.#workers) {
      const silentMs = Math.min(now - seen, this.#bus.connectedMs);
      if (silentMs > DEAD_MS) this.lost(incarnation);
      else if (silentMs > DOUBT_MS) void this.#probe(incarnation);
    }
  }

  async #probe(incarnation: string): Promise<void> {
    try {
      await this.#bus.request(subjects.calls(incarnation), { kind: 'ping' }, PROBE_TIMEOUT_MS);
    } catch (error) {
      if (error instanceof BusError && error.code === 'no_responders') this.lost(incarnation);
    }
  }
}
