import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { sourceOf } from './job-record.ts';
import { holdLease, type Lease } from './lease.ts';
import { type Owner, ownRows, rowsOfOwnModels } from './ownership.ts';
import type { Page, PageRequest } from './page.ts';
import { type MetricValues, parseMetrics } from './stored-value.ts';
import { deleteOldestFiles, insertTrajectories, type NewTrajectoryFile } from './trajectory-files.ts';

/** A trajectory of an RL job or of a log. */
export interface TrajectoryRecord {
  id: string;
  jobId: string | null;
  logId: string | null;
  split: string;
  /** The step of the checkpoint that its job is to make, or that was the newest when it was logged. */
  step: number;
  /** Place of its group in the job or log, and its own in the group. */
  group: number;
  place: number;
  groupSize: number;
  reward: number;
  advantage: number | null;
  outcome: string;
  truncated: boolean;
  answers: number;
  characters: number;
  prompt: string;
  answer: string;
  metrics: MetricValues;
  /** Whether the figures of its tokens are kept. */
  hasTokens: boolean;
  created: string;
  /** Where its JSON lies: the file, relative to the data folder, and the bytes in it. */
  path: string;
  at: number;
  length: number;
}

/** The figures of the tokens of one of its training sequences. */
export interface SequenceTokensRecord {
  /** Counts the gradient steps of the job from 1. */
  gradientStep: number;
  advantage: number;
  weight: number;
  path: string;
  at: number;
  tokens: number;
}

/** A trajectory group of an RL job. */
export interface TrajectoryGroupRecord {
  id: string;
  place: number;
  size: number;
  exceptions: number;
  mean: number;
  stdDev: number;
  min: number;
  max: number;
  outcome: string;
}

export interface TrajectoryFilter {
  split?: string;
  step?: number;
  jobId?: string;
  logId?: string;
  group?: number;
  minReward?: number;
  maxReward?: number;
  outcome?: string;
  truncated?: boolean;
  /** In the first characters of prompt and answers, whatever the case. */
  text?: string;
}

/** What orders a list, of equals the newest first. */
const ORDERS = {
  newest: { column: 'trajectories.seq', direction: 'desc' },
  oldest: { column: 'trajectories.seq', direction: 'asc' },
  highest_reward: { column: 'reward', direction: 'desc' },
  lowest_reward: { column: 'reward', direction: 'asc' },
  longest: { column: 'characters', direction: 'desc' },
  shortest: { column: 'characters', direction: 'asc' },
} as const;

export type TrajectoryOrder = keyof typeof ORDERS;

interface TrajectoryRow {
  seq: number;
  id: string;
  job_id: string | null;
  log_id: string | null;
  split: string;
  step: number;
  group_place: number;
  place: number;
  group_size: number;
  reward: number;
  advantage: number | null;
  outcome: string;
  truncated: number;
  answers: number;
  characters: number;
  prompt: string;
  answer: string;
  metrics: string;
  has_tokens: number | boolean;
  created: string;
  path: string;
  at: number | string;
  length: number | string;
}

const DEFAULT_LIMIT = 20;

/** Trajectories that are kept, and the figures of their tokens. */
export class Trajectories {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Raises `not_found` for an unknown model or cursor. */
  list(
    modelId: string,
    filter: TrajectoryFilter,
    { after = null, limit = DEFAULT_LIMIT }: PageRequest,
    order: TrajectoryOrder = 'newest',
  ): Promise<Page<TrajectoryRecord>> {
    return this.database.query(async (db) => {
      const model = await ownRows(db('models').where({ id: modelId }), this.owner).first('id');
      if (model === undefined) throw notFound('model', modelId);
      const rows = trajectoryRows(db).where('trajectories.model_id', modelId);
      const cursor: TrajectoryRow | undefined =
        after === null ? undefined : await rows.clone().where('trajectories.id', after).first();
      if (after !== null && cursor === undefined) throw notFound('cursor', after);
      narrow(rows, filter);
      if (cursor !== undefined) goOn(rows, order, cursor);
      const { column, direction } = ORDERS[order];
      const found: TrajectoryRow[] = await rows
        .orderBy(column, direction)
        .orderBy('trajectories.seq', 'desc')
        .limit(limit + 1);
      return { data: found.slice(0, limit).map(toRecord), hasMore: found.length > limit };
    });
  }

  /** Raises `not_found`, for a trajectory of another model too. */
  get(modelId: string, id: string): Promise<TrajectoryRecord> {
    return this.database.query(async (db) => {
      const model = await ownRows(db('models').where({ id: modelId }), this.owner).first('id');
      const rows = trajectoryRows(db).where({ 'trajectories.id': id, 'trajectories.model_id': modelId });
      const row: TrajectoryRow | undefined = model === undefined ? undefined : await rows.first();
      if (row === undefined) throw notFound('trajectory', id);
      return toRecord(row);
    });
  }

