import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { unneededFolders } from './checkpoint-folders.ts';
import { readDatabaseTime } from './database-time.ts';
import { filesOfJob, NOTHING_KEPT } from './job-end.ts';
import { type JobRow, newJobRow, noteJob } from './job-record.ts';
import { noteRemovals } from './removals.ts';

/** Most failed or cancelled jobs of a model that can be retried: the newest. */
const MAX_KEPT = 16;

/**
 * Creates a job with the data and the last committed step of a failed or cancelled one, inside the caller's
 * transaction. The data moves to the new job, so each job can be retried once; the new job can be retried in turn.
 * Throws `conflict` if a retry is impossible.
 */
export async function retryJob(db: Knex, row: JobRow): Promise<JobRow> {
  if (row.status !== 'failed' && row.status !== 'cancelled') {
    throw refused(row, `is ${row.status}; only a failed or cancelled job can be retried`);
  }
  if (row.kept === 0) {
    const again: { id: string } | undefined = await db('jobs').where({ retry_of: row.id }).first('id');
    if (again === undefined) throw refused(row, 'no longer has its data; create a new job with the data');
    throw refused(row, `was already retried as the job '${again.id}'; if that job failed, retry it instead`);
  }
  await db('jobs').where({ id: row.id }).update(NOTHING_KEPT);
  const { start, steps_done, folder, scores, reference, reference_folder } = row;
  const made = newJobRow({ modelId: row.model_id, owner: row.owner, kind: row.kind, payload: row.payload, config: {} });
  const kept = { start, steps_done, folder, scores, reference, reference_folder };
  const retry = { ...made, config: row.config, ...kept, retry_of: row.id };
  const [inserted]: JobRow[] = await db('jobs').insert(retry).returning('*');
  await db('trajectory_files').where({ job_id: row.id }).update({ job_id: inserted.id });
  noteJob(db, inserted);
  return inserted;
}

/**
 * Drops what is kept for retries of jobs that ended longer than `keptMs` ago, or are too many, inside the caller's
 * transaction. Returns paths for `removePaths`.
 */
export async function dropKept(db: Knex, keptMs: number): Promise<string[]> {
  const before = await readDatabaseTime(db, -keptMs);
  const rows: JobRow[] = await db('jobs').where({ kept: 1 }).orderBy('ended', 'desc').forUpdate();
  const ofModel = new Map<string, number>();
  const paths: string[] = [];
  for (const row of rows) {
    const { id, model_id: model, ended } = row;
    const count = (ofModel.get(model) ?? 0) + 1;
    ofModel.set(model, count);
    if (count <= MAX_KEPT && ended !== null && ended >= before) continue;
    await db('jobs').where({ id }).update(NOTHING_KEPT);
    paths.push(...filesOfJob(row), ...(await unneededFolders(db, [row.reference_folder])));
  }
  await noteRemovals(db, paths);
  return paths;
}

function refused(row: JobRow, why: string): StorageError {
  return new StorageError('conflict', `The job '${row.id}' ${why}.`, { resource: 'job' });
}
