import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { databaseTime } from './database-time.ts';
import { noteRemovals } from './removals.ts';
import { type MetricValues, metricsText } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** A trajectory as lists show it, with the offset and length of its JSON in the file, in bytes. */
export interface NewTrajectory {
  /** Index in its group. */
  place: number;
  at: number;
  length: number;
  reward: number;
  /** Before the job's normalization; null if the trajectory is not trained on. */
  advantage: number | null;
  outcome: string;
  truncated: boolean;
  answers: number;
  characters: number;
  prompt: string;
  answer: string;
  text: string;
  metrics: MetricValues;
}

/** A trajectory group; its statistics cover all its rewards. */
export interface NewTrajectoryGroup {
  size: number;
  exceptions: number;
  mean: number;
  stdDev: number;
  min: number;
  max: number;
  outcome: string;
  /** Trajectories of the group that are listed. */
  trajectories: readonly NewTrajectory[];
}

/** A file of trajectory groups, one per line; already durable. */
export interface NewTrajectoryFile {
  path: string;
  bytes: number;
  groups: readonly NewTrajectoryGroup[];
}

/** Location in a file of the per-token values of one training sequence. */
export interface NewSequenceTokens {
  /** Indices in the job's data. */
  group: number;
  trajectory: number;
  sequence: number;
  advantage: number;
  weight: number;
  at: number;
  /** Number of tokens, T. */
  tokens: number;
}

/** A file of the per-token values of one gradient step; already durable. */
export interface NewTokenFile {
  path: string;
  bytes: number;
  sequences: readonly NewSequenceTokens[];
}

/** Origin of a file of trajectories: a job or a log. */
export type TrajectorySource = { modelId: string; owner: string; split: string; step: number } & (
  | { jobId: string; logId: null }
  | { jobId: null; logId: string }
);

/** Rows per insert: knex inserts several rows into SQLite with a compound select, which allows 500 terms. */
const ROWS_PER_STATEMENT = 250;
/** Rows deleted in one transaction: SQLite runs on the event loop. */
const ROWS_PER_DELETION = 500;
/** Most groups of a file that are listed. */
const MAX_GROUPS = 10_000;
/** Bytes that a row counts in addition to the file. */
const ROW_BYTES = 1_024;

/**
 * Inserts the rows of a file in batches, so that other requests get a turn. They become visible once `listFile` is
 * committed. Rows that an earlier attempt left are deleted first. Throws `not_found` if the model is gone.
 */
export async function insertUnlisted(
  database: Database,
  source: TrajectorySource,
  file: NewTrajectoryFile,
): Promise<void> {
  await deleteUnlisted(database, { path: file.path });
  const listed = file.groups.slice(0, MAX_GROUPS);
  const groups = listed.map(({ trajectories, stdDev, ...group }, place) => ({ place, ...group, std_dev: stdDev }));
  const trajectories = listed.flatMap(({ trajectories, size }, group) =>
    trajectories.map((trajectory) => ({ group_place: group, group_size: size, ...trajectory })),
  );
  const bytes = file.bytes + ROW_BYTES * (groups.length + trajectories.length);
  const id = await database.write(async (db) => {
    const model = await db('models').where({ id: source.modelId }).first('id');
    if (model === undefined) throw notFound('model', source.modelId);
    return insertFile(db, { ...source, kind: 'trajectories', path: file.path, bytes, listed: 0 });
  });
  await insertInParts(database, 'trajectory_groups', groups, (group) => ({ file_id: id, ...group }));
  await insertInParts(database, 'trajectories', trajectories, ({ metrics, truncated, ...trajectory }) => ({
    id: randomUUID(),
    file_id: id,
    model_id: source.modelId,
    ...trajectory,
    truncated: Number(truncated),
    metrics: metricsText(metrics),
  }));
}

async function insertInParts<Item>(
  database: Database,
  table: string,
  items: readonly Item[],
  row: (item: Item) => object,
): Promise<void> {
  for (let start = 0; start < items.length; start += ROWS_PER_STATEMENT) {
    const rows = items.slice(start, start + ROWS_PER_STATEMENT).map(row);
    await database.query((db) => db(table).insert(rows));
    await nextIteration();
  }
}

/** Makes the trajectories of the file visible, inside the caller's transaction. */
export async function listFile(db: Knex, path: string, step: number): Promise<void> {
  await db('trajectory_files').where({ path }).update({ listed: 1, step });
}

/** Returns whether the trajectories of a job are listed. */
export async function areListed(db: Knex, jobId: string): Promise<boolean> {
  return (
    (await db('trajectory_files').where({ job_id: jobId, kind: 'trajectories', listed: 1 }).first('id')) !== undefined
  );
}

/**
 * Deletes the rows of files that are not listed, which a crash leaves behind: of all files, of the one at `path`, or of
 * those added longer than `olderMs` ago. Returns the paths, for `removePaths`.
 */
export async function deleteUnlisted(
  database: Database,
  { path, olderMs }: { path?: string; olderMs?: number } = {},
): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const part = await database.write(async (db) => {
      const unlisted = db('trajectory_files').where({ listed: 0 });
      if (path !== undefined) unlisted.where({ path });
      if (olderMs !== undefined) unlisted.where('created', '<', databaseTime(db, -olderMs));
      const file: FileToDelete | undefined = await unlisted.first(FILE_COLUMNS);
      return file === undefined ? null : deletePart(db, file);
    });
    if (part === null) return paths;
    paths.push(...part);
    await nextIteration();
  }
}

/**
 * Inserts the per-token values of a gradient step, for those of its job's trajectories that still exist, inside the
 * caller's transaction.
 */
