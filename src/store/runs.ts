import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type Owner, ownRows, rowsOfOwnModels } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { type MetricValues, metricsText, parseMetrics, timestamp } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** A tracking run: what happened to one model, as a curve. */
export interface RunRecord {
  id: string;
  name: string;
  entity: string;
  project: string;
  modelId: string;
  created: string;
}

export interface HistoryEntry {
  step: number;
  metrics: MetricValues;
  /** ISO-8601; now where absent. */
  time?: string;
}

export interface HistoryRecord {
  id: string;
  step: number;
  time: string;
  metrics: MetricValues;
  /** The job that measured it; null for what a client logged. */
  jobId: string | null;
  /** Which gradient step of the run it is, from 1; null for all else. */
  gradientStep: number | null;
}

interface RunRow {
  id: string;
  name: string;
  entity: string;
  project: string;
  model_id: string;
  created: string;
}

interface OwnedRun {
  model_id: string;
  owner: string;
}

interface HistoryRow {
  id: string;
  step: number;
  time: string;
  metrics: string;
  job_id: string | null;
  gradient_step: number | null;
}

const HISTORY_PAGE = 1_000;

export class Runs {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Raises `not_found`. */
  get(id: string): Promise<RunRecord> {
    return this.database.query(async (db) => {
      const row: RunRow | undefined = await rowsOfOwnModels(runRows(db).where({ id }), this.owner).first();
      if (row === undefined) throw notFound('run', id);
      return toRecord(row);
    });
  }

  /** Oldest first where no order is given. */
  list(request: PageRequest = {}, filter: { modelId?: string } = {}): Promise<Page<RunRecord>> {
    return this.database.query((db) => {
      const rows = ownRows(runRows(db), this.owner);
      if (filter.modelId !== undefined) rows.where({ model_id: filter.modelId });
      return readPage({ rows, orderBy: 'seq' }, request, toRecord);
    });
  }

  /** All of it in pages, in the order of writing. Raises `not_found`. */
  async *wholeHistory(runId: string): AsyncGenerator<HistoryRecord[]> {
    for (let after: string | null = null; ; ) {
      const page = await this.history(runId, { after, limit: HISTORY_PAGE });
      if (page.data.length > 0) yield page.data;
      if (!page.hasMore) return;
      after = page.data[page.data.length - 1].id;
    }
  }

  /**
   * In the order of writing; with `ofJobs` only what jobs measured beside their steps. Raises `not_found` for an
   * unknown run or cursor.
   */
  history(
    runId: string,
    request: PageRequest = {},
    { ofJobs = false }: { ofJobs?: boolean } = {},
  ): Promise<Page<HistoryRecord>> {
    return this.database.query(async (db) => {
      const run = await rowsOfOwnModels(db('runs').where({ id: runId }), this.owner).first('id');
      if (run === undefined) throw notFound('run', runId);
      const rows = db('run_history').where({ run_id: runId });
      if (ofJobs) rows.whereNotNull('job_id').whereNull('gradient_step');
      return readPage({ rows, orderBy: 'seq' }, request, toHistory);
    });
  }
}

/** Part of a transaction. */
export async function insertRun(
  db: Knex,
  { modelId, owner, name }: { modelId: string; owner: string; name: string },
): Promise<string> {
  const id = randomUUID();
  await db('runs').insert({ id, model_id: modelId, owner, name, created: timestamp() });
  noteUpdate(db, { type: 'run', id, modelId, owner });
  return id;
}

/** Part of a transaction. `jobId` is the job that measured the entries, if one did. */
export async function appendHistory(
  db: Knex,
  runId: string,
  entries: readonly HistoryEntry[],
  jobId: string | null,
): Promise<void> {
  if (entries.length === 0) return;
  for (const entry of entries) await db('run_history').insert({ ...historyRow(runId, entry), job_id: jobId });
  const { model_id: modelId, owner }: OwnedRun = await db('runs').where({ id: runId }).first('model_id', 'owner');
  noteUpdate(db, { type: 'run', id: runId, modelId, owner });
}

/** Part of a transaction: a gradient step of a job, which gets the next number of the run's. */
export async function appendGradientStep(db: Knex, runId: string, entry: HistoryEntry, jobId: string): Promise<void> {
  const [{ gradient_steps, model_id: modelId, owner }]: (OwnedRun & { gradient_steps: number })[] = await db('runs')
    .where({ id: runId })
    .update({ gradient_steps: db.raw('gradient_steps + 1') })
    .returning(['gradient_steps', 'model_id', 'owner']);
  const row = { ...historyRow(runId, entry), job_id: jobId, gradient_step: gradient_steps };
  await db('run_history').insert(row);
  noteUpdate(db, { type: 'run', id: runId, modelId, owner });
}

function historyRow(runId: string, { step, metrics, time }: HistoryEntry) {
  return { id: randomUUID(), run_id: runId, step, time: time ?? timestamp(), metrics: metricsText(metrics) };
}

function runRows(db: Knex): Knex.QueryBuilder {
  const rows = db('runs')
    .join('models', 'models.id', 'runs.model_id')
    .select('runs.*', 'models.entity', 'models.project');
  return db.from(rows.as('named_runs'));
}

function toRecord(row: RunRow): RunRecord {
  const { id, name, entity, project, created } = row;
  return { id, name, entity, project, modelId: row.model_id, created };
}

function toHistory(row: HistoryRow): HistoryRecord {
  const { id, step, time } = row;
  return { id, step, time, metrics: parseMetrics(row.metrics), jobId: row.job_id, gradientStep: row.gradient_step };
}
