/** How often workers and API replicas say that they are there. */
export const BEAT_MS = 1_000;
/** A worker that was silent for so long gets no new calls. */
export const STALE_MS = 3_000;
/** What it had goes on elsewhere. */
export const DEAD_MS = 10_000;

/** `ready` takes calls; a `draining` one ends what it has; a `loading` one has no models yet. */
export type WorkerState = 'loading' | 'ready' | 'draining';

/** What a server of a cluster does: both, only answer HTTP requests, or only compute. */
export type ServerRole = 'all' | 'api' | 'worker';

/** A base model as a worker has it. */
export interface BeatModel {
  /** As requests name it. */
  id: string;
  /** Workers of one class compute the same bits; see `measureClass`. */
  class: string;
  /** Workers of one compute the same gradients; absent where it helps no other. See `measureTraining`. */
  training?: string;
  /** Tokens of prompt and answer together. */
  contextLength: number;
  /** Longest training sequence in tokens. */
  trainingLength: number;
  /** Sequences in one batch. */
  places: number;
}

/** What a worker says of itself each second. Versions only ever add fields. */
export interface WorkerBeat {
  /** New with each start of the process: calls go to this one, and never to one that follows it. */
  incarnation: string;
  /** The operator's name for it; what follows a worker that ends may have the same. */
  name: string;
  version: string;
  state: WorkerState;
  models: BeatModel[];
  /** Sequences that it has or waits with. */
  load: number;
  /** Training jobs that it runs; absent in older versions. */
  jobs?: number;
  /** Absent, it is of a version in which all did both. */
  role?: Exclude<ServerRole, 'api'>;
  /** When its process was started, as ISO text; absent in older versions. */
  since?: string;
  /** The identity of its database, since several clusters may have one bus; absent in older versions. */
  database?: string;
}

/** The subjects of one worker: calls, and shards of steps; a replica's answers; the beats of all; what keys take. */
export const subjects = {
  calls: (incarnation: string) => `daybreak.worker.${incarnation}`,
  shards: (incarnation: string) => `daybreak.shards.${incarnation}`,
  answers: (replica: string) => `daybreak.replica.${replica}`,
  workerBeats: 'daybreak.beat.worker',
  replicaBeats: 'daybreak.beat.replica',
  limits: 'daybreak.limits',
};
