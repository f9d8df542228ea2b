import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { type CheckpointRecord, insertCheckpoint } from './checkpoints.ts';
import type { Database } from './database.ts';
import { appendEvent, type EventRecord } from './events.ts';
import { ANY_CLAIMER, type Claimer, claimNext, hasClaimable, type Requeued, releaseJob, requeue } from './job-claim.ts';
import {
  claimData,
  failWithoutData,
  type JobWithoutData,
  jobsWithoutData,
  keepData,
  releaseData,
  renewData,
} from './job-data.ts';
import { CANCELLED, type EndedJob, endWith, endWithout } from './job-end.ts';
import { type JobFacts, jobFacts } from './job-facts.ts';
import {
  type BegunJob,
  beginJob,
  commitStep,
  keepChoices,
  keepLogprobs,
  recordReference,
  type StepDone,
} from './job-progress.ts';
import {
  type JobChoices,
  type JobKind,
  type JobRecord,
  type JobReference,
  type JobRow,
  type JobStatus,
  type NewJob,
  newJobRow,
  noteJob,
  toJobRecord,
} from './job-record.ts';
import { dropKept, retryJob } from './job-retry.ts';
import { type KeepRules, NO_RULES } from './keep-rules.ts';
import { type Lease, requireLease } from './lease.ts';
import { checkCheckpoints, lockOwnerQuota } from './owner-quotas.ts';
import { type Owner, ownRows, rowsOfOwnModels } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { dropUnkept } from './retention.ts';
import { appendHistory, type HistoryEntry } from './runs.ts';
import type { MetricValues } from './stored-value.ts';

interface JobFilter {
  modelId?: string;
  status?: JobStatus;
}

export interface JobResult {
  /** `kind` is the kind of the job that trained these weights, if an earlier job did. */
  checkpoint: {
    id?: string;
    step: number;
    folder: string | null;
    metrics: MetricValues;
    kind?: JobKind | null;
    /** Size of the adapter's files. */
    bytes?: number | null;
    /** Highest LoRA rank of its modules. */
    rank?: number | null;
  };
  /** Records for the model's tracking run. */
  history?: readonly HistoryEntry[];
}

/** A claimed job, and the owner of its model. */
interface ClaimedRow {
  job: JobRecord;
  lease: Lease;
  owner: string;
}

/**
 * Durable queue of training jobs. Owners take turns; the jobs of an owner are first in, first out; a model has at most
 * one running job.
 */
export class Jobs {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly rules: KeepRules;

  constructor(database: Database, owner: Owner = null, rules: KeepRules = NO_RULES) {
    this.database = database;
    this.owner = owner;
    this.rules = rules;
  }

  /**
   * Adds a job, which survives any crash once this returns. Throws `not_found` for an unknown model or reference, and
   * `quota_exceeded` if its checkpoint would be one too many.
   */
  enqueue(job: NewJob): Promise<JobRecord> {
    return this.database.write(async (db) => {
      const models = ownRows(db('models').where({ id: job.modelId }), this.owner);
      const model: { owner: string } | undefined = await models.first('owner');
      if (model === undefined) throw notFound('model', job.modelId);
      await this.lockOwnerQuota(db, model.owner);
      const values = newJobRow({ ...job, owner: model.owner });
      const [row]: JobRow[] = await db('jobs').insert(values).returning('*');
      await this.checkCheckpoints(db, model.owner);
      noteJob(db, row);
      if (job.reference == null) return toJobRecord(row);
      return toJobRecord(await recordReference(db, row, { id: job.reference, followsStart: false }));
    });
  }

  /** Throws `quota_exceeded` if the owner may not have one more checkpoint; call before doing work for a job. */
  async checkRoom(): Promise<void> {
    const { owner, rules } = this;
    const most = rules.quotas.checkpoints;
    if (owner !== null && most !== null) await this.database.query((db) => checkCheckpoints(db, owner, most, 1));
  }

  /** Returns the job. Throws `not_found`. */
  get(id: string): Promise<JobRecord> {
    return this.database.query(async (db) => {
      const row: JobRow | undefined = await rowsOfOwnModels(db('jobs').where({ id }), this.owner).first();
      if (row === undefined) throw notFound('job', id);
      return toJobRecord(row);
    });
  }

  /** Returns jobs, oldest first by default. */
  list(filter: JobFilter = {}, request: PageRequest = {}): Promise<Page<JobRecord>> {
    return this.database.query((db) => {
      const rows = ownRows(db('jobs'), this.owner).modify((query) => {
        if (filter.modelId !== undefined) query.where({ model_id: filter.modelId });
      });
      const narrow = (query: Knex.QueryBuilder) => {
        if (filter.status !== undefined) query.where({ status: filter.status });
      };
      return readPage({ rows, orderBy: 'seq', filter: narrow }, request, toJobRecord);
    });
  }

  /** See `jobFacts`. */
  facts(jobs: readonly JobRecord[]): Promise<Map<string, JobFacts>> {
    return this.database.query((db) => jobFacts(db, jobs));
  }

