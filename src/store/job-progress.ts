import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { unneededFolders } from './checkpoint-folders.ts';
import { type CheckpointRecord, lockNewest } from './checkpoints.ts';
import { appendEvent, copyEvents, type EventRecord } from './events.ts';
import {
  type JobChoices,
  type JobRecord,
  type JobReference,
  type JobRow,
  type JobStart,
  noteJob,
  sourceOf,
  toJobRecord,
} from './job-record.ts';
import { type Lease, requireLease } from './lease.ts';
import { noteRemovals } from './removals.ts';
import { appendGradientStep } from './runs.ts';
import { jsonText, type MetricValues } from './stored-value.ts';
import { insertTokens, type NewTokenFile } from './trajectory-files.ts';

/** A job with its recorded start, and folders that it no longer needs. */
export interface BegunJob {
  job: JobRecord & { start: JobStart };
  paths: string[];
}

/** A gradient step to commit. */
export interface StepDone {
  /** Index of the step in the job, from 0. */
  index: number;
  /** Data of the `gradient_step` event. */
  metrics: MetricValues;
  /** Folder of adapter and optimizer state after the step, already on disk; null if the step changed no weights. */
  folder: string | null;
  /** File of the per-token values, already on disk, if these are kept. */
  tokens?: NewTokenFile | null;
}

/**
 * Records what the job starts from, inside the caller's transaction, and holds that until the job ends. A job that has
 * begun before keeps its start. A retry continues where the failed or cancelled job stopped, unless another job has
 * trained the model meanwhile. If that job stopped before its first step, the retry keeps its log-probabilities and
 * their reference.
 */
export async function beginJob(db: Knex, lease: Lease, trainingLength: number): Promise<BegunJob> {
  const row = await requireLease(db, lease);
  noteJob(db, row);
  const known = toJobRecord(row).start;
  const untouched = row.retry_of !== null && row.event_count === 0;
  if (known !== null && !untouched) return begun(row, []);
  const newest = await lockNewest(db, row.model_id);
  const sameStart = known !== null && newest?.id === known.checkpoint?.id;
  if (sameStart && row.steps_done > 0) {
    if (row.retry_of !== null) await copyEvents(db, row.retry_of, row.id);
    return begun(await change(db, row, { start_folder: newest?.folder ?? null }), []);
  }
  const start: JobStart = { checkpoint: newest && startOf(newest), trainingLength };
  const begins = { start: jsonText({ ...start }), start_folder: newest?.folder ?? null };
  // Keeps the file of log-probabilities: it states itself what it is for, in case the plan differs.
  if (sameStart) return begun(await change(db, row, begins), []);
  const changed = await change(db, row, { ...begins, ...ofAnotherStart(row) });
  const own = [row.folder, row.scores].filter((path) => path !== null);
  const paths = [...own, ...(await unneededFolders(db, [row.start_folder, row.reference_folder]))];
  await noteRemovals(db, paths);
  return begun(changed, paths);
}

/** Returns the columns to reset when a job begins anew from another checkpoint. */
function ofAnotherStart(row: JobRow): Partial<JobRow> {
  const anew = { steps_done: 0, folder: null, scores: null };
  return toJobRecord(row).reference?.followsStart ? { ...anew, reference: null, reference_folder: null } : anew;
}

/**
 * Records choices that the job has not made yet, inside the caller's transaction. Returns the job with all its choices.
 */
export async function keepChoices(db: Knex, lease: Lease, choices: Partial<JobChoices>): Promise<BegunJob['job']> {
  const row = await requireLease(db, lease);
  const known = toJobRecord(row).start;
  if (known === null) throw new Error(`job ${row.id} has not started`);
  return begun(await change(db, row, { start: jsonText({ ...choices, ...known }) }), []).job;
}

/**
 * Records the durable file of the log-probabilities that the job's plan needs, inside the caller's transaction.
 * Idempotent. A file recorded before is returned in `paths`, to be removed.
 */
export async function keepLogprobs(db: Knex, lease: Lease, file: string): Promise<BegunJob> {
  const row = await requireLease(db, lease);
  const paths = row.scores === null || row.scores === file ? [] : [row.scores];
  await noteRemovals(db, paths);
  // This is progress, like a gradient step: attempts that died during the computation no longer count.
  return begun(await change(db, row, { scores: file, fruitless: 0 }), paths);
}

/**
 * Records which checkpoint the job compares with, inside the caller's transaction, and holds its files until the job
 * ends. A reference recorded before stays. Throws `not_found` if the checkpoint is gone.
 */
export async function recordReference(
  db: Knex,
  row: JobRow,
  { id, followsStart }: Pick<JobReference, 'id' | 'followsStart'>,
): Promise<JobRow> {
  if (row.reference !== null) return row;
  const held: { folder: string | null } | undefined = await db('checkpoints').where({ id }).forUpdate().first('folder');
  if (held === undefined) throw notFound('checkpoint', id);
  const reference: JobReference = { id, folder: held.folder, followsStart };
  return change(db, row, { reference: jsonText({ ...reference }), reference_folder: held.folder });
}

/**
 * Commits a step, its event and its record in the tracking run, inside the caller's transaction. A repetition by the
 * same holder, whose first answer was lost, changes nothing. Throws `stale_lease`, and `conflict` if the step is not
 * the next.
 */
export async function commitStep(db: Knex, lease: Lease, step: StepDone): Promise<EventRecord> {
  const row = await requireLease(db, lease);
  const folder = step.folder ?? row.folder;
  const again = row.steps_done === step.index + 1 && row.folder === folder;
  if (row.steps_done !== step.index && !again) {
    throw new StorageError(
      'conflict',
      `Job '${row.id}' has done ${row.steps_done} steps; step ${step.index} is not the next.`,
      {
        resource: 'job',
      },
    );
  }
  if (!again) {
    await change(db, row, { steps_done: step.index + 1, folder, fruitless: 0 });
    if (row.folder !== folder) await noteRemovals(db, [row.folder]);
    await record(db, row, step.metrics);
    if (step.tokens) await insertTokens(db, sourceOf(row), { gradientStep: step.index + 1, file: step.tokens });
  }
  return appendEvent(db, row.id, { type: 'gradient_step', data: step.metrics, key: `step-${step.index}` });
}

/** Adds the metrics to the run's history, under the step of the checkpoint that the job is to make. */
async function record(db: Knex, row: JobRow, metrics: MetricValues): Promise<void> {
  const run: { id: string } | undefined = await db('runs').where({ model_id: row.model_id }).first('id');
  if (run === undefined || Object.keys(metrics).length === 0) return;
  await appendGradientStep(db, run.id, { step: sourceOf(row).step, metrics }, row.id);
}

async function change(db: Knex, { id }: JobRow, changes: Partial<JobRow>): Promise<JobRow> {
  const [row]: JobRow[] = await db('jobs').where({ id }).update(changes).returning('*');
  return row;
}

function begun(row: JobRow, paths: string[]): BegunJob {
  return { job: toJobRecord(row) as BegunJob['job'], paths };
}

function startOf({ id, step, folder, kind }: CheckpointRecord): JobStart['checkpoint'] {
  return { id, step, folder, kind };
}
