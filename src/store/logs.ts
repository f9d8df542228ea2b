import { randomUUID } from 'node:crypto';
import { isRolledBack, notFound } from '../artifacts/storage-error.ts';
import { mergeIntoNewest } from './checkpoints.ts';
import type { Database } from './database.ts';
import { checkLogs, lockOwnerQuota, NO_QUOTAS, type OwnerQuotas } from './owner-quotas.ts';
import { type Owner, ownRows, rowsOfOwnModels } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { appendHistory, countLogged, loggedBytes } from './runs.ts';
import { checkText, type MetricValues, metricsText, parseMetrics, timestamp } from './stored-value.ts';
import { deleteUnlisted, insertUnlisted, listFile, type NewTrajectoryFile } from './trajectory-files.ts';
import { noteUpdate } from './update-notes.ts';

/** Trajectory groups that a client logged, all in one file. */
export interface LogRecord {
  id: string;
  modelId: string;
  /** `val`, `train` or any other name. */
  split: string;
  /** Relative to the data folder; null if the trajectories are no longer kept. */
  path: string | null;
  groups: number;
  trajectories: number;
  metrics: MetricValues;
  created: string;
}

interface NewLog {
  /** Chosen by the caller if the path needs it. */
  id?: string;
  modelId: string;
  split: string;
  /** Already durable; null if trajectories are not kept. */
  file: NewTrajectoryFile | null;
  groups: number;
  trajectories: number;
  /** Averages, under the names that a checkpoint shows, such as `val/reward`. */
  metrics: MetricValues;
}

interface LogRow {
  id: string;
  model_id: string;
  split: string;
  path: string | null;
  groups: number;
  trajectories: number;
  metrics: string;
  created: string;
}

export class Logs {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly quotas: OwnerQuotas;

  constructor(database: Database, owner: Owner = null, quotas: OwnerQuotas = NO_QUOTAS) {
    this.database = database;
    this.owner = owner;
    this.quotas = quotas;
  }

  /** Throws `not_found`, and `quota_exceeded` if the owner cannot log these metrics too. Call before writing a log. */
  checkRoom(modelId: string, metrics: MetricValues): Promise<void> {
    return this.database.query(async (db) => {
      const model: { owner: string } | undefined = await ownRows(db('models').where({ id: modelId }), this.owner).first(
        'owner',
      );
      if (model === undefined) throw notFound('model', modelId);
      if (this.quotas.logBytes !== null) await checkLogs(db, model.owner, this.quotas.logBytes, bytesOf(metrics));
    });
  }

  /** Returns a page of logs, oldest first by default. Throws `not_found` for an unknown model or cursor. */
  page(modelId: string, request: PageRequest = {}): Promise<Page<LogRecord>> {
    return this.database.query(async (db) => {
      const model = await ownRows(db('models').where({ id: modelId }), this.owner).first('id');
      if (model === undefined) throw notFound('model', modelId);
      return readPage({ rows: db('logs').where({ model_id: modelId }), orderBy: 'seq' }, request, toRecord);
    });
  }

  /** Returns a log. Throws `not_found`, also for a log of another model. */
  get(modelId: string, id: string): Promise<LogRecord> {
    return this.database.query(async (db) => {
      const rows = db('logs').where({ id, model_id: modelId });
      const row: LogRow | undefined = await rowsOfOwnModels(rows, this.owner).first();
      if (row === undefined) throw notFound('log', id);
      return toRecord(row);
    });
  }

  /**
   * Records a log; its metrics are merged into those of the newest checkpoint and join the run's history. Throws
   * `not_found` and `quota_exceeded`.
   */
  async record(log: NewLog): Promise<LogRecord> {
    checkText('split', log.split);
    const row = newRow(log);
    try {
      if (log.file !== null) await this.addTrajectories(row.id, log, log.file);
      return await this.recordListed(row, log);
    } catch (error) {
      if (log.file !== null && isRolledBack(error)) await deleteUnlisted(this.database, { path: log.file.path });
      throw error;
    }
  }

  private async addTrajectories(id: string, { modelId, split }: NewLog, file: NewTrajectoryFile): Promise<void> {
    const model = await this.database.query((db) =>
      ownRows(db('models').where({ id: modelId }), this.owner).first('owner'),
    );
    if (model === undefined) throw notFound('model', modelId);
    const { owner } = model as { owner: string };
    const source = { modelId, owner, jobId: null, logId: id, split, step: 0 };
    await insertUnlisted(this.database, source, file);
  }

  private recordListed(row: LogRow, log: NewLog): Promise<LogRecord> {
    return this.database.write(async (db) => {
      const model: { run_id: string | null; owner: string } | undefined = await ownRows(
        db('models').where({ id: log.modelId }),
        this.owner,
      ).first('run_id', 'owner');
      if (model === undefined) throw notFound('model', log.modelId);
      const { logBytes } = this.quotas;
      if (logBytes !== null) {
        await lockOwnerQuota(db, model.owner);
        await checkLogs(db, model.owner, logBytes, bytesOf(log.metrics));
      }
      await db('logs').insert(row);
      noteUpdate(db, { type: 'log', id: row.id, modelId: log.modelId });
      const { modelId, metrics, file } = log;
      const step = (await mergeIntoNewest(db, modelId, metrics))?.step ?? 0;
      if (Object.keys(metrics).length > 0 && model.run_id !== null) {
        await appendHistory(db, model.run_id, [{ step, metrics }], null);
      }
      if (model.run_id !== null) await countLogged(db, model.run_id, loggedBytes([log]));
      if (file !== null) await listFile(db, file.path, step);
      return toRecord(row);
    });
  }
}

/** Returns the bytes that a log counts toward the limit: its own, and those of its record in the history. */
function bytesOf(metrics: MetricValues): number {
  return loggedBytes(Object.keys(metrics).length > 0 ? [{ metrics }, { metrics }] : [{ metrics }]);
}

function newRow(log: NewLog): LogRow {
  return {
    id: log.id ?? randomUUID(),
    model_id: log.modelId,
    split: log.split,
    path: log.file?.path ?? null,
    groups: log.groups,
    trajectories: log.trajectories,
    metrics: metricsText(log.metrics),
    created: timestamp(),
  };
}

function toRecord(row: LogRow): LogRecord {
  const { id, split, path, groups, trajectories, created } = row;
  return { id, modelId: row.model_id, split, path, groups, trajectories, metrics: parseMetrics(row.metrics), created };
}
