import type { Knex } from 'knex';
import { databaseTime } from './database-time.ts';
import { withData } from './job-data.ts';
import { CANCELLED, type EndedJob, endWithout } from './job-end.ts';
import { type JobRow, type JobStatus, noteJob } from './job-record.ts';
import { type Lease, leaseExpired, NO_LEASE, renewed, requireLease } from './lease.ts';
import { isPostgres, skipLocked } from './postgres-only.ts';

/** A server that asks for a job. */
export interface Claimer {
  /** Name of the server, for people who inspect the table. */
  holder: string | null;
  /** Returns the number of an owner's last claim, as this server counts claims. */
  turnOf(owner: string): number;
  /** Base models whose jobs are wanted; null for all. */
  baseModels: readonly string[] | null;
}

/** Claimer that takes any job. */
export const ANY_CLAIMER: Claimer = { holder: null, turnOf: () => 0, baseModels: null };

/**
 * Claims a queued job that has its data and whose model has no running job. Chooses the owner with the fewest running
 * jobs, among equals the owner whose last claim is longest ago, and that owner's oldest job. Returns undefined if there
 * is no job that nobody else is about to claim. `beginJob`, which follows, records the change.
 */
export async function claimNext(db: Knex, claimer: Claimer): Promise<JobRow | undefined> {
  for (const owner of await ownersInTurn(db, claimer)) {
    const row = await claimOldest(db, owner, claimer);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Returns whether there is a job that `claimNext` could claim. */
export async function hasClaimable(db: Knex, { baseModels }: Claimer): Promise<boolean> {
  const row = await db('jobs as job').where('job.status', 'queued').modify(canRun, db, baseModels).first('job.id');
  return row !== undefined;
}

/** Returns the owners of queued jobs, the next one first. Does not check whether any of their jobs can run. */
async function ownersInTurn(db: Knex, { turnOf }: Claimer): Promise<string[]> {
  const queued: { owner: string; seq: number }[] = await ofOwners(db, 'queued').min('job.seq as seq');
  if (queued.length < 2) return queued.map(({ owner }) => owner);
  // PostgreSQL returns counts as text.
  const counts: { owner: string; count: number | string }[] = await ofOwners(db, 'running').count('* as count');
  const running = new Map(counts.map(({ owner, count }) => [owner, Number(count)]));
  const places = queued.map(({ owner, seq }) => ({
    owner,
    order: [running.get(owner) ?? 0, turnOf(owner), seq],
  }));
  return places.sort((a, b) => compare(a.order, b.order)).map(({ owner }) => owner);
}

function ofOwners(db: Knex, status: JobStatus): Knex.QueryBuilder {
  return db('jobs as job').where('job.status', status).groupBy('job.owner').select('job.owner as owner');
}

/** Narrows queued jobs, under the alias `job`, to those that can run now. */
function canRun(rows: Knex.QueryBuilder, db: Knex, baseModels: Claimer['baseModels']): void {
  rows.modify(withData).whereNotExists((other: Knex.QueryBuilder) => {
    // A literal status and no binding, so that the partial index of running jobs applies.
    other.from('jobs as other').whereRaw("other.status = 'running' and other.model_id = job.model_id");
  });
  if (baseModels !== null) {
    const served = db('models').where('models.id', db.ref('job.model_id')).whereIn('base_model', baseModels);
    rows.whereExists(served.select('models.id'));
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place === -1 ? 0 : a[place] - b[place];
}

/**
 * Claims the owner's oldest job among the first queued jobs of each model, in one statement. Concurrent claimers skip a
 * job that another is claiming, and none takes a model's second job for its first.
 */
async function claimOldest(db: Knex, owner: string, { holder, baseModels }: Claimer): Promise<JobRow | undefined> {
  const next = db('jobs as job')
    .where({ 'job.owner': owner, 'job.status': 'queued' })
    .modify(canRun, db, baseModels)
    .whereNotExists((earlier: Knex.QueryBuilder) => {
      earlier.from('jobs as earlier').whereRaw("earlier.status = 'queued' and earlier.model_id = job.model_id");
      earlier.whereRaw('earlier.seq < job.seq').modify(withData, 'earlier');
    })
    .orderBy('job.seq')
    .limit(1)
    .modify(skipLocked, db)
    .select('job.seq');
  const rows: JobRow[] = await db('jobs')
    .where('seq', next)
    .update({
      ...renewed(db),
      status: 'running',
      holder,
      started: db.raw('coalesce(started, ?)', [databaseTime(db)]),
      lease_token: db.raw('lease_token + 1'),
      attempts: db.raw('attempts + 1'),
      fruitless: db.raw('fruitless + 1'),
    })
    .returning('*');
  return rows[0];
}

/** Outcome for jobs that lost their holder. */
export interface Requeued {
  /** Ids of the jobs that are queued again. */
  requeued: string[];
  /** Jobs whose cancellation had been requested. */
  cancelled: EndedJob[];
}

/**
 * Puts running jobs back into the queue, at their old place, inside the caller's transaction; cancels those whose
 * cancellation was requested. Takes all of them, or those whose lease has expired. Among the latter it skips a row that
 * is locked just now: its holder is alive.
 */
export async function requeue(db: Knex, which: 'all' | 'expired'): Promise<Requeued> {
  const running = db('jobs').where({ status: 'running' }).orderBy('seq');
  if (which === 'expired') running.modify(leaseExpired, db).modify(skipLocked, db);
  else if (isPostgres(db)) running.forUpdate();
  const rows: JobRow[] = await running;
  const result: Requeued = { requeued: [], cancelled: [] };
  for (const row of rows) {
    const cancelled = await putBack(db, row);
    if (cancelled === null) result.requeued.push(row.id);
    else result.cancelled.push(cancelled);
  }
  return result;
}

/**
 * Puts a job back after a clean stop of its holder, inside the caller's transaction; another server may continue at
 * once, and the attempt does not count as one without progress. Returns paths for `removePaths` if the job was to be
 * cancelled. Throws `stale_lease`.
 */
export async function releaseJob(db: Knex, lease: Lease): Promise<string[]> {
  const row = await requireLease(db, lease);
  const ended = await putBack(db, { ...row, fruitless: Math.max(0, row.fruitless - 1) });
  return ended?.paths ?? [];
}

/** Queues a job again, or cancels it if that was requested. Returns null if it is queued. */
async function putBack(db: Knex, row: JobRow): Promise<EndedJob | null> {
  if (row.cancel_requested === 1) return endWithout(db, row, 'cancelled', CANCELLED);
  const { id, fruitless } = row;
  await db('jobs')
    .where({ id })
    .update({ ...NO_LEASE, status: 'queued', fruitless });
  noteJob(db, row);
  return null;
}
