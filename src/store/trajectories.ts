import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isRolledBack, notFound } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { sourceOf } from './job-record.ts';
import { type Lease, requireLease } from './lease.ts';
import { type Owner, ownRows, rowsOfOwnModels } from './ownership.ts';
import type { Page, PageRequest } from './page.ts';
import { type MetricValues, parseMetrics } from './stored-value.ts';
import {
  areListed,
  deleteOldestFiles,
  deleteUnlisted,
  insertUnlisted,
  listFile,
  type NewTrajectoryFile,
} from './trajectory-files.ts';

/** A trajectory of an RL job or of a log. */
export interface TrajectoryRecord {
  id: string;
  jobId: string | null;
  logId: string | null;
  split: string;
  /** Step of the checkpoint that the job is to make, or that was the newest when the trajectory was logged. */
  step: number;
  /** Index of its group in the job or log; `place` is its index in the group. */
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
  /** Whether its per-token values are kept. */
  hasTokens: boolean;
  created: string;
  /** Location of its JSON: the file, relative to the data folder, with offset and length in bytes. */
  path: string;
  at: number;
  length: number;
}

/** Location of the per-token values of one training sequence of a trajectory. */
export interface SequenceTokensRecord {
  /** Gradient step of the job, from 1. */
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
  /** Text to find in the first characters of prompt and answers, case-insensitive. */
  text?: string;
}

