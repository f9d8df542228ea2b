import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { HOLDING_COLUMNS, supersededFolders, unneededFolders } from './checkpoint-folders.ts';
import type { Database } from './database.ts';
import { type JobKind, UNFINISHED } from './job-record.ts';
import { checkCheckpoints, lockOwnerQuota, NO_QUOTAS, type OwnerQuotas } from './owner-quotas.ts';
import { type Owner, ownRows, rowsOfOwnModels } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { noteRemovals } from './removals.ts';
import {
  type JsonColumn,
  jsonText,
  MAX_METRICS,
  type MetricValues,
  metricsText,
  parseMetrics,
  parseObject,
  timestamp,
} from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

export interface CheckpointRecord {
  id: string;
  modelId: string;
  /** Training step; 0 is the model as it was created. */
  step: number;
  /** Number of the checkpoint in its model, from 0. Never reused, but an imported step 0 takes over its number. */
  version: number;
  metrics: MetricValues;
  /** Folder of the adapter, relative to the data folder; null is the base model without an adapter. */
  folder: string | null;
  /** Job that made the checkpoint; null if no job of the model did. */
  jobId: string | null;
  /** Kind of the job that trained the weights, whose optimizer state may be stored with them; null if no job did. */
  kind: JobKind | null;
  /** Size of the adapter's files; null if an earlier version of the server wrote them. */
  bytes: number | null;
  /** Metadata that W&B clients set; null if none did. */
  metadata: JsonColumn | null;
  created: string;
}

interface CheckpointsDeleted {
  deletedCount: number;
  notFoundSteps: number[];
  /** Folders that no checkpoint and no job needs any more, for `removePaths`. */
  paths: string[];
}

interface CheckpointRow {
  id: string;
  model_id: string;
  step: number;
  version: number;
  metrics: string;
  folder: string | null;
  job_id: string | null;
  kind: JobKind | null;
  /** PostgreSQL returns bigint as text. */
  bytes: number | string | null;
  rank: number | null;
  /** JSON. */
  metadata: string | null;
  created: string;
}

/** Steps bound in one statement: SQLite allows 32,766 bound values, PostgreSQL 65,535. */
const STEPS_PER_STATEMENT = 1_000;

export class Checkpoints {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly quotas: OwnerQuotas;

  constructor(database: Database, owner: Owner = null, quotas: OwnerQuotas = NO_QUOTAS) {
    this.database = database;
    this.owner = owner;
    this.quotas = quotas;
  }

  /** Returns a page of a model's checkpoints, by step. Throws `not_found` for an unknown model or cursor. */
  page(modelId: string, request: PageRequest = {}): Promise<Page<CheckpointRecord>> {
    return this.database.query(async (db) => {
      const model = await ownRows(db('models').where({ id: modelId }), this.owner).first('id');
      if (model === undefined) throw notFound('model', modelId);
      const rows = db('checkpoints').where({ model_id: modelId });
      return readPage({ rows, orderBy: 'step' }, request, toRecord);
    });
  }

  count(modelId: string): Promise<number> {
    return this.database.query(async (db) => {
      const rows = rowsOfOwnModels(db('checkpoints').where({ model_id: modelId }), this.owner);
      const [{ count }] = await rows.count({ count: '*' });
      return Number(count);
    });
  }

  /** Returns the checkpoint with the highest step, or null if all were deleted. */
  newest(modelId: string): Promise<CheckpointRecord | null> {
    return this.database.query(async (db) => {
      const row: CheckpointRow | undefined = await rowsOfOwnModels(newestRow(db, modelId), this.owner);
      return row === undefined ? null : toRecord(row);
    });
  }

  byStep(modelId: string, step: number): Promise<CheckpointRecord> {
    return this.find({ model_id: modelId, step }, `step ${step}`, step);
  }

  /** Returns the checkpoint. Throws `not_found`. */
  get(id: string): Promise<CheckpointRecord> {
    return this.find({ id }, id, 0);
  }

