import type { Knex } from 'knex';
import { unneededFolders } from './checkpoint-folders.ts';
import { databaseTime } from './database-time.ts';
import { appendEvent } from './events.ts';
import { type JobRecord, type JobRow, noteJob, toJobRecord } from './job-record.ts';
import { noteRemovals } from './removals.ts';

/** An ended job, and paths of files that nothing needs any more, for `removePaths`. */
export interface EndedJob {
  job: JobRecord;
  paths: string[];
}

export const CANCELLED = 'The job was cancelled.';

/** Returns the paths of all files and folders that belong to a job. */
export function filesOfJob({ payload, scores, folder }: Pick<JobRow, 'payload' | 'scores' | 'folder'>): string[] {
  return [payload, scores, folder].filter((path) => path !== null);
}

/** Columns of a job that no longer keeps what a retry needs. */
export const NOTHING_KEPT = {
  kept: 0,
  payload: null,
  scores: null,
  folder: null,
  reference: null,
  reference_folder: null,
} as const;

/**
 * Ends a job that made no checkpoint, inside the caller's transaction. Appends `training_failed` for a cancellation
 * too, since clients poll until an event tells them of the end. The data, log-probabilities, last committed step and
 * reference are kept for a retry.
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

/** Ends a job whose checkpoint was just made from its last step, inside the caller's transaction. */
export function endWith(db: Knex, row: JobRow, step: number): Promise<EndedJob> {
  return end(db, row, { ...NOTHING_KEPT, status: 'succeeded', step }, filesOfJob({ ...row, folder: null }));
}

async function end(db: Knex, row: JobRow, changes: Partial<JobRow>, paths: string[]): Promise<EndedJob> {
  const [ended]: JobRow[] = await db('jobs')
    .where({ id: row.id })
    .update({ ...changes, ended: databaseTime(db), start_folder: null })
    .returning('*');
  noteJob(db, row);
  // The checkpoints of these folders may have been deleted meanwhile.
  const removable = [...paths, ...(await unneededFolders(db, [row.start_folder, row.reference_folder]))];
  await noteRemovals(db, removable);
  return { job: toJobRecord(ended), paths: removable };
}