  /** Those of each training sequence of a trajectory; none where they are not kept. */
  tokens(trajectoryId: string): Promise<SequenceTokensRecord[]> {
    return this.database.query(async (db) => {
      const rows = await db('trajectory_tokens')
        .join('trajectory_files', 'trajectory_files.id', 'trajectory_tokens.file_id')
        .where({ trajectory_id: trajectoryId })
        .orderBy('place')
        .select('trajectory_tokens.*', 'trajectory_files.path');
      return rows.map((row) => ({ ...row, gradientStep: row.gradient_step, at: Number(row.at) }));
    });
  }

  /** The groups of a job, in the order of its data. Raises `not_found` for an unknown job or cursor. */
  groups(jobId: string, { after = null, limit = DEFAULT_LIMIT }: PageRequest): Promise<Page<TrajectoryGroupRecord>> {
    return this.database.query(async (db) => {
      const job = await rowsOfOwnModels(db('jobs').where({ id: jobId }), this.owner).first('id');
      if (job === undefined) throw notFound('job', jobId);
      if (after !== null && !/^\d{1,9}$/.test(after)) throw notFound('cursor', after);
      const files = db('trajectory_files').where({ job_id: jobId, kind: 'trajectories' }).select('id');
      const rows = await db('trajectory_groups')
        .whereIn('file_id', files)
        .where('place', '>', after === null ? -1 : Number(after))
        .orderBy('place')
        .limit(limit + 1);
      const data = rows
        .slice(0, limit)
        .map(({ file_id, std_dev, ...row }) => ({ ...row, id: String(row.place), stdDev: std_dev }));
      return { data, hasMore: rows.length > limit };
    });
  }

  /** Those of a job, whose file is written: they are listed from here on. Raises `stale_lease`. */
  addOfJob(lease: Lease, file: NewTrajectoryFile): Promise<void> {
    return this.database.write(async (db) => insertTrajectories(db, sourceOf(await holdLease(db, lease)), file));
  }

  /** Whether those of a job are listed. */
  areOf(jobId: string): Promise<boolean> {
    return this.database.query(async (db) => {
      return (await db('trajectory_files').where({ job_id: jobId, kind: 'trajectories' }).first('id')) !== undefined;
    });
  }

  /** See `deleteOldestFiles`. */
  deleteOldest(mostBytes: number): Promise<string[]> {
    return deleteOldestFiles(this.database, mostBytes);
  }
}

function trajectoryRows(db: Knex): Knex.QueryBuilder {
  const kept = db('trajectory_tokens')
    .where('trajectory_tokens.trajectory_id', db.ref('trajectories.id'))
    .select('place');
  return db('trajectories')
    .join('trajectory_files', 'trajectory_files.id', 'trajectories.file_id')
    .select('trajectories.*', 'job_id', 'log_id', 'split', 'step', 'path', 'trajectory_files.created')
    .select(db.raw('exists ? as has_tokens', [kept]));
}

function narrow(rows: Knex.QueryBuilder, filter: TrajectoryFilter): void {
  const { minReward, maxReward, truncated, text } = filter;
  const equal = {
    split: filter.split,
    step: filter.step,
    job_id: filter.jobId,
    log_id: filter.logId,
    group_place: filter.group,
    outcome: filter.outcome,
    truncated: truncated === undefined ? undefined : Number(truncated),
  };
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) rows.where(column, value);
  if (minReward !== undefined) rows.where('reward', '>=', minReward);
  if (maxReward !== undefined) rows.where('reward', '<=', maxReward);
  if (text !== undefined) {
    const pattern = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
    rows.whereRaw("text like ? escape '\\'", [`%${pattern}%`]);
  }
}

/** The rows behind the last one of the page before. */
function goOn(rows: Knex.QueryBuilder, order: TrajectoryOrder, cursor: TrajectoryRow): void {
  const { column, direction } = ORDERS[order];
  const further = direction === 'desc' ? '<' : '>';
  if (column === 'trajectories.seq') {
    rows.where(column, further, cursor.seq);
    return;
  }
  rows.where((either) =>
    either
      .where(column, further, cursor[column])
      .orWhere((equal) => equal.where(column, cursor[column]).where('trajectories.seq', '<', cursor.seq)),
  );
}

function toRecord(row: TrajectoryRow): TrajectoryRecord {
  const { id, split, step, place, reward, advantage, outcome, answers, characters, prompt, answer, created, path } =
    row;
  return {
    ...{ id, split, step, place, reward, advantage, outcome, answers, characters, prompt, answer, created, path },
    jobId: row.job_id,
    logId: row.log_id,
    group: row.group_place,
    groupSize: row.group_size,
    truncated: row.truncated === 1,
    metrics: parseMetrics(row.metrics),
    hasTokens: Boolean(row.has_tokens),
    at: Number(row.at),
    length: Number(row.length),
  };
}