  /** Sets the metadata, as W&B clients do. Throws `not_found`. */
  describe(id: string, metadata: JsonColumn): Promise<void> {
    const text = jsonText(metadata);
    return this.database.write(async (db) => {
      const changed = await rowsOfOwnModels(db('checkpoints').where({ id }), this.owner).update({ metadata: text });
      if (changed === 0) throw notFound('checkpoint', id);
    });
  }

  byVersion(modelId: string, version: number): Promise<CheckpointRecord> {
    return this.find({ model_id: modelId, version }, `v${version}`, version);
  }

  /**
   * Replaces the model's step 0 by an imported adapter. `replaced` is the folder of an adapter imported before, to be
   * removed, or null. Throws `not_found`; `conflict` once the model has a job, another checkpoint or no step 0 any
   * more; and `quota_exceeded` if step 0 was the base model.
   */
  async begin(
    modelId: string,
    { id, folder, bytes, rank }: { id: string; folder: string; bytes: number; rank: number | null },
  ): Promise<{ checkpoint: CheckpointRecord; replaced: string | null }> {
    const { checkpoints: most } = this.quotas;
    return this.database.write(async (db) => {
      const models = () => ownRows(db('models').where({ id: modelId }), this.owner);
      const known: { owner: string } | undefined = await models().first('owner');
      if (known === undefined) throw notFound('model', modelId);
      if (most !== null) await lockOwnerQuota(db, known.owner);
      const model = await models().forUpdate().first('id');
      if (model === undefined) throw notFound('model', modelId);
      const own = { model_id: modelId };
      const rows: CheckpointRow[] = await db('checkpoints').where(own).limit(2).forUpdate();
      const job = await db('jobs').where(own).first('id');
      if (job !== undefined || rows.length !== 1 || rows[0].step !== 0) {
        const why = 'An adapter can be imported only before the first job of the model; create another model.';
        throw new StorageError('conflict', why, { resource: 'checkpoint' });
      }
      await db('checkpoints').where({ id: rows[0].id }).delete();
      // The imported adapter keeps version 0.
      const added = { id, folder, bytes, rank, job_id: null, kind: null, created: timestamp() };
      const row: CheckpointRow = { ...rows[0], ...added };
      await db('checkpoints').insert(row);
      if (most !== null && rows[0].folder === null) await checkCheckpoints(db, known.owner, most);
      noteUpdate(db, { type: 'checkpoint', id: row.id, modelId });
      const [replaced = null] = await unneededFolders(db, [rows[0].folder]);
      await noteRemovals(db, [replaced]);
      return { checkpoint: toRecord(row), replaced };
    });
  }

  /**
   * Adds an adapter that was trained elsewhere as a checkpoint with a step above the model's newest. Throws
   * `not_found`, `conflict` if the step is not above it or an unfinished job is to make the next, and `quota_exceeded`.
   */
  async addForked(
    modelId: string,
    { id, step, folder, bytes, rank }: { id: string; step: number; folder: string; bytes: number; rank: number | null },
  ): Promise<CheckpointRecord> {
    const { checkpoints: most } = this.quotas;
    return this.database.write(async (db) => {
      const models = () => ownRows(db('models').where({ id: modelId }), this.owner);
      const known: { owner: string } | undefined = await models().first('owner');
      if (known === undefined) throw notFound('model', modelId);
      if (most !== null) await lockOwnerQuota(db, known.owner);
      if ((await models().forUpdate().first('id')) === undefined) throw notFound('model', modelId);
      await refuseFork(db, modelId, step);
      const checkpoint = { id, modelId, step, metrics: {}, folder, jobId: null, kind: null, bytes, rank };
      const record = await insertCheckpoint(db, checkpoint);
      if (most !== null) await checkCheckpoints(db, known.owner, most);
      return record;
    });
  }

