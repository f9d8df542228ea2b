import type { Knex } from 'knex';
import { appendEvent } from './events.ts';
import { type JobRecord, type JobRow, toJobRecord } from './job-record.ts';
import { timestamp } from './stored-value.ts';

/** A job that has ended, and the files that nothing needs any more, for `removePaths`. */
export interface EndedJob {
  job: JobRecord;
  paths: string[];
}

export const CANCELLED = 'The job was cancelled.';

/** Every file and folder that a job holds. */
export function filesOfJob({ payload, folder, start_folder }: JobRow): string[] {
  return [payload, folder, start_folder].filter((path) => path !== null);
}

/**
 * Part of a transaction: the end of a job that made no checkpoint. Clients poll until an event tells them, a cancellation
 * too. Its data and its last committed step are kept for a retry.
 */
export async function endWithout(
  db: Knex,
  row: JobRow,
  status: 'failed' | 'cancelled',
  message: string,
): Promise<EndedJob> {
  const errorMessage = message.toWellFormed().replaceAll('\0', '');
  await appendEvent(db, row.id, { type: 'training_failed', data: { error_message: errorMessage } });
  return end(db, row, { status, error_message: errorMessage, kept: 1 }, []);
}

/** Part of a transaction: the end of a job whose checkpoint has just been made of its last step. */
export function endWith(db: Knex, row: JobRow, step: number): Promise<EndedJob> {
  const paths = row.payload === null ? [] : [row.payload];
  return end(db, row, { status: 'succeeded', step, payload: null, folder: null }, paths);
}

async function end(db: Knex, row: JobRow, changes: Partial<JobRow>, paths: string[]): Promise<EndedJob> {
  const [ended]: JobRow[] = await db('jobs')
    .where({ id: row.id })
    .update({ ...changes, ended: timestamp(), start_folder: null })
    .returning('*');
  return { job: toJobRecord(ended), paths: [...paths, ...(await unneededStart(db, row))] };
}

/** The folder that the job started from, where its checkpoint was deleted meanwhile. */
export async function unneededStart(db: Knex, { start_folder: folder }: JobRow): Promise<string[]> {
  if (folder === null) return [];
  const used = await db('checkpoints').where({ folder }).first('id');
  return used === undefined ? [folder] : [];
}
