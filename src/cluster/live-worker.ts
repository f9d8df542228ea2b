import type { Candidate } from './chat-router.ts';
import { type HeartbeatModel, STALE_MS, type WorkerHeartbeat } from './worker-heartbeat.ts';

/** A worker as a replica knows it. */
export interface LiveWorker {
  heartbeat: WorkerHeartbeat;
  hash: number;
  /** When its first and last heartbeat arrived, by the monotonic clock. */
  firstSeen: number;
  seen: number;
  /** Sequences sent to it since its last heartbeat, minus those that have ended. */
  sent: number;
  /** Models in its last heartbeat. */
  served: readonly WorkerModel[];
}

/** A model of a worker, as a candidate for calls. The object stays the same until the worker changes. */
export class WorkerModel implements Candidate {
  readonly worker: LiveWorker;
  readonly id: string;
  readonly class: string;
  readonly hash: number;
  readonly places: number;

  constructor(worker: LiveWorker, { id, class: ofClass, places }: HeartbeatModel) {
    this.worker = worker;
    this.id = id;
    this.class = ofClass;
    this.hash = worker.hash;
    this.places = places;
  }

  get load(): number {
    return Math.max(0, this.worker.heartbeat.load + this.worker.sent);
  }
}

/** Returns whether the worker takes calls at `now`, by the monotonic clock. */
export function isReady({ heartbeat, seen }: LiveWorker, now: number): boolean {
  return heartbeat.state === 'ready' && now - seen < STALE_MS;
}

/** Returns whether two heartbeats of a worker are the same for routing. */
export function isAlike(one: WorkerHeartbeat, other: WorkerHeartbeat): boolean {
  if (one.state !== other.state || one.models.length !== other.models.length) return false;
  return one.models.every((model, place) => {
    const { id, class: ofClass, places } = other.models[place];
    return model.id === id && model.class === ofClass && model.places === places;
  });
}
