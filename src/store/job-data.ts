import type { Knex } from 'knex';
import { endWithout } from './job-end.ts';
import { type JobRow, noteJob } from './job-record.ts';
import { leaseExpired, NO_LEASE, renewed } from './lease.ts';
import { skipLocked } from './postgres-only.ts';
import { parseObject } from './stored-value.ts';

/** An accepted SFT job that has no copy of its data yet. */
export interface JobWithoutData {
  id: string;
  owner: string;
  /** The job's `training_data_url`. */
  url: string;
}

/** Returns whether a job waits for a copy of its data. */
export function lacksData({ status, kind, payload }: Pick<JobRow, 'status' | 'kind' | 'payload'>): boolean {
  return status === 'queued' && kind === 'sft' && payload === null;
}

/** Narrows rows of jobs, under an alias, to those that have the data needed to be claimed. */
export function withData(rows: Knex.QueryBuilder, alias = 'job'): Knex.QueryBuilder {
  return rows.where((job) => job.whereNot(`${alias}.kind`, 'sft').orWhereNotNull(`${alias}.payload`));
}

/** Returns queued SFT jobs without data, oldest first. */
export async function jobsWithoutData(db: Knex): Promise<JobWithoutData[]> {
  const rows: DataRow[] = await waiting(db).orderBy('seq').select(DATA_COLUMNS);
  return rows.map(toWaiting);
}

/**
 * Leases to one of several servers all queued SFT jobs without data that nobody is copying, or whose lease has expired.
 * Returns them oldest first.
 */
export async function claimData(db: Knex, holder: string): Promise<JobWithoutData[]> {
  const free = waiting(db).modify(leaseExpired, db).modify(skipLocked, db).select('seq');
  const rows: DataRow[] = await db('jobs')
    .whereIn('seq', free)
    .update({ holder, ...renewed(db) })
    .returning(DATA_COLUMNS);
  return rows.sort((a, b) => a.seq - b.seq).map(toWaiting);
}

/** Renews leases from `claimData`. Returns the ids that the server still holds. */
export async function renewData(db: Knex, holder: string, ids: readonly string[]): Promise<Set<string>> {
  const own = waiting(db).where({ holder }).whereIn('id', ids);
  const rows: { id: string }[] = await own.update(renewed(db)).returning('id');
  return new Set(rows.map(({ id }) => id));
}

/** Releases the jobs whose data the server was copying, so that other servers can. */
export async function releaseData(db: Knex, holder: string): Promise<void> {
  await waiting(db).where({ holder }).update(NO_LEASE);
}

const DATA_COLUMNS = ['seq', 'id', 'owner', 'config'] as const;
type DataRow = Pick<JobRow, (typeof DATA_COLUMNS)[number]>;

function waiting(db: Knex): Knex.QueryBuilder {
  return db('jobs').where({ status: 'queued', kind: 'sft' }).whereNull('payload');
}

function toWaiting({ id, owner, config }: DataRow): JobWithoutData {
  return { id, owner, url: String(parseObject(config).training_data_url) };
}

/**
 * Records the path of the job's data, inside the caller's transaction. Returns false if the job has ended, is deleted
 * or has other data.
 */
export async function keepData(db: Knex, id: string, path: string): Promise<boolean> {
  const row: JobRow | undefined = await db('jobs').where({ id, status: 'queued' }).forUpdate().first();
  if (row === undefined) return false;
  // Not null if this repeats a call whose answer was lost.
  if (row.payload === null) {
    await db('jobs')
      .where({ id })
      .update({ ...NO_LEASE, payload: path });
    noteJob(db, row);
  }
  return row.payload === null || row.payload === path;
}

/**
 * Fails a job whose data cannot be copied, inside the caller's transaction. Does nothing if the job has ended, is
 * deleted, has its data, or is held by another server than `holder` by now.
 */
export async function failWithoutData(db: Knex, id: string, message: string, holder: string | null): Promise<void> {
  const row: JobRow | undefined = await db('jobs').where({ id, status: 'queued' }).forUpdate().first();
  const isOthers = holder !== null && row?.holder !== holder;
  if (row === undefined || row.payload !== null || isOthers) return;
  await endWithout(db, row, 'failed', message);
}
