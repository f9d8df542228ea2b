import type { Candidate } from './chat-router.ts';
import { type BeatModel, STALE_MS, type WorkerBeat } from './worker-beat.ts';

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

/** A worker's model, as calls choose among those of all workers: the same from beat to beat, as long as it is. */
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

/** Whether calls find in one beat of a worker what they found in another. */
export function isAlike(one: WorkerBeat, other: WorkerBeat): boolean {
  if (one.state !== other.state || one.models.length !== other.models.length) return false;
  return one.models.every((model, place) => {
    const { id, class: ofClass, places } = other.models[place];
    return model.id === id && model.class === ofClass && model.places === places;
  });
}
