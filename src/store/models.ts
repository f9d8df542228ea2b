import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { deleteArtifactsOfModel } from './artifacts.ts';
import { unneededFolders } from './checkpoint-folders.ts';
import { insertCheckpoint } from './checkpoints.ts';
import type { Database } from './database.ts';
import { lacksData } from './job-data.ts';
import { filesOfJob } from './job-end.ts';
import type { JobRow } from './job-record.ts';
import { type KeepRules, NO_RULES } from './keep-rules.ts';
import { deleteParts } from './large-model.ts';
import { checkModels, lockOwnerQuota } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { noteRemovals } from './removals.ts';
import { dropUnkept, parseRetention, type Retention, retentionText } from './retention.ts';
import { insertRun } from './runs.ts';
import { checkText, timestamp } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

export interface ModelRecord {
  id: string;
  entity: string;
  project: string;
  name: string;
  baseModel: string;
  /** Tracking run of the model. */
  runId: string | null;
  /** Null if the server's default applies. */
  retention: Retention | null;
  owner: string;
  created: string;
}

interface NewModel {
  entity: string;
  project: string;
  name: string;
  baseModel: string;
  /** Needed only if the repository serves all owners. */
  owner?: string;
  /** Whether to return an existing model of this name instead of throwing `conflict`. */
  returnExisting: boolean;
  /** Checkpoints to keep. An existing model takes this over, and keeps its own retention if this is absent. */
  retention?: Retention | null;
}

type OwnedModel = NewModel & { owner: string };

interface ModelDeleted {
  modelId: string;
  deletedCheckpoints: number;
  deletedRun: boolean;
  /**
   * Jobs that were running, or whose data was being copied. Whoever works on them must stop; their leases are now
   * stale.
   */
  activeJobIds: string[];
  /** Files and folders that nothing needs any more, for `removePaths`. */
  paths: string[];
}

/** A requested model, created or already there. */
interface CreatedModel {
  model: ModelRecord;
  created: boolean;
  /** Folders of checkpoints that a newly set retention does not keep, for `removePaths`. */
  paths: string[];
}

interface ModelRow {
  id: string;
  entity: string;
  project: string;
  name: string;
  base_model: string;
  owner: string;
  run_id: string | null;
  retention: string | null;
  next_version: number;
  created: string;
}

/** Columns of a job that lead to what is deleted with its row. */
const FILE_COLUMNS = [
  'id',
  'kind',
  'status',
  'payload',
  'scores',
  'folder',
  'start_folder',
  'reference_folder',
] as const;
type JobFiles = Pick<JobRow, (typeof FILE_COLUMNS)[number]>;

export class Models {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly rules: KeepRules;

  constructor(database: Database, owner: Owner = null, rules: KeepRules = NO_RULES) {
    this.database = database;
    this.owner = owner;
    this.rules = rules;
  }

  /**
   * Creates a model with its checkpoint of step 0 (the base model) and its tracking run, in one transaction. Throws
   * `conflict` if the owner has a model of the name, with `returnExisting` only if that has another base model; and
   * `quota_exceeded`.
   */
  async create(wanted: NewModel): Promise<CreatedModel> {
    const model: OwnedModel = { ...wanted, owner: ownerOf(this.owner, wanted.owner) };
    for (const field of ['entity', 'project', 'name', 'baseModel', 'owner'] as const) checkText(field, model[field]);
    // Clients ask for their model at every start; reading is several times cheaper than a transaction.
    const { entity, project, name, owner } = model;
    const known = await this.database.first<ModelRow>('models', { entity, project, name, owner });
    if (known !== undefined) return this.existing(known, model);
    const { models: most } = this.rules.quotas;
    const made = await this.database.write(async (db) => {
      if (most !== null) await lockOwnerQuota(db, owner);
      const row = await insertModel(db, model);
      if (row !== null && most !== null) await checkModels(db, owner, most);
      return row;
    });
    if (made !== null) return { model: toRecord(made), created: true, paths: [] };
    const other = await this.database.first<ModelRow>('models', { entity, project, name, owner });
    if (other === undefined) throw taken(model, 'was just deleted; try again');
    return this.existing(other, model);
  }

  /** Returns the model. Throws `not_found`. */
  get(id: string): Promise<ModelRecord> {
    return this.find({ id }, id);
  }

  async byName(entity: string, project: string, name: string): Promise<ModelRecord> {
    const whole = `${entity}/${project}/${name}`;
    // No model name contains NUL, and PostgreSQL cannot store it in text.
    if (whole.includes('\0')) throw notFound('model', whole);
    return this.find({ entity, project, name }, whole);
  }

  /** Returns models, oldest first by default. */
  list(request: PageRequest = {}): Promise<Page<ModelRecord>> {
    return this.database.query((db) =>
      readPage({ rows: ownRows(db('models'), this.owner), orderBy: 'seq' }, request, toRecord),
    );
  }

  /** Returns models that can answer requests: at least one of their checkpoints is left. */
  listAnswering(request: PageRequest = {}): Promise<Page<ModelRecord>> {
    return this.database.query((db) => {
      const checkpoints = db('checkpoints').where('checkpoints.model_id', db.ref('models.id')).select('checkpoints.id');
      const filter = (rows: Knex.QueryBuilder) => void rows.whereExists(checkpoints);
      return readPage({ rows: ownRows(db('models'), this.owner), orderBy: 'seq', filter }, request, toRecord);
    });
  }

