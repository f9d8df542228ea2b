/** Interval of the heartbeats of workers and API replicas. */
export const HEARTBEAT_MS = 1_000;
/** Silence, in ms, after which a worker gets no new calls. */
export const STALE_MS = 3_000;
/** Silence, in ms, after which a worker counts as dead and its calls move to others. */
export const DEAD_MS = 10_000;

/** `loading` has no models yet, `ready` takes calls, `draining` only finishes running calls. */
export type WorkerState = 'loading' | 'ready' | 'draining';

/** Role of a server in a cluster: `api` answers HTTP requests, `worker` computes, `all` does both. */
export type ServerRole = 'all' | 'api' | 'worker';

/** A base model of a worker. */
export interface HeartbeatModel {
  /** Name of the model in requests. */
  id: string;
  /** Class of the model: workers of the same class compute the same bits. See `measureClass`. */
  class: string;
  /**
   * Class of training: workers of the same class compute the same gradients. Absent if the worker helps no other. See
   * `measureTraining`.
   */
  training?: string;
  /** Most tokens of prompt and answer together. */
  contextLength: number;
  /** Longest training sequence in tokens. */
  trainingLength: number;
  /** Most sequences in one batch. */
  places: number;
}

/** Announcement that a worker sends each second. New versions only add fields. */
export interface WorkerHeartbeat {
  /** Id of this start of the process. Calls go to it, never to a later process. */
  incarnation: string;
  /** Name for operators; a later process may have the same. */
  name: string;
  version: string;
  state: WorkerState;
  models: HeartbeatModel[];
  /** Sequences that run or wait. */
  load: number;
  /** Training jobs that run; absent in older versions. */
  jobs?: number;
  /** Absent in versions whose servers all did both. */
  role?: Exclude<ServerRole, 'api'>;
  /** Start of the process, ISO 8601; absent in older versions. */
  since?: string;
  /** Identity of its database, since several clusters may share a bus; absent in older versions. */
  database?: string;
}

/** NATS subjects: calls and shards of one worker, news for one replica, heartbeats of all, and use of limits. */
export const subjects = {
  calls: (incarnation: string) => `daybreak.worker.${incarnation}`,
  shards: (incarnation: string) => `daybreak.shards.${incarnation}`,
  answers: (replica: string) => `daybreak.replica.${replica}`,
  workerHeartbeats: 'daybreak.beat.worker',
  replicaHeartbeats: 'daybreak.beat.replica',
  limits: 'daybreak.limits',
};
