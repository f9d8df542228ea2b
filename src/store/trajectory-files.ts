import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { databaseTime } from './database-time.ts';
import { noteRemovals } from './removals.ts';
import { type MetricValues, metricsText } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** A trajectory as lists show it, and where its JSON lies in the file, in bytes. */
export interface NewTrajectory {
  /** In its group. */
  place: number;
  at: number;
  length: number;
  reward: number;
  /** Before the job's normalisation; null for what is not trained on. */
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

/** A trajectory group; its figures are those of all its rewards. */
export interface NewTrajectoryGroup {
  size: number;
  exceptions: number;
  mean: number;
  stdDev: number;
  min: number;
  max: number;
  outcome: string;
  /** Those that are listed. */
  trajectories: readonly NewTrajectory[];
}

/** A file of trajectory groups, one a line; already written, durably. */
export interface NewTrajectoryFile {
  path: string;
  bytes: number;
  groups: readonly NewTrajectoryGroup[];
}

/** The figures of the tokens of one training sequence, and where they lie in their file. */
export interface NewSequenceTokens {
  /** Places in the job's data. */
  group: number;
  trajectory: number;
  sequence: number;
  advantage: number;
  weight: number;
  at: number;
  /** T */
  tokens: number;
}

/** A file of the tokens of one gradient step; already written, durably. */
export interface NewTokenFile {
  path: string;
  bytes: number;
  sequences: readonly NewSequenceTokens[];
}

/** Where a file of trajectories comes from: a job, or a log. */
export type TrajectorySource = { modelId: string; owner: string; split: string; step: number } & (
  | { jobId: string; logId: null }
  | { jobId: null; logId: string }
);

/** knex inserts several rows into SQLite by a compound select, of which that takes 500 terms. */
const ROWS_PER_STATEMENT = 250;
/** Rows that one transaction deletes: SQLite works on the event loop. */
const ROWS_PER_DELETION = 500;
/** Groups of a file that are listed. */
const MOST_GROUPS = 10_000;
/** What a row counts beside the bytes of the file. */
const ROW_BYTES = 1_024;

/**
 * Adds the rows of a file in parts, between which others have their turn. They show once `listFile` is committed; what
 * an earlier attempt has left of them goes first. Raises `not_found` for a model that is gone.
 */
export async function insertUnlisted(
  database: Database,
  source: TrajectorySource,
  file: NewTrajectoryFile,
): Promise<void> {
  await deleteUnlisted(database, { path: file.path });
  const listed = file.groups.slice(0, MOST_GROUPS);
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

/** Part of a transaction: the trajectories of the file are listed from here on. */
export async function listFile(db: Knex, path: string, step: number): Promise<void> {
  await db('trajectory_files').where({ path }).update({ listed: 1, step });
}

/** Whether the trajectories of a job are listed. */
export async function areListed(db: Knex, jobId: string): Promise<boolean> {
  return (
    (await db('trajectory_files').where({ job_id: jobId, kind: 'trajectories', listed: 1 }).first('id')) !== undefined
  );
}

/**
 * Deletes the rows of files that are not listed, as a crash leaves them: all, the one of a path, or those that were
 * added longer ago than `olderMs`. Gives back the paths, for `removePaths`.
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
 * Part of a transaction: the figures of a gradient step's tokens, of the trajectories of its job that are still there.
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
    // A retry that begins anew takes the same sequences again.
    const again = some.map(({ trajectory_id, place }) => [trajectory_id, place]);
    await db('trajectory_tokens').whereIn(['trajectory_id', 'place'], again).delete();
    await db('trajectory_tokens').insert(some);
  }
}

/**
 * Lets go of files until the rest has at most so many bytes, of the owner who has most of them the oldest first, and
 * until each owner has at most `mostOfOwner`, the metrics that he logged among them; gives back the paths, for
 * `removePaths`.
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

/** Bytes of files by owner, of whoever has most first. */
async function heldBytes(files: Knex.QueryBuilder): Promise<{ owner: string; bytes: number }[]> {
  const sums: { owner: string; bytes: number | string }[] = await files
    .groupBy('owner')
    .select('owner')
    .sum('bytes as bytes');
  // PostgreSQL gives sums as text.
  return sums.map(({ owner, bytes }) => ({ owner, bytes: Number(bytes) })).sort((a, b) => b.bytes - a.bytes);
}

/** The first whose files, of those that may go, and logged metrics have more than `most` bytes. */
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

/** Part of a transaction: as much of a file as fits into it. The path, where that was all; none where rows are left. */
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