  /**
   * Returns the highest LoRA rank among the adapters of checkpoints, 0 if there are none, and the folders of adapters
   * whose rank is not recorded: those of older checkpoints, and those that jobs hold.
   */
  ranks(): Promise<{ highest: number; unknown: string[] }> {
    return this.database.query(async (db) => {
      const [{ highest }]: { highest: number | null }[] = await db('checkpoints').max({ highest: 'rank' });
      const ofCheckpoints = db('checkpoints').whereNull('rank').whereNotNull('folder').select('folder as path');
      const columns = ['folder', ...HOLDING_COLUMNS];
      const ofJobs = columns.map((column) => db('jobs').whereNotNull(column).select(`${column} as path`));
      const rows: { path: string }[] = await ofCheckpoints.union(ofJobs);
      return { highest: highest ?? 0, unknown: rows.map(({ path }) => path) };
    });
  }

  /** See `supersededFolders`. */
  supersededFolders(): Promise<string[]> {
    return this.database.query(supersededFolders);
  }

  /** Deletes the rows only; the caller then removes `paths`. Unknown steps are reported, not thrown. */
  delete(modelId: string, steps: readonly number[]): Promise<CheckpointsDeleted> {
    return this.database.write(async (db) => {
      const wanted = [...new Set(steps)];
      const doomed: Pick<CheckpointRow, 'id' | 'step' | 'folder'>[] = [];
      const possible = wanted.filter(storableInteger);
      for (let start = 0; start < possible.length; start += STEPS_PER_STATEMENT) {
        const some = db('checkpoints')
          .where({ model_id: modelId })
          .whereIn('step', possible.slice(start, start + STEPS_PER_STATEMENT));
        const own = rowsOfOwnModels(some, this.owner);
        doomed.push(...(await own.clone().forUpdate().select('id', 'step', 'folder')));
        await own.delete();
      }
      for (const { id } of doomed) noteUpdate(db, { type: 'checkpoint', id, modelId });
      const found = new Set(doomed.map((row) => row.step));
      const folders = doomed.map(({ folder }) => folder);
      const paths = await unneededFolders(db, folders);
      await noteRemovals(db, paths);
      return { deletedCount: doomed.length, notFoundSteps: wanted.filter((step) => !found.has(step)), paths };
    });
  }

  private find(where: Partial<CheckpointRow>, name: string, number: number): Promise<CheckpointRecord> {
    return this.database.query(async (db) => {
      const row: CheckpointRow | undefined = storableInteger(number)
        ? await rowsOfOwnModels(db('checkpoints').where(where), this.owner).first()
        : undefined;
      if (row === undefined) throw notFound('checkpoint', name);
      return toRecord(row);
    });
  }
}

async function refuseFork(db: Knex, modelId: string, step: number): Promise<void> {
  const job = await db('jobs').where({ model_id: modelId }).whereIn('status', UNFINISHED).first('id');
  const newest: CheckpointRow | undefined = await newestRow(db, modelId);
  const isBeyond = newest === undefined || newest.step < step;
  if (job === undefined && isBeyond) return;
  const why = isBeyond
    ? 'an unfinished job of the model will create its next checkpoint; wait until it ends'
    : `the model already has a checkpoint of step ${newest.step}; fork into another model`;
  throw new StorageError('conflict', `The adapter cannot become step ${step}: ${why}.`, { resource: 'checkpoint' });
}

interface NewCheckpoint {
  id?: string;
  modelId: string;
  step: number;
  metrics: MetricValues;
  folder: string | null;
  jobId: string | null;
  kind: JobKind | null;
  bytes?: number | null;
  rank?: number | null;
}

/**
 * Inserts a checkpoint inside the caller's transaction. Throws `conflict` if the step is taken, `not_found` if the
 * model is gone.
 */