/** Orders of a list; among equals the newest comes first. */
const ORDERS = {
  newest: { column: 'seq', direction: 'desc' },
  oldest: { column: 'seq', direction: 'asc' },
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

/** Stored trajectories, and their per-token values (log-probabilities, ratios, entropies). */
export class Trajectories {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /**
   * Returns a page of trajectories. Examines some thousand at a time, so that other requests get a turn. Throws
   * `not_found` for an unknown model or cursor.
   */
  async list(
    modelId: string,
    filter: TrajectoryFilter,
    { after = null, limit = DEFAULT_LIMIT }: PageRequest,
    order: TrajectoryOrder = 'newest',
  ): Promise<Page<TrajectoryRecord>> {
    await this.database.query(async (db) => {
      const model = await ownRows(db('models').where({ id: modelId }), this.owner).first('id');
      if (model === undefined) throw notFound('model', modelId);
    });
    const found: TrajectoryRow[] = [];
    let key = after === null ? null : await this.keyOf(modelId, after, order);
    for (;;) {
      const part = await this.database.query((db) =>
        readPart(db, { modelId, filter, order, after: key, most: limit + 1 - found.length }),
      );
      for (const row of part.rows) found.push(row);
      if (part.last === null || found.length > limit) break;
      key = part.last;
      await nextIteration();
    }
    return { data: found.slice(0, limit).map(toRecord), hasMore: found.length > limit };
  }

  /** Returns the position of a cursor. Throws `not_found` for an unknown cursor. */
  private keyOf(modelId: string, id: string, order: TrajectoryOrder): Promise<Key> {
    return this.database.query(async (db) => {
      const { column } = ORDERS[order];
      const rows = db('trajectories').where({ id, model_id: modelId });
      const row: Key | undefined = await rows.first('seq', { value: column });
      if (row === undefined) throw notFound('cursor', id);
      return row;
    });
  }

  /** Returns a trajectory. Throws `not_found`, also for a trajectory of another model. */
  get(modelId: string, id: string): Promise<TrajectoryRecord> {
    return this.database.query(async (db) => {
      const model = await ownRows(db('models').where({ id: modelId }), this.owner).first('id');
      const rows = trajectoryRows(db).where({ 'trajectories.id': id, 'trajectories.model_id': modelId });
      const row: TrajectoryRow | undefined = model === undefined ? undefined : await rows.first();
      if (row === undefined) throw notFound('trajectory', id);
      return toRecord(row);
    });
  }

  /** Returns the per-token values of each training sequence of a trajectory; empty if they are not kept. */
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

  /** Returns a page of a job's groups, in the order of its data. Throws `not_found` for an unknown job or cursor. */
  groups(jobId: string, { after = null, limit = DEFAULT_LIMIT }: PageRequest): Promise<Page<TrajectoryGroupRecord>> {
    return this.database.query(async (db) => {
      const job = await rowsOfOwnModels(db('jobs').where({ id: jobId }), this.owner).first('id');
      if (job === undefined) throw notFound('job', jobId);
      if (after !== null && !/^\d{1,9}$/.test(after)) throw notFound('cursor', after);
      const files = db('trajectory_files').where({ job_id: jobId, kind: 'trajectories', listed: 1 }).select('id');
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

  /** Adds and lists the trajectories of a job, whose file is already written. Throws `stale_lease`. */
  async addOfJob(lease: Lease, file: NewTrajectoryFile): Promise<void> {
    const source = await this.database.write(async (db) => sourceOf(await requireLease(db, lease)));
    if (await this.areOf(source.jobId)) return;
    try {
      await insertUnlisted(this.database, source, file);
      await this.database.write(async (db) => {
        const { step } = sourceOf(await requireLease(db, lease));
        await listFile(db, file.path, step);
      });
    } catch (error) {
      if (isRolledBack(error)) await deleteUnlisted(this.database, { path: file.path });
      throw error;
    }
  }

  /** Returns whether the trajectories of a job are listed. */
  areOf(jobId: string): Promise<boolean> {
    return this.database.query((db) => areListed(db, jobId));
  }

  /** See `deleteUnlisted`. Without `olderMs`, call only at the start of the only server, before anything is added. */
  deleteUnlisted(olderMs?: number): Promise<string[]> {
    return deleteUnlisted(this.database, { olderMs });
  }

  /** See `deleteOldestFiles`. */
  deleteOldest(mostBytes: number, mostOfOwner: number | null = null): Promise<string[]> {
    return deleteOldestFiles(this.database, mostBytes, mostOfOwner);
  }
}

/** Position of a trajectory in an order. */
interface Key {
  value: number;
  seq: number;
}

/** Trajectories that one statement examines: SQLite runs on the event loop. */
const ROWS_PER_PART = 2_000;

interface PartRequest {
  modelId: string;
  filter: TrajectoryFilter;
  order: TrajectoryOrder;
  /** The batch begins after this position. */
  after: Key | null;
  /** Most rows wanted. */
  most: number;
}

/** Returns the rows of the next batch that match the filter, and the last position examined, or null if none follow. */
async function readPart(db: Knex, request: PartRequest): Promise<{ rows: TrajectoryRow[]; last: Key | null }> {
  const { filter, order, most } = request;
  const { column, direction } = ORDERS[order];
  const part = keysOf(db, request).limit(ROWS_PER_PART).select('seq');
  const last: Key | undefined = await keysOf(db, request)
    .offset(ROWS_PER_PART - 1)
    .first('seq', { value: column });
  const rows = trajectoryRows(db).whereIn('trajectories.seq', db.from(part.as('part')).select('seq'));
  narrow(rows, filter);
  const found: TrajectoryRow[] = await rows
    .orderBy(`trajectories.${column}`, direction)
    .orderBy('trajectories.seq', seqOrder(order))
    .limit(most);
  return { rows: found, last: last ?? null };
}

/** Returns a query for all trajectories of a list in their order; of the filter only the job or log applies. */
function keysOf(db: Knex, { modelId, filter, order, after }: PartRequest): Knex.QueryBuilder {
  const { column, direction } = ORDERS[order];
  const rows = db('trajectories').where({ model_id: modelId }).orderBy(column, direction);
  if (column !== 'seq') rows.orderBy('seq', 'desc');
  const { jobId, logId } = filter;
  if (jobId !== undefined || logId !== undefined) {
    const files = db('trajectory_files').select('id');
    if (jobId !== undefined) files.where({ job_id: jobId });
    if (logId !== undefined) files.where({ log_id: logId });
    rows.whereIn('file_id', files);
  }
  if (after === null) return rows;
  const further = direction === 'desc' ? '<' : '>';
  if (column === 'seq') return rows.where('seq', further, after.seq);
  // The first condition is for the index.
  return rows
    .where(column, `${further}=`, after.value)
    .where((either) =>
      either
        .where(column, further, after.value)
        .orWhere((equal) => equal.where(column, after.value).where('seq', '<', after.seq)),
    );
}

/** Returns the order of `seq` among equals: the newest first. */
function seqOrder(order: TrajectoryOrder): 'asc' | 'desc' {
  return order === 'oldest' ? 'asc' : 'desc';
}

function trajectoryRows(db: Knex): Knex.QueryBuilder {
  const kept = db('trajectory_tokens').where('trajectory_tokens.trajectory_id', db.ref('trajectories.id'));
  return db('trajectories')
    .join('trajectory_files', 'trajectory_files.id', 'trajectories.file_id')
    .where('listed', 1)
    .select('trajectories.*', 'job_id', 'log_id', 'split', 'step', 'path', 'trajectory_files.created')
    .select(db.raw('exists ? as has_tokens', [kept.select('place')]));
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
