import type { Knex } from 'knex';
import { endWithout } from './job-end.ts';
import { type JobRow, noteJob } from './job-record.ts';
import { parseObject } from './stored-value.ts';

/** An SFT job that is accepted and has no copy of its data yet. */
export interface JobWithoutData {
  id: string;
  owner: string;
  /** Its `training_data_url`. */
  url: string;
}

/** Whether a job waits for a copy of its data. */
export function lacksData({ status, kind, payload }: Pick<JobRow, 'status' | 'kind' | 'payload'>): boolean {
  return status === 'queued' && kind === 'sft' && payload === null;
}

/** Narrows rows of jobs, under the alias `job`, to those that have all that they need to be claimed. */
export function withData(rows: Knex.QueryBuilder): Knex.QueryBuilder {
  return rows.where((job) => job.whereNot('job.kind', 'sft').orWhereNotNull('job.payload'));
}

/** Queued SFT jobs without data, oldest first. */
export async function jobsWithoutData(db: Knex): Promise<JobWithoutData[]> {
  const rows: Pick<JobRow, 'id' | 'owner' | 'config'>[] = await db('jobs')
    .where({ status: 'queued', kind: 'sft' })
    .whereNull('payload')
    .orderBy('seq')
    .select('id', 'owner', 'config');
  return rows.map(({ id, owner, config }) => ({ id, owner, url: String(parseObject(config).training_data_url) }));
}

/** Part of a transaction: the job's data is at the path. False where the job has ended or gone meanwhile. */
export async function keepData(db: Knex, id: string, path: string): Promise<boolean> {
  const row: JobRow | undefined = await db('jobs').where({ id, status: 'queued' }).forUpdate().first();
  if (row === undefined) return false;
  // Its answer may have been lost.
  if (row.payload === null) {
    await db('jobs').where({ id }).update({ payload: path });
    noteJob(db, row);
  }
  return row.payload === null || row.payload === path;
}

/** Part of a transaction: a job fails because its data cannot be had. One that has ended or gone stays as it is. */
export async function failWithoutData(db: Knex, id: string, message: string): Promise<void> {
  const row: JobRow | undefined = await db('jobs').where({ id, status: 'queued' }).forUpdate().first();
  if (row !== undefined && row.payload === null) await endWithout(db, row, 'failed', message);
}