export async function insertCheckpoint(db: Knex, checkpoint: NewCheckpoint): Promise<CheckpointRecord> {
  const { modelId, step, folder, jobId, kind } = checkpoint;
  if (!storableInteger(step))
    throw new StorageError('invalid_value', `The step must be an integer from 0, got ${step}.`);
  const [model]: { next_version: number }[] = await db('models')
    .where({ id: modelId })
    .update({ next_version: db.raw('next_version + 1') })
    .returning(['next_version']);
  if (model === undefined) throw notFound('model', modelId);
  if ((await db('checkpoints').where({ model_id: modelId, step }).first('id')) !== undefined) {
    throw new StorageError('conflict', `The model already has a checkpoint of step ${step}.`, {
      resource: 'checkpoint',
    });
  }
  const before: CheckpointRow | undefined = await newestRow(db, modelId);
  const row: CheckpointRow = {
    id: checkpoint.id ?? randomUUID(),
    model_id: modelId,
    step,
    version: model.next_version - 1,
    metrics: metricsText(checkpoint.metrics),
    folder,
    job_id: jobId,
    kind,
    bytes: folder === null ? 0 : (checkpoint.bytes ?? null),
    rank: folder === null ? null : (checkpoint.rank ?? null),
    // Metadata about the origin of weights also applies to the weights that are trained from them.
    metadata: jobId === null ? null : (before?.metadata ?? null),
    created: timestamp(),
  };
  await db('checkpoints').insert(row);
  noteUpdate(db, { type: 'checkpoint', id: row.id, modelId });
  return toRecord(row);
}

/**
 * Merges metrics into the newest checkpoint, inside the caller's transaction; a new value replaces one of the same
 * name. Returns null if the model has no checkpoint. Throws `invalid_value` above `MAX_METRICS` names.
 */
export async function mergeIntoNewest(
  db: Knex,
  modelId: string,
  metrics: MetricValues,
): Promise<CheckpointRecord | null> {
  const row: CheckpointRow | undefined = await newestRow(db, modelId).forUpdate();
  if (row === undefined) return null;
  const known = parseMetrics(row.metrics);
  const all = { ...known, ...metrics };
  const count = Object.keys(all).length;
  // An earlier version of the server may have stored more names; their values can still be replaced.
  if (count > MAX_METRICS && count > Object.keys(known).length) throw tooManyMetrics(row.step, count);
  const merged = metricsText(all);
  await db('checkpoints').where({ id: row.id }).update({ metrics: merged });
  noteUpdate(db, { type: 'checkpoint', id: row.id, modelId });
  return toRecord({ ...row, metrics: merged });
}

function tooManyMetrics(step: number, count: number): StorageError {
  const would = `the newest checkpoint (step ${step}) would have ${count} metric names in total`;
  return new StorageError('invalid_value', `${would}; at most ${MAX_METRICS} are allowed`, { resource: 'checkpoint' });
}

/**
 * Returns the newest checkpoint, locked against deletion until the caller's transaction ends, or null if there is none.
 */
export async function lockNewest(db: Knex, modelId: string): Promise<CheckpointRecord | null> {
  for (;;) {
    const row: CheckpointRow | undefined = await newestRow(db, modelId);
    if (row === undefined) return null;
    const held: CheckpointRow | undefined = await db('checkpoints').where({ id: row.id }).forUpdate().first();
    if (held !== undefined) return toRecord(held);
  }
}

function newestRow(db: Knex, modelId: string): Knex.QueryBuilder {
  return db('checkpoints').where({ model_id: modelId }).orderBy('step', 'desc').first();
}

/** Returns whether a value is an integer that both databases can store, from 0. */
function storableInteger(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

function toRecord(row: CheckpointRow): CheckpointRecord {
  return {
    id: row.id,
    modelId: row.model_id,
    step: row.step,
    version: row.version,
    metrics: parseMetrics(row.metrics),
    folder: row.folder,
    jobId: row.job_id,
    kind: row.kind,
    bytes: row.bytes === null ? null : Number(row.bytes),
    metadata: row.metadata === null ? null : parseObject(row.metadata),
    created: row.created,
  };
}
