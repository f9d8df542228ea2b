import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type JsonColumn, jsonText, parseObject, timestamp } from './stored-value.ts';
import type { TrajectorySource } from './trajectory-files.ts';
import { noteUpdate } from './update-notes.ts';

export type JobKind = 'rl' | 'sft';

/** queued -> running -> succeeded | failed | cancelled; a restart puts a running job back to queued. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Jobs of these are to make a checkpoint. */
export const UNFINISHED: readonly JobStatus[] = ['queued', 'running'];

export interface NewJob {
  /** Chosen by the caller where the payload's path needs it. */
  id?: string;
  modelId: string;
  kind: JobKind;
  /** Already written, durably. An SFT job without is not claimed before `Jobs.keepData`. */
  payload: string | null;
  config: JsonColumn;
  /**
   * The checkpoint that the job compares with, where it is known already; its files are kept until the job has ended.
   */
  reference?: string | null;
}

/**
 * What a job's plan depends on beside its request. Written down when it first starts, so that it has the same plan and
 * the same weights under it whenever it goes on.
 */
export interface JobStart extends Partial<JobChoices> {
  /** Null where the model had none left: the base model. */
  checkpoint: StartCheckpoint | null;
  /** Longest sequence, in tokens, that the server could train when the job began. */
  trainingLength: number;
}

/** What a job takes from the server's state while it is planned, each once for its whole life; absent until then. */
export interface JobChoices {
  /** Tokens of a micro-batch: with others the gradients are summed in another order, and differ in their last bits. */
  capacity: number;
  /** What the model's history of rewards leaves of the learning rate. */
  learningRateMultiplier: number;
}

/** What a job needs to know of the checkpoint that it starts from, which may be deleted while the job runs. */
export interface StartCheckpoint {
  id: string;
  step: number;
  /** Null is the base model without an adapter. Kept until the job has ended. */
  folder: string | null;
  kind: JobKind | null;
}

/** The checkpoint whose log-probabilities a job compares with. Its files are kept until the job has ended. */
export interface JobReference {
  id: string;
  /** Null is the base model without an adapter. */
  folder: string | null;
  /** Whether it was chosen by the checkpoint that the job starts from, and not by the request alone. */
  followsStart: boolean;
}

export interface JobRecord {
  id: string;
  modelId: string;
  kind: JobKind;
  status: JobStatus;
  /**
   * The file of an RL job's data, the folder of an SFT job's, relative to the data folder; null where it is not there
   * yet, or needed no more.
   */
  payload: string | null;
  config: JsonColumn;
  /** Null until it first started. */
  start: JobStart | null;
  /** Steps that are committed, whatever happens. */
  stepsDone: number;
  /** Adapter and optimizer state after the last of them that trained, relative to the data folder. */
  folder: string | null;
  /** The file of the log-probabilities that its plan needs, relative to the data folder; null until they are there. */
  logprobs: string | null;
  /** Null until it is known, and where the job compares with none. */
  reference: JobReference | null;
  created: string;
  started: string | null;
  ended: string | null;
  /** The step of the checkpoint that it made. */
  step: number | null;
  errorMessage: string | null;
  /** How often it was started. */
  attempts: number;
  /** How often it was started since it last committed a step. */
  fruitless: number;
  cancelRequested: boolean;
  /** The job that this one tries again. */
  retryOf: string | null;
}

export interface JobRow {
  seq: number;
  id: string;
  model_id: string;
  /** That of the model. */
  owner: string;
  kind: JobKind;
  status: JobStatus;
  payload: string | null;
  config: string;
  /** `JobStart` as JSON. */
  start: string | null;
  /** The folder of its checkpoint, while the job may need it. */
  start_folder: string | null;
  steps_done: number;
  folder: string | null;
  scores: string | null;
  /** `JobReference` as JSON. */
  reference: string | null;
  /** The folder of that checkpoint, while the job may need it. */
  reference_folder: string | null;
  created: string;
  started: string | null;
  ended: string | null;
  heartbeat: string | null;
  /** When its lease ends, or that on the copying of its data, by the database's clock. */
  lease_expires: string | null;
  /** The server that works on it, or copies its data; null while nobody does, and where only one may. */
  holder: string | null;
  step: number | null;
  error_message: string | null;
  lease_token: number;
  attempts: number;
  fruitless: number;
  cancel_requested: number;
  event_count: number;
  /** 1 while what a retry needs is kept after a bad end. */
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
    fruitless: row.fruitless,
    cancelRequested: row.cancel_requested === 1,
    retryOf: row.retry_of,
  };
}

/** Where the trajectories of a job that has begun come from. */
export function sourceOf(row: JobRow): TrajectorySource & { jobId: string } {
  const step = (toJobRecord(row).start?.checkpoint?.step ?? 0) + 1;
  return { modelId: row.model_id, owner: row.owner, jobId: row.id, logId: null, split: 'train', step };
}

/** Part of a transaction: the job has changed. */
export function noteJob(db: Knex, { id, model_id: modelId, owner }: Pick<JobRow, 'id' | 'model_id' | 'owner'>): void {
  noteUpdate(db, { type: 'job', id, modelId, owner });
}

/** The row of a job that is queued and has done nothing yet. */
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