  /**
   * Deletes the rows of the model and of all that belongs to it; the caller then removes `paths`. Throws `not_found`.
   */
  async delete(id: string): Promise<ModelDeleted> {
    const parts = await deleteParts(this.database, await this.row({ id }, id));
    return this.database.write(async (db) => {
      const known = await ownRows(db('models').where({ id }), this.owner).first('id');
      if (known === undefined) throw notFound('model', id);
      const own = { model_id: id };
      // Locks the jobs before the model, in the order in which the completion of a job does: otherwise the two could
      // deadlock.
      await db('jobs').where(own).orderBy('seq').forUpdate().select('id');
      const model: ModelRow | undefined = await db('models').where({ id }).forUpdate().first();
      if (model === undefined) throw notFound('model', id);
      const jobs: JobFiles[] = await db('jobs').where(own).select(FILE_COLUMNS);
      const checkpoints: { folder: string | null }[] = await db('checkpoints').where(own).forUpdate().select('folder');
      const logs: string[] = await db('logs').where(own).whereNotNull('path').pluck('path');
      const kept: string[] = await db('trajectory_files').where(own).pluck('path');
      const paths = [...jobs.flatMap(filesOfJob), ...logs, ...kept];
      paths.push(...(await deleteArtifactsOfModel(db, model)));
      const deletedRuns = await db('runs').where(own).delete();
      const { owner, run_id: runId } = model;
      noteUpdate(db, { type: 'model', id, modelId: id, owner });
      if (runId !== null) noteUpdate(db, { type: 'run', id: runId, modelId: id, owner });
      await db('models').where({ id }).delete();
      // Jobs of other models may compare with these checkpoints.
      const held = jobs.flatMap(({ start_folder, reference_folder }) => [start_folder, reference_folder]);
      paths.push(...(await unneededFolders(db, [...checkpoints.map((row) => row.folder), ...held])));
      await noteRemovals(db, paths);
      return {
        modelId: id,
        deletedCheckpoints: parts.checkpoints + checkpoints.length,
        deletedRun: deletedRuns > 0,
        activeJobIds: jobs.filter((job) => job.status === 'running' || lacksData(job)).map((job) => job.id),
        paths: [...new Set([...parts.paths, ...paths])],
      };
    });
  }

  /** Returns the existing model, with the wanted retention, if it fits the request. Throws `conflict` otherwise. */
  private async existing(row: ModelRow, wanted: OwnedModel): Promise<CreatedModel> {
    if (!wanted.returnExisting) throw taken(wanted, 'already exists');
    if (row.base_model !== wanted.baseModel) {
      throw taken(wanted, `already exists, with the base model '${row.base_model}'`);
    }
    const { id, owner } = row;
    const retention = wanted.retention === undefined ? row.retention : retentionText(wanted.retention);
    if (wanted.retention === undefined) return { model: toRecord(row), created: false, paths: [] };
    const paths = await this.database.write(async (db) => {
      if (retention !== row.retention) {
        await db('models').where({ id }).update({ retention });
        noteUpdate(db, { type: 'model', id, modelId: id, owner });
      }
      // A repeated request continues where one transaction stopped.
      return dropUnkept(db, id, this.rules.retention);
    });
    return { model: toRecord({ ...row, retention }), created: false, paths };
  }

  private async find(where: Record<string, string>, name: string): Promise<ModelRecord> {
    return toRecord(await this.row(where, name));
  }

  private async row(where: Record<string, string>, name: string): Promise<ModelRow> {
    const own = this.owner === null ? where : { ...where, owner: this.owner };
    const row = await this.database.first<ModelRow>('models', own);
    if (row === undefined) throw notFound('model', name);
    return row;
  }
}

/** Inserts a model with its run and its first checkpoint; returns null if the name is taken. */
async function insertModel(db: Knex, model: OwnedModel): Promise<ModelRow | null> {
  const { entity, project, name, baseModel, owner } = model;
  const retention = retentionText(model.retention ?? null);
  const named = { id: randomUUID(), entity, project, name, base_model: baseModel, owner, retention };
  const row = { ...named, created: timestamp() };
  const inserted: unknown[] = await db('models')
    .insert({ ...row, run_id: null, next_version: 0 })
    .onConflict(['owner', 'entity', 'project', 'name'])
    .ignore()
    .returning(['id']);
  if (inserted.length === 0) return null;
  const runId = await insertRun(db, { modelId: row.id, owner, name });
  await db('models').where({ id: row.id }).update({ run_id: runId });
  noteUpdate(db, { type: 'model', id: row.id, modelId: row.id, owner });
  await insertCheckpoint(db, { modelId: row.id, step: 0, metrics: {}, folder: null, jobId: null, kind: null });
  return { ...row, run_id: runId, next_version: 1 };
}

function taken(model: NewModel, why: string): StorageError {
  const { entity, project, name } = model;
  return new StorageError('conflict', `The model '${entity}/${project}/${name}' ${why}.`, { resource: 'model' });
}

function toRecord(row: ModelRow): ModelRecord {
  const { id, entity, project, name, owner, created } = row;
  const retention = parseRetention(row.retention);
  return { id, entity, project, name, baseModel: row.base_model, runId: row.run_id, retention, owner, created };
}