  /** Returns the number of queued jobs by base model, and when the oldest of each was created. */
  queuedByBaseModel(): Promise<{ baseModel: string; count: number; oldest: string }[]> {
    return this.database.query(async (db) => {
      const queued = db('jobs').where('jobs.status', 'queued');
      if (this.owner !== null) queued.where('jobs.owner', this.owner);
      const rows: { base_model: string; count: number | string; oldest: string }[] = await queued
        .join('models', 'models.id', 'jobs.model_id')
        .groupBy('models.base_model')
        .select('models.base_model')
        .count({ count: '*' })
        .min('jobs.created as oldest');
      return rows.map((row) => ({ baseModel: row.base_model, count: Number(row.count), oldest: row.oldest }));
    });
  }

  /** Returns the number of jobs of each status, zeros included. */
  countByStatus(): Promise<Record<JobStatus, number>> {
    return this.database.query(async (db) => {
      const jobs = ownRows(db('jobs'), this.owner);
      const rows: { status: JobStatus; count: number | string }[] = await jobs
        .groupBy('status')
        .select('status')
        .count({ count: '*' });
      const counts: Record<JobStatus, number> = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
      // PostgreSQL returns counts as text.
      for (const { status, count } of rows) counts[status] = Number(count);
      return counts;
    });
  }

  /** See `claimNext`; returns null if there is no job. */
  async claimNext(claimer: Partial<Claimer> = {}): Promise<ClaimedRow | null> {
    for (;;) {
      try {
        const row = await this.database.query((db) => claimNext(db, { ...ANY_CLAIMER, ...claimer }));
        if (row === undefined) return null;
        return { job: toJobRecord(row), lease: { jobId: row.id, token: row.lease_token }, owner: row.owner };
      } catch (error) {
        // The unique index of running jobs by model: another process claimed a job of this model first.
        if (!(error instanceof StorageError && error.code === 'conflict')) throw error;
      }
    }
  }

  /** See `hasClaimable`. */
  hasClaimable(claimer: Partial<Claimer> = {}): Promise<boolean> {
    return this.database.query((db) => hasClaimable(db, { ...ANY_CLAIMER, ...claimer }));
  }

  /** Returns queued jobs that wait for a copy of their data, oldest first. */
  withoutData(): Promise<JobWithoutData[]> {
    return this.database.query(jobsWithoutData);
  }

  /** See `claimData`. */
  claimData(holder: string): Promise<JobWithoutData[]> {
    return this.database.query((db) => claimData(db, holder));
  }

  /** See `renewData`. */
  renewData(holder: string, ids: readonly string[]): Promise<Set<string>> {
    return this.database.query((db) => renewData(db, holder, ids));
  }

  /** See `releaseData`. */
  releaseData(holder: string): Promise<void> {
    return this.database.query((db) => releaseData(db, holder));
  }

  /** See `keepData`. */
  keepData(id: string, path: string): Promise<boolean> {
    return this.database.write((db) => keepData(db, id, path));
  }

  /** See `failWithoutData`. */
  failWithoutData(id: string, message: string, holder: string | null = null): Promise<void> {
    return this.database.write((db) => failWithoutData(db, id, message, holder));
  }

  /** See `beginJob`. Throws `stale_lease`. */
  begin(lease: Lease, trainingLength: number): Promise<BegunJob> {
    return this.database.write((db) => beginJob(db, lease, trainingLength));
  }

  /** See `keepChoices`. Throws `stale_lease`. */
  keepChoices(lease: Lease, choices: Partial<JobChoices>): Promise<BegunJob['job']> {
    return this.database.write((db) => keepChoices(db, lease, choices));
  }

  /** See `keepLogprobs`. Throws `stale_lease`. */
  keepLogprobs(lease: Lease, file: string): Promise<BegunJob> {
    return this.database.write((db) => keepLogprobs(db, lease, file));
  }

  /** See `recordReference`. Throws `stale_lease` and `not_found`. */
  recordReference(lease: Lease, reference: Pick<JobReference, 'id' | 'followsStart'>): Promise<JobReference> {
    return this.database.write(async (db) => {
      const row = await recordReference(db, await requireLease(db, lease), reference);
      return toJobRecord(row).reference as JobReference;
    });
  }

  /** See `commitStep`. On return the step survives any crash. */
  commitStep(lease: Lease, step: StepDone): Promise<EventRecord> {
    return this.database.write((db) => commitStep(db, lease, step));
  }

  /** Renews the lease, and returns whether to stop. Throws `stale_lease`. */
  heartbeat(lease: Lease): Promise<{ cancelRequested: boolean }> {
    return this.database.query(async (db) => ({
      cancelRequested: (await requireLease(db, lease)).cancel_requested === 1,
    }));
  }

  /**
   * Requeues running jobs at their old place, and cancels those whose cancellation was requested. For the start of a
   * database's only server, before any job is claimed: the process that ran them is gone.
   */
  requeueRunning(): Promise<Requeued> {
    return this.database.write((db) => requeue(db, 'all'));
  }

