import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { unneededFolders } from './checkpoint-folders.ts';
import type { Database } from './database.ts';
import { filesOfJob } from './job-end.ts';
import type { JobRow } from './job-record.ts';
import { noteRemovals } from './removals.ts';

/** Rows per transaction: SQLite runs on the event loop, and this many take some milliseconds. */
const ROWS = 1_000;
const ENDED = ['succeeded', 'failed', 'cancelled'];

const JOB_COLUMNS = ['id', 'event_count', 'payload', 'scores', 'folder', 'start_folder', 'reference_folder'] as const;
type JobParts = Pick<JobRow, (typeof JOB_COLUMNS)[number]>;

/** Parts of a model that were deleted before the model itself. */
interface DeletedParts {
  checkpoints: number;
  /** Files and folders that nothing needs any more. */
  paths: string[];
}

/**
 * Deletes those parts of a model to be deleted that would not fit into one short transaction: ended jobs with their
 * events, records of its run, logs, trajectories, and checkpoints. At most `ROWS` of each remain, the newest of records
 * and checkpoints. Other requests get a turn between the transactions. After a crash the model remains with what is
 * left, and can be deleted again.
 */
export async function deleteParts(
  database: Database,
  model: { id: string; run_id: string | null },
): Promise<DeletedParts> {
  const deleted: DeletedParts = { checkpoints: 0, paths: [] };
  const repeat = async (part: (db: Knex) => Promise<string[] | null>): Promise<void> => {
    for (;;) {
      const paths = await database.write(async (db) => {
        const found = await part(db);
        if (found !== null) await noteRemovals(db, found);
        return found;
      });
      if (paths === null) return;
      for (const path of paths) deleted.paths.push(path);
      await nextIteration();
    }
  };
  await repeat((db) => deleteEvents(db, model.id));
  await repeat((db) => deleteJobs(db, model.id));
  if (model.run_id !== null) await deleteRecords(database, model.run_id);
  await repeat((db) => deleteTrajectories(db, model.id));
  await repeat((db) => deleteTrajectoryGroups(db, model.id));
  await repeat((db) => deleteLogs(db, model.id));
  await repeat(async (db) => {
    const paths = await deleteCheckpoints(db, model.id);
    deleted.checkpoints += paths?.count ?? 0;
    return paths?.folders ?? null;
  });
  return deleted;
}

/** Deletes the stored series of a run to be deleted, and its records except the newest `ROWS`. */
export async function deleteRecords(database: Database, runId: string): Promise<void> {
  for (const part of [deleteSeries, deleteHistory]) {
    while (await database.write((db) => part(db, runId))) await nextIteration();
  }
}

/**
 * Deletes the newest events of the first job with more than `ROWS`. Returns null when nothing is left to do, as do the
 * functions below that return paths.
 */
async function deleteEvents(db: Knex, modelId: string): Promise<string[] | null> {
  const jobs = db('jobs').where({ model_id: modelId }).whereIn('status', ENDED).where('event_count', '>', ROWS);
  const job: Pick<JobRow, 'id' | 'event_count'> | undefined = await jobs.first('id', 'event_count');
  if (job === undefined) return null;
  const left = job.event_count - ROWS;
  await db('events').where({ job_id: job.id }).where('seq', '>', left).delete();
  await db('jobs').where({ id: job.id }).update({ event_count: left });
  return [];
}

async function deleteJobs(db: Knex, modelId: string): Promise<string[] | null> {
  const jobs = db('jobs').where({ model_id: modelId }).whereIn('status', ENDED).limit(ROWS);
  const rows: JobParts[] = await jobs.select(JOB_COLUMNS);
  const some = together(rows);
  if (rows.length < ROWS && some.length === rows.length) return null;
  await deleteById(db, 'jobs', some);
  const held = some.flatMap(({ start_folder, reference_folder }) => [start_folder, reference_folder]);
  return [...some.flatMap(filesOfJob), ...(await unneededFolders(db, held))];
}

/** Returns the first jobs that have at most `ROWS` events together, at least one job. */
function together(jobs: readonly JobParts[]): JobParts[] {
  let events = 0;
  for (const [count, job] of jobs.entries()) {
    events += job.event_count;
    if (events > ROWS && count > 0) return jobs.slice(0, count);
  }
  return [...jobs];
}

/** Deletes the oldest `ROWS` records if there are more; returns whether it did. */
async function deleteHistory(db: Knex, runId: string): Promise<boolean> {
  const rows = () => db('run_history').where({ run_id: runId }).orderBy('seq');
  const next: { seq: number } | undefined = await rows().offset(ROWS).first('seq');
  if (next === undefined) return false;
  await db('run_history').where({ run_id: runId }).where('seq', '<', next.seq).delete();
  return true;
}

/**
 * Deletes the newest stored block; returns whether there was one. Runs before the history that blocks are made of is
 * deleted.
 */
async function deleteSeries(db: Knex, runId: string): Promise<boolean> {
  const newest: { block: number } | undefined = await db('series_blocks')
    .where({ run_id: runId })
    .orderBy('block', 'desc')
    .first('block');
  if (newest === undefined) return false;
  const block = { run_id: runId, block: newest.block };
  await db('series_columns').where(block).delete();
  await db('series_blocks').where(block).delete();
  return true;
}

async function deleteLogs(db: Knex, modelId: string): Promise<string[] | null> {
  const logs = db('logs').where({ model_id: modelId }).orderBy('seq').limit(ROWS);
  const rows: { id: string; path: string | null }[] = await logs.select('id', 'path');
  if (rows.length < ROWS) return null;
  await deleteById(db, 'logs', rows);
  return rows.map(({ path }) => path).filter((path) => path !== null);
}

/** Deletes a batch of trajectories. Their files are deleted with the model: a file without rows is listed nowhere. */
async function deleteTrajectories(db: Knex, modelId: string): Promise<string[] | null> {
  const trajectories = db('trajectories').where({ model_id: modelId }).orderBy('seq').limit(ROWS);
  const rows: { id: string }[] = await trajectories.select('id');
  if (rows.length < ROWS) return null;
  await deleteById(db, 'trajectories', rows);
  return [];
}

async function deleteTrajectoryGroups(db: Knex, modelId: string): Promise<string[] | null> {
  const files = db('trajectory_files').where({ model_id: modelId }).select('id');
  const rows: { file_id: string; place: number }[] = await db('trajectory_groups')
    .whereIn('file_id', files)
    .limit(ROWS)
    .select('file_id', 'place');
  if (rows.length < ROWS) return null;
  for (const [id, some] of Map.groupBy(rows, ({ file_id }) => file_id)) {
    await db('trajectory_groups')
      .where({ file_id: id })
      .whereIn(
        'place',
        some.map(({ place }) => place),
      )
      .delete();
  }
  return [];
}

async function deleteCheckpoints(db: Knex, modelId: string): Promise<{ count: number; folders: string[] } | null> {
  const checkpoints = db('checkpoints')
    .where({ model_id: modelId })
    .orderBy('step')
    .limit(ROWS + 1);
  const rows: { id: string; folder: string | null }[] = await checkpoints.select('id', 'folder');
  if (rows.length <= ROWS) return null;
  const some = rows.slice(0, ROWS);
  await deleteById(db, 'checkpoints', some);
  const folders = some.map(({ folder }) => folder);
  return { count: some.length, folders: await unneededFolders(db, folders) };
}

async function deleteById(db: Knex, table: string, rows: readonly { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await db(table).whereIn('id', ids).delete();
}
