import type { Knex } from 'knex';
import { unneededFolders } from './checkpoint-folders.ts';
import { databaseTime } from './database-time.ts';
import { appendEvent } from './events.ts';
import { type JobRecord, type JobRow, noteJob, toJobRecord } from './job-record.ts';
import { noteRemovals } from './removals.ts';

/** A job that has ended, and the files that nothing needs any more, for `removePaths`. */
export interface EndedJob {
  job: JobRecord;
  paths: string[];
}

export const CANCELLED = 'The job was cancelled.';

/** Every file and folder that is a job's own. */
export function filesOfJob({ payload, scores, folder }: Pick<JobRow, 'payload' | 'scores' | 'folder'>): string[] {
  return [payload, scores, folder].filter((path) => path !== null);
}

/** What a retry needs of a job, given up. */
export const NOTHING_KEPT = {
  kept: 0,
  payload: null,
  scores: null,
  folder: null,
  reference: null,
  reference_folder: null,
} as const;

/**
 * Part of a transaction: the end of a job that made no checkpoint. Clients poll until an event tells them, a
 * cancellation too. Its data, its log-probabilities, its last committed step and what it compares with are kept for a
 * retry.
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
  return end(db, row, { ...NOTHING_KEPT, status: 'succeeded', step }, filesOfJob({ ...row, folder: null }));
}

async function end(db: Knex, row: JobRow, changes: Partial<JobRow>, paths: string[]): Promise<EndedJob> {
  const [ended]: JobRow[] = await db('jobs')
    .where({ id: row.id })
    .update({ ...changes, ended: databaseTime(db), start_folder: null })
    .returning('*');
  noteJob(db, row);
  // Their checkpoints may have been deleted meanwhile.
  const letGo = [...paths, ...(await unneededFolders(db, [row.start_folder, row.reference_folder]))];
  await noteRemovals(db, letGo);
  return { job: toJobRecord(ended), paths: letGo };
}