  /** Requeues jobs whose lease has expired, like `requeueRunning`, but at any time. */
  requeueExpired(): Promise<Requeued> {
    return this.database.write((db) => requeue(db, 'expired'));
  }

  /**
   * Cancels a queued job at once; asks a running one to stop, which then cannot succeed any more; leaves an ended one
   * as it is. Throws `not_found`.
   */
  cancel(id: string): Promise<EndedJob & { effect: 'cancelled' | 'requested' | 'already_ended' }> {
    return this.database.write(async (db) => {
      const row: JobRow | undefined = await rowsOfOwnModels(db('jobs').where({ id }), this.owner).forUpdate().first();
      if (row === undefined) throw notFound('job', id);
      if (row.status === 'queued') {
        return { ...(await endWithout(db, row, 'cancelled', CANCELLED)), effect: 'cancelled' };
      }
      if (row.status !== 'running') return { job: toJobRecord(row), paths: [], effect: 'already_ended' };
      await db('jobs').where({ id }).update({ cancel_requested: 1 });
      return { job: toJobRecord({ ...row, cancel_requested: 1 }), paths: [], effect: 'requested' };
    });
  }

  /** See `retryJob`. Throws `not_found`, `conflict` and `quota_exceeded`. */
  retry(id: string): Promise<JobRecord> {
    return this.database.write(async (db) => {
      const rows = () => rowsOfOwnModels(db('jobs').where({ id }), this.owner);
      const known: { owner: string } | undefined = await rows().first('owner');
      if (known !== undefined) await this.lockOwnerQuota(db, known.owner);
      const row: JobRow | undefined = await rows().forUpdate().first();
      if (row === undefined) throw notFound('job', id);
      const retry = await retryJob(db, row);
      await this.checkCheckpoints(db, row.owner);
      return toJobRecord(retry);
    });
  }

  /** See `dropKept`. */
  dropKept(keptMs: number): Promise<string[]> {
    return this.database.write((db) => dropKept(db, keptMs));
  }

  /**
   * Records a clean stop of the holder, which continues at its next start; this attempt does not count as one without
   * progress. Throws `stale_lease`.
   */
  pause(lease: Lease): Promise<void> {
    return this.database.write(async (db) => {
      const { id, fruitless } = await requireLease(db, lease);
      await db('jobs')
        .where({ id })
        .update({ fruitless: Math.max(0, fruitless - 1) });
    });
  }

  /** See `releaseJob`. Throws `stale_lease`. */
  release(lease: Lease): Promise<string[]> {
    return this.database.write((db) => releaseJob(db, lease));
  }

  /** Ends a job whose holder stopped on request, and appends `training_failed`. Throws `stale_lease`. */
  cancelled(lease: Lease, message: string = CANCELLED): Promise<EndedJob> {
    return this.endHeld(lease, 'cancelled', message);
  }

  /** Fails a job, and appends `training_failed` with the message, which the user reads. Throws `stale_lease`. */
  fail(lease: Lease, message: string): Promise<EndedJob> {
    return this.endHeld(lease, 'failed', message);
  }

  /**
   * Completes a job. Its checkpoint, the run's history, its end and `training_ended` become visible in one transaction;
   * the checkpoint's folder is already on disk. Earlier checkpoints that the model's retention does not keep are
   * deleted in the same transaction. Throws `stale_lease`, `job_cancelled` (a cancellation was requested) and
   * `conflict` (the step is taken); then nothing changes.
   */
  complete(lease: Lease, result: JobResult): Promise<EndedJob & { checkpoint: CheckpointRecord }> {
    return this.database.write(async (db) => {
      const row = await requireLease(db, lease);
      if (row.cancel_requested === 1) {
        throw new StorageError('job_cancelled', `Cancellation of job '${row.id}' was requested.`, { resource: 'job' });
      }
      const { model_id: modelId, id: jobId, kind } = row;
      const checkpoint = await insertCheckpoint(db, { kind, ...result.checkpoint, modelId, jobId });
      const run: { id: string } | undefined = await db('runs').where({ model_id: modelId }).first('id');
      if (run !== undefined) await appendHistory(db, run.id, result.history ?? [], jobId);
      await appendEvent(db, jobId, { type: 'training_ended', data: {} });
      const { job, paths } = await endWith(db, row, checkpoint.step);
      const dropped = await dropUnkept(db, modelId, this.rules.retention);
      return { job, paths: [...new Set([...paths, ...dropped])], checkpoint };
    });
  }

  private async lockOwnerQuota(db: Knex, owner: string): Promise<void> {
    if (this.rules.quotas.checkpoints !== null) await lockOwnerQuota(db, owner);
  }

  private async checkCheckpoints(db: Knex, owner: string): Promise<void> {
    const most = this.rules.quotas.checkpoints;
    if (most !== null) await checkCheckpoints(db, owner, most);
  }

  private endHeld(lease: Lease, status: 'failed' | 'cancelled', message: string): Promise<EndedJob> {
    return this.database.write(async (db) => endWithout(db, await requireLease(db, lease), status, message));
  }
}
