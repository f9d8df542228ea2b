import { type JsonObject, parseJson } from './stored-value.ts';

export type JobKind = 'rl' | 'sft';

/** queued -> running -> succeeded | failed | cancelled; a restart puts a running job back to queued. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface JobRecord {
  id: string;
  modelId: string;
  kind: JobKind;
  status: JobStatus;
  /** The file of the job's data, relative to the data folder; null when it has none, or has ended. */
  payload: string | null;
  config: JsonObject;
  created: string;
  started: string | null;
  ended: string | null;
  /** The step of the checkpoint that it made. */
  step: number | null;
  errorMessage: string | null;
  /** How often it was started. */
  attempts: number;
  cancelRequested: boolean;
}

export interface JobRow {
  seq: number;
  id: string;
  model_id: string;
  kind: JobKind;
  status: JobStatus;
  payload: string | null;
  config: string;
  created: string;
  started: string | null;
  ended: string | null;
  heartbeat: string | null;
  step: number | null;
  error_message: string | null;
  lease_token: number;
  attempts: number;
  cancel_requested: number;
  event_count: number;
}

export function toJobRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    modelId: row.model_id,
    kind: row.kind,
    status: row.status,
    payload: row.payload,
    config: parseJson(row.config),
    created: row.created,
    started: row.started,
    ended: row.ended,
    step: row.step,
    errorMessage: row.error_message,
    attempts: row.attempts,
    cancelRequested: row.cancel_requested === 1,
  };
}
