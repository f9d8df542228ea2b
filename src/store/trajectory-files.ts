import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { noteRemovals } from './removals.ts';
import { type MetricValues, metricsText, timestamp } from './stored-value.ts';

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
export type TrajectorySource = { modelId: string; split: string; step: number } & (
  | { jobId: string; logId: null }
  | { jobId: null; logId: string }
);

/** knex inserts several rows into SQLite by a compound select, of which that takes 500 terms. */
const ROWS_PER_STATEMENT = 250;
/** Rows that one transaction deletes: SQLite works on the event loop. */
const ROWS_PER_DELETION = 1_000;

/** Part of a transaction: the trajectories of a job or log are listed from here on. A repetition changes nothing. */
export async function insertTrajectories(db: Knex, source: TrajectorySource, file: NewTrajectoryFile): Promise<void> {
  const known = await db('trajectory_files').where({ path: file.path }).first('id');
  if (known !== undefined) return;
  const id = await insertFile(db, { ...source, kind: 'trajectories', ...file });
  const groups = file.groups.map(({ trajectories, stdDev, ...group }, place) => {
    return { file_id: id, place, ...group, std_dev: stdDev };
  });
  await insertRows(db, 'trajectory_groups', groups);
  const rows = file.groups.flatMap(({ trajectories, size }, group) =>
    trajectories.map(({ metrics, truncated, ...trajectory }) => ({
      id: randomUUID(),
      file_id: id,
      model_id: source.modelId,
      group_place: group,
      group_size: size,
      ...trajectory,
      truncated: Number(truncated),
      metrics: metricsText(metrics),
    })),
  );
  await insertRows(db, 'trajectories', rows);
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
  const fileId = await insertFile(db, { ...source, kind: 'tokens', ...file });
  const rows = file.sequences.flatMap(({ group, trajectory, sequence, ...figures }) => {
    const id = ids.get(`${group} ${trajectory}`);
    if (id === undefined) return [];
    return [{ trajectory_id: id, file_id: fileId, place: sequence, gradient_step: gradientStep, ...figures }];
  });
  // A retry that begins anew takes the same sequences again.
  for (const row of rows) await db('trajectory_tokens').insert(row).onConflict(['trajectory_id', 'place']).merge();
}

/** Lets go of the oldest files until the rest has at most so many bytes; gives back their paths, for `removePaths`. */
export async function deleteOldestFiles(database: Database, mostBytes: number): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const part = await database.write((db) => deleteOldest(db, mostBytes));
    if (part === null) return paths;
    paths.push(...part);
  }
}

/** Null where there is no more to delete; no path where the file has rows left. */
async function deleteOldest(db: Knex, mostBytes: number): Promise<string[] | null> {
  const [{ bytes }]: { bytes: number | string | null }[] = await db('trajectory_files').sum('bytes as bytes');
  if (Number(bytes) <= mostBytes) return null;
  const oldest: { id: string; path: string; log_id: string | null } = await db('trajectory_files')
    .orderBy('seq')
    .first('id', 'path', 'log_id');
  const rows: number[] = await db('trajectories').where({ file_id: oldest.id }).limit(ROWS_PER_DELETION).pluck('seq');
  await db('trajectories').whereIn('seq', rows).delete();
  if (rows.length === ROWS_PER_DELETION) return [];
  await db('trajectory_files').where({ id: oldest.id }).delete();
  if (oldest.log_id !== null) await db('logs').where({ id: oldest.log_id }).update({ path: null });
  await noteRemovals(db, [oldest.path]);
  return [oldest.path];
}

type FileRow = TrajectorySource & { kind: 'trajectories' | 'tokens'; path: string; bytes: number };

async function insertFile(db: Knex, { modelId, jobId, logId, kind, path, bytes, split, step }: FileRow) {
  const id = randomUUID();
  const source = { model_id: modelId, job_id: jobId, log_id: logId, split, step };
  await db('trajectory_files').insert({ id, ...source, kind, path, bytes, created: timestamp() });
  return id;
}

async function insertRows(db: Knex, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db(table).insert(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
}
