import type { Knex } from 'knex';
import { databaseTime } from './database-time.ts';
import { withData } from './job-data.ts';
import { CANCELLED, type EndedJob, endWithout } from './job-end.ts';
import { type JobRow, type JobStatus, noteJob } from './job-record.ts';
import { holdLease, type Lease, leaseIsOver, renewed, UNHELD } from './lease.ts';
import { isPostgres, skipHeld } from './postgres-only.ts';

/** Who asks for a job, and for which. */
export interface Claimer {
  /** Names the server, for people who look at the table. */
  holder: string | null;
  /** The number of an owner's last claim, as the server counts them. */
  turnOf(owner: string): number;
  /** Only jobs of models with one of these base models; null for all. */
  baseModels: readonly string[] | null;
}

/** One that takes whatever there is. */
export const ANY_CLAIMER: Claimer = { holder: null, turnOf: () => 0, baseModels: null };

/**
 * Claims a job that is queued, has its data, and whose model has no running one. Of several, one of the owner with
 * fewest running jobs; of several such, of him whose last claim was longest ago; of his, the oldest. Undefined when
 * there is none that nobody else is about to claim. `beginJob`, which follows, notes the change.
 */
export async function claimNext(db: Knex, claimer: Claimer): Promise<JobRow | undefined> {
  for (const owner of await ownersInTurn(db, claimer)) {
    const row = await claimOldest(db, owner, claimer);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Whether there is a job that `claimNext` could claim. */
export async function hasClaimable(db: Knex, { baseModels }: Claimer): Promise<boolean> {
  const row = await db('jobs as job').where('job.status', 'queued').modify(canRun, db, baseModels).first('job.id');
  return row !== undefined;
}

/** The owners of queued jobs, whoever is next first. Whether one of his can run is seen when it is his turn. */
async function ownersInTurn(db: Knex, { turnOf }: Claimer): Promise<string[]> {
  const queued: { owner: string; seq: number }[] = await ofOwners(db, 'queued').min('job.seq as seq');
  if (queued.length < 2) return queued.map(({ owner }) => owner);
  // PostgreSQL gives counts as text.
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

/** Narrows queued jobs, under the alias `job`, to those that could run now. */
function canRun(rows: Knex.QueryBuilder, db: Knex, baseModels: Claimer['baseModels']): void {
  rows.modify(withData).whereNotExists((other: Knex.QueryBuilder) => {
    // In so many words, for the index of running jobs.
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
 * Claims the owner's oldest job, of those that are the first in the queue of their model: so of many who ask at once,
 * each steps over what another is claiming, and none takes the second job of a model for its first. One statement.
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
    .modify(skipHeld, db)
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

/** What became of jobs that lost their holder. */
export interface Requeued {
  /** Ids of those that are queued again. */
  requeued: string[];
  /** Those that were to be cancelled. */
  cancelled: EndedJob[];
}

/**
 * Part of a transaction: running jobs queue again in their old place, or are cancelled where they were to be. Either
 * all of them, or those whose lease is over; of these, one that is held just now has its holder.
 */
export async function requeue(db: Knex, which: 'all' | 'expired'): Promise<Requeued> {
  const running = db('jobs').where({ status: 'running' }).orderBy('seq');
  if (which === 'expired') running.modify(leaseIsOver, db).modify(skipHeld, db);
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
 * Part of a transaction: the holder stops in good order, and another server may go on at once; this attempt does not
 * count as fruitless. Gives back paths, for `removePaths`, where the job was to be cancelled. Raises `stale_lease`.
 */
export async function giveBack(db: Knex, lease: Lease): Promise<string[]> {
  const row = await holdLease(db, lease);
  const ended = await putBack(db, { ...row, fruitless: Math.max(0, row.fruitless - 1) });
  return ended?.paths ?? [];
}

/** Null where it is queued again. */
async function putBack(db: Knex, row: JobRow): Promise<EndedJob | null> {
  if (row.cancel_requested === 1) return endWithout(db, row, 'cancelled', CANCELLED);
  const { id, fruitless } = row;
  await db('jobs')
    .where({ id })
    .update({ ...UNHELD, status: 'queued', fruitless });
  noteJob(db, row);
  return null;
}
