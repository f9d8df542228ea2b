import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type JsonColumn, jsonText, parseObject, timestamp } from './stored-value.ts';
import type { TrajectorySource } from './trajectory-files.ts';
import { noteUpdate } from './update-notes.ts';

export type JobKind = 'rl' | 'sft';

/** queued -> running -> succeeded | failed | cancelled; a restart puts a running job back to queued. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Statuses of jobs that are still to make a checkpoint. */
export const UNFINISHED: readonly JobStatus[] = ['queued', 'running'];

export interface NewJob {
  /** Chosen by the caller if the payload's path needs it. */
  id?: string;
  modelId: string;
  kind: JobKind;
  /** Path of the data, already durable. An SFT job without it is not claimed before `Jobs.keepData`. */
  payload: string | null;
  config: JsonColumn;
  /** Checkpoint that the job compares with, if it is known already; its files are kept until the job has ended. */
  reference?: string | null;
}

/**
 * Inputs of a job's plan besides its request. Recorded at its first start, so that the plan and the starting weights
 * stay the same whenever the job continues.
 */
export interface JobStart extends Partial<JobChoices> {
  /** Null, the base model, if the model had no checkpoint left. */
  checkpoint: StartCheckpoint | null;
  /** Longest sequence, in tokens, that the server could train when the job began. */
  trainingLength: number;
}

/** Values that a job takes from the server's state when it is planned, once for its lifetime; absent until then. */
export interface JobChoices {
  /** Tokens of a micro-batch. Another size sums gradients in another order, so they differ in their last bits. */
  capacity: number;
  /** Factor on the learning rate, from the model's history of rewards. */
  learningRateMultiplier: number;
}

/** The checkpoint that a job starts from; it may be deleted while the job runs. */
export interface StartCheckpoint {
  id: string;
  step: number;
  /** Null is the base model without an adapter. The folder is kept until the job has ended. */
  folder: string | null;
  kind: JobKind | null;
}

/** The checkpoint whose log-probabilities a job compares with. Its files are kept until the job has ended. */
export interface JobReference {
  id: string;
  /** Null is the base model without an adapter. */
  folder: string | null;
  /** Whether the choice depends on the checkpoint that the job starts from, and not on the request alone. */
  followsStart: boolean;
}

export interface JobRecord {
  id: string;
  modelId: string;
  kind: JobKind;
  status: JobStatus;
  /**
   * File of an RL job's data, or folder of an SFT job's, relative to the data folder; null if it is not there yet, or
   * no longer needed.
   */
  payload: string | null;
  config: JsonColumn;
  /** Null until the job first started. */
  start: JobStart | null;
  /** Committed steps; they survive any failure. */
  stepsDone: number;
  /** Folder of adapter and optimizer state after the last committed step that trained, relative to the data folder. */
  folder: string | null;
  /** File of the log-probabilities that the plan needs, relative to the data folder; null until they are computed. */
  logprobs: string | null;
  /** Null until it is known, and if the job compares with no checkpoint. */
  reference: JobReference | null;
  created: string;
  started: string | null;
  ended: string | null;
  /** Step of the checkpoint that the job made. */
  step: number | null;
  errorMessage: string | null;
  /** Number of starts. */
  attempts: number;
  /**
   * Number of starts, clean stops excluded, since the last progress: a committed step or computed log-probabilities.
   */
  attemptsWithoutProgress: number;
  cancelRequested: boolean;
  /** Job that this one retries. */
  retryOf: string | null;
}

export interface JobRow {
  seq: number;
  id: string;
  model_id: string;
  /** Owner of the model. */
  owner: string;
  kind: JobKind;
  status: JobStatus;
  payload: string | null;
  config: string;
  /** `JobStart` as JSON. */
  start: string | null;
  /** Folder of the starting checkpoint, while the job may need it. */
  start_folder: string | null;
  steps_done: number;
  folder: string | null;
  scores: string | null;
  /** `JobReference` as JSON. */
  reference: string | null;
  /** Folder of the reference checkpoint, while the job may need it. */
  reference_folder: string | null;
  created: string;
  started: string | null;
  ended: string | null;
  heartbeat: string | null;
  /** End of the lease on the job, or on copying its data, by the database's clock. */
  lease_expires: string | null;
  /** Server that works on the job, or copies its data; null if none does, and if the database has only one server. */
  holder: string | null;
  step: number | null;
  error_message: string | null;
  lease_token: number;
  attempts: number;
  fruitless: number;
  cancel_requested: number;
  event_count: number;
  /** 1 while what a retry needs is kept after a failure or cancellation. */
  kept: number;
  retry_of: string | null;
}

export function toJobRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    modelId: row.model_id,
    kind: row.kind,
    status: row.status,
    payload: row.payload,
    config: parseObject(row.config),
    start: row.start === null ? null : (parseObject(row.start) as unknown as JobStart),
    stepsDone: row.steps_done,
    folder: row.folder,
    logprobs: row.scores,
    reference: row.reference === null ? null : (parseObject(row.reference) as unknown as JobReference),
    created: row.created,
    started: row.started,
    ended: row.ended,
    step: row.step,
    errorMessage: row.error_message,
    attempts: row.attempts,
    attemptsWithoutProgress: row.fruitless,
    cancelRequested: row.cancel_requested === 1,
    retryOf: row.retry_of,
  };
}

/** Returns the source of the trajectories of a job that has begun. */
export function sourceOf(row: JobRow): TrajectorySource & { jobId: string } {
  const step = (toJobRecord(row).start?.checkpoint?.step ?? 0) + 1;
  return { modelId: row.model_id, owner: row.owner, jobId: row.id, logId: null, split: 'train', step };
}

/** Records a change of the job, inside the caller's transaction. */
export function noteJob(db: Knex, { id, model_id: modelId, owner }: Pick<JobRow, 'id' | 'model_id' | 'owner'>): void {
  noteUpdate(db, { type: 'job', id, modelId, owner });
}

/** Returns the row of a new, queued job. */
export function newJobRow(job: NewJob & { owner: string }): Omit<JobRow, 'seq'> {
  return {
    id: job.id ?? randomUUID(),
    model_id: job.modelId,
    owner: job.owner,
    kind: job.kind,
    status: 'queued',
    payload: job.payload,
    config: jsonText(job.config),
    start: null,
    start_folder: null,
    steps_done: 0,
    folder: null,
    scores: null,
    reference: null,
    reference_folder: null,
    created: timestamp(),
    started: null,
    ended: null,
    heartbeat: null,
    lease_expires: null,
    holder: null,
    step: null,
    error_message: null,
    lease_token: 0,
    attempts: 0,
    fruitless: 0,
    cancel_requested: 0,
    event_count: 0,
    kept: 0,
    retry_of: null,
  };
}