export async function insertTokens(
  db: Knex,
  source: TrajectorySource & { jobId: string },
  { gradientStep, file }: { gradientStep: number; file: NewTokenFile },
): Promise<void> {
  const groups = [...new Set(file.sequences.map(({ group }) => group))];
  const known: { id: string; group_place: number; place: number }[] = await db('trajectories')
    .join('trajectory_files', 'trajectory_files.id', 'trajectories.file_id')
    .where({ 'trajectory_files.job_id': source.jobId })
    .whereIn('group_place', groups)
    .select('trajectories.id', 'group_place', 'place');
  const ids = new Map(known.map(({ id, group_place, place }) => [`${group_place} ${place}`, id]));
  const bytes = file.bytes + ROW_BYTES * file.sequences.length;
  const fileId = await insertFile(db, { ...source, kind: 'tokens', path: file.path, bytes, listed: 1 });
  const rows = file.sequences.flatMap(({ group, trajectory, sequence, ...figures }) => {
    const id = ids.get(`${group} ${trajectory}`);
    if (id === undefined) return [];
    return [{ trajectory_id: id, file_id: fileId, place: sequence, gradient_step: gradientStep, ...figures }];
  });
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT);
    // A retry that begins anew inserts the same sequences again.
    const again = some.map(({ trajectory_id, place }) => [trajectory_id, place]);
    await db('trajectory_tokens').whereIn(['trajectory_id', 'place'], again).delete();
    await db('trajectory_tokens').insert(some);
  }
}

/**
 * Deletes files until the rest has at most `mostBytes`, each time the oldest file of the owner with the most bytes.
 * Then deletes the oldest files of each owner with more than `mostOfOwner` bytes, logged metrics included. Returns the
 * paths, for `removePaths`.
 */
export async function deleteOldestFiles(
  database: Database,
  mostBytes: number,
  mostOfOwner: number | null = null,
): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const part = await database.write(async (db) => {
      const file = await oldestBeyond(db, mostBytes, mostOfOwner);
      return file === undefined ? null : deletePart(db, file);
    });
    if (part === null) return paths;
    paths.push(...part);
    await nextIteration();
  }
}

const FILE_COLUMNS = ['id', 'path', 'owner', 'model_id', 'job_id', 'log_id'] as const;
interface FileToDelete {
  id: string;
  path: string;
  owner: string;
  model_id: string;
  job_id: string | null;
  log_id: string | null;
}

async function oldestBeyond(
  db: Knex,
  mostBytes: number,
  mostOfOwner: number | null,
): Promise<FileToDelete | undefined> {
  const held = await heldBytes(db('trajectory_files'));
  const isFull = held.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes;
  const owner = isFull ? held[0].owner : mostOfOwner === null ? undefined : await ownerBeyond(db, mostOfOwner);
  if (owner === undefined) return undefined;
  return db('trajectory_files').where({ owner, listed: 1 }).orderBy('seq').first(FILE_COLUMNS);
}

/** Returns the bytes of files by owner, the largest first. */
async function heldBytes(files: Knex.QueryBuilder): Promise<{ owner: string; bytes: number }[]> {
  const sums: { owner: string; bytes: number | string }[] = await files
    .groupBy('owner')
    .select('owner')
    .sum('bytes as bytes');
  // PostgreSQL returns sums as text.
  return sums.map(({ owner, bytes }) => ({ owner, bytes: Number(bytes) })).sort((a, b) => b.bytes - a.bytes);
}

/** Returns the first owner whose deletable files and logged metrics have more than `most` bytes. */
async function ownerBeyond(db: Knex, most: number): Promise<string | undefined> {
  const held = await heldBytes(db('trajectory_files').where({ listed: 1 }));
  const owners = held.map(({ owner }) => owner);
  const logged: { owner: string; bytes: number | string }[] = await db('runs')
    .whereIn('owner', owners)
    .groupBy('owner')
    .select('owner')
    .sum('logged_bytes as bytes');
  const metrics = new Map(logged.map(({ owner, bytes }) => [owner, Number(bytes)]));
  return held.find(({ owner, bytes }) => bytes + (metrics.get(owner) ?? 0) > most)?.owner;
}

/**
 * Deletes a batch of a file's rows, inside the caller's transaction. Returns the file's path once no rows are left,
 * nothing before.
 */
async function deletePart(db: Knex, { id, path, owner, model_id, job_id, log_id }: FileToDelete): Promise<string[]> {
  for (const [table, key] of [
    ['trajectories', 'seq'],
    ['trajectory_groups', 'place'],
  ]) {
    const rows: number[] = await db(table).where({ file_id: id }).limit(ROWS_PER_DELETION).pluck(key);
    await db(table).where({ file_id: id }).whereIn(key, rows).delete();
    if (rows.length === ROWS_PER_DELETION) return [];
  }
  await db('trajectory_files').where({ id }).delete();
  if (log_id !== null) {
    const changed = await db('logs').where({ id: log_id }).update({ path: null });
    if (changed > 0) noteUpdate(db, { type: 'log', id: log_id, modelId: model_id, owner });
  } else if (job_id !== null) noteUpdate(db, { type: 'job', id: job_id, modelId: model_id, owner });
  await noteRemovals(db, [path]);
  return [path];
}

type FileRow = TrajectorySource & { kind: 'trajectories' | 'tokens'; path: string; bytes: number; listed: 0 | 1 };

async function insertFile(db: Knex, { modelId, owner, jobId, logId, ...file }: FileRow): Promise<string> {
  const id = randomUUID();
  const source = { model_id: modelId, owner, job_id: jobId, log_id: logId };
  await db('trajectory_files').insert({ id, ...source, ...file, created: databaseTime(db) });
  return id;
}
