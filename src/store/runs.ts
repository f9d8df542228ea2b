import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';
import { writeNextBlock } from './block-writer.ts';
import type { Database } from './database.ts';
import { type Owner, ownRows } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { RunMetric } from './run-metrics.ts';
import { type RunStep, readSampledSteps, readStepRange, readSteps } from './run-steps.ts';
import { readRunMetrics, readSeries } from './series.ts';
import { BLOCK_RECORDS, type SeriesAxis, type SeriesBlock } from './series-block.ts';
import { type MetricValues, metricsText, parseMetrics, timestamp } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** A tracking run: the curves of one model, or of what a W&B client logged to a run of its own. */
export interface RunRecord {
  id: string;
  name: string;
  entity: string;
  project: string;
  /** Null for a client's own run, which has no base model either. */
  modelId: string | null;
  baseModel: string | null;
  /** `running` if a job of the model runs, else `queued` if one waits. */
  status: 'idle' | 'queued' | 'running';
  /** Step of the model's newest checkpoint; 0 if it has none. */
  step: number;
  /** Newest value of each metric; above `MAX_LATEST` metrics, see `withoutOldest`. */
  latest: MetricValues;
  created: string;
}

export interface HistoryEntry {
  step: number;
  metrics: MetricValues;
  /** ISO-8601; the current time by default. */
  time?: string;
}

export interface HistoryRecord {
  id: string;
  step: number;
  time: string;
  metrics: MetricValues;
  /** Job that measured the record; null for what a client logged. */
  jobId: string | null;
  /** Number of the gradient step in the run, from 1; null for other records. */
  gradientStep: number | null;
}

interface RunRow {
  id: string;
  name: string;
  entity: string;
  project: string;
  model_id: string | null;
  base_model: string | null;
  /** Metrics as JSON. */
  latest: string;
  created: string;
}

/** Current activity of a model. */
interface ActivityRow {
  id: string;
  status: 'queued' | 'running' | null;
  step: number | null;
}

/** A run that is locked until the transaction ends. */
interface HeldRun {
  gradient_steps: number;
  records: number;
  /** PostgreSQL returns bigint as text. */
  logged_bytes: number | string;
  latest: string;
  model_id: string | null;
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

/** Size of the metrics of a record. */
interface SizeRow {
  id: string;
  bytes: number;
}

/** Most metrics whose newest values a run stores. */
const MAX_LATEST = 64;

/** Metrics that represent a run in lists. */
const HEADLINE_METRICS = new Set(['reward', 'loss', 'train/reward', 'val/reward']);

const HISTORY_PAGE = 1_000;

/** Bytes that a record counts in addition to its metrics. */
const RECORD_BYTES = 256;

/** Most bytes of metrics on one page, unless a single record has more. */
const PAGE_BYTES = 4 * 2 ** 20;

export class Runs {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Returns the run. Throws `not_found`. */
  get(id: string): Promise<RunRecord> {
    return this.database.query(async (db) => {
      const row: RunRow | undefined = await ownRows(runRows(db).where({ id }), this.owner).first();
      if (row === undefined) throw notFound('run', id);
      const [record] = await records(db, [row]);
      return record;
    });
  }

  /** Returns runs, oldest first by default. */
  list(request: PageRequest = {}, filter: { modelId?: string } = {}): Promise<Page<RunRecord>> {
    return this.database.query(async (db) => {
      const rows = ownRows(runRows(db), this.owner);
      if (filter.modelId !== undefined) rows.where({ model_id: filter.modelId });
      const page = await readPage({ rows, orderBy: 'seq' }, request, (row: RunRow) => row);
      return { ...page, data: await records(db, page.data) };
    });
  }

  /** Yields the whole history in pages, in the order of writing. Throws `not_found`. */
  async *wholeHistory(runId: string): AsyncGenerator<HistoryRecord[]> {
    for (let after: string | null = null; ; ) {
      const page = await this.history(runId, { after, limit: HISTORY_PAGE });
      if (page.data.length > 0) yield page.data;
      if (!page.hasMore) return;
      after = page.data[page.data.length - 1].id;
    }
  }

  /**
   * Returns a page of the history, in the order of writing; with `ofJobs` only what jobs measured besides gradient
   * steps. A page of large records is shorter than its limit. Throws `not_found` for an unknown run or cursor.
   */
  history(
    runId: string,
    request: PageRequest = {},
    { ofJobs = false }: { ofJobs?: boolean } = {},
  ): Promise<Page<HistoryRecord>> {
    return this.database.query(async (db) => {
      await requireRun(db, runId, this.owner);
      const sizes = db('run_history').where({ run_id: runId });
      if (ofJobs) sizes.whereNotNull('job_id').whereNull('gradient_step');
      const rows = sizes.select('id', 'seq', db.raw('octet_length(metrics) as bytes'));
      const page = await readPage({ rows, orderBy: 'seq' }, request, (row: SizeRow) => row);
      const fitting = fittingRows(page.data).map(({ id }) => id);
      const found: HistoryRow[] = await db('run_history').whereIn('id', fitting);
      const place = new Map(fitting.map((id, index) => [id, index]));
      const records = found.sort((one, other) => Number(place.get(one.id)) - Number(place.get(other.id)));
      return { data: records.map(toHistory), hasMore: page.hasMore || fitting.length < page.data.length };
    });
  }

  /** Returns all metrics of a run, by name. Throws `not_found`. */
  async metrics(runId: string): Promise<RunMetric[]> {
    await this.database.query((db) => requireRun(db, runId, this.owner));
    return readRunMetrics(this.database, runId);
  }

  /**
   * Returns the lowest and the highest step, or null if nothing but gradient steps was recorded. Throws `not_found`.
   */
  async stepRange(runId: string): Promise<{ first: number; last: number } | null> {
    await this.database.query((db) => requireRun(db, runId, this.owner));
    return readStepRange(this.database, runId);
  }

  /** See `readSteps`, and for `samples` see `readSampledSteps`. Throws `not_found`. */
  async steps(
    runId: string,
    wanted: ({ from: number; to: number } | { samples: number }) & { signal?: AbortSignal | undefined },
  ): Promise<RunStep[]> {
    await this.database.query((db) => requireRun(db, runId, this.owner));
    if ('samples' in wanted) return readSampledSteps(this.database, runId, wanted);
    return readSteps(this.database, runId, wanted);
  }

  /** See `readSeries`. Throws `not_found`. */
  async *series<Axis extends SeriesAxis>(
    runId: string,
    wanted: { axis: Axis; names: readonly string[] },
  ): AsyncGenerator<SeriesBlock<Axis>> {
    await this.database.query((db) => requireRun(db, runId, this.owner));
    yield* readSeries(this.database, runId, wanted);
  }
}

async function requireRun(db: Knex, runId: string, owner: Owner): Promise<void> {
  const run = await ownRows(db('runs').where({ id: runId }), owner).first('id');
  if (run === undefined) throw notFound('run', runId);
}

/** Returns the first rows of a page whose metrics fit into `PAGE_BYTES` together, at least one. */
function fittingRows(rows: SizeRow[]): SizeRow[] {
  let sum = 0;
  const end = rows.findIndex(({ bytes }, place) => {
    sum += bytes;
    return sum > PAGE_BYTES && place > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Inserts the run of a model, inside the caller's transaction. Returns its id. */
export async function insertRun(
  db: Knex,
  { modelId, owner, name }: { modelId: string; owner: string; name: string },
): Promise<string> {
  const id = randomUUID();
  await db('runs').insert({ id, model_id: modelId, owner, name, created: timestamp() });
  noteUpdate(db, { type: 'run', id, modelId, owner });
  return id;
}

/** Inserts a run that belongs to no model, inside the caller's transaction. Returns its id. */
export async function insertClientRun(
  db: Knex,
  run: { entity: string; project: string; displayName: string; owner: string },
): Promise<string> {
  const id = randomUUID();
  const { entity, project, displayName: name, owner } = run;
  await db('runs').insert({ id, model_id: null, owner, name, entity, project, created: timestamp() });
  noteUpdate(db, { type: 'run', id, modelId: null, owner });
  return id;
}

/**
 * Appends entries to the history, inside the caller's transaction. `jobId` is the job that measured them; entries
 * without a job count toward what the owner logs.
 */
export async function appendHistory(
  db: Knex,
  runId: string,
  entries: readonly HistoryEntry[],
  jobId: string | null,
): Promise<void> {
  if (entries.length === 0) return;
  const run = await holdRun(db, runId);
  const rows = entries.map((entry) => historyRow(runId, entry));
  for (const row of rows) await insertRecord(db, run, { ...row, job_id: jobId });
  const latest = entries.reduce((text, { metrics }) => withNewest(text, metrics), run.latest);
  const logged_bytes = Number(run.logged_bytes) + (jobId === null ? loggedBytes(entries) : 0);
  await db('runs').where({ id: runId }).update({ records: run.records, latest, logged_bytes });
  noteRun(db, runId, run);
}

/** Counts bytes that the run's owner logged outside its history, inside the caller's transaction. */
export async function countLogged(db: Knex, runId: string, bytes: number): Promise<void> {
  await db('runs').where({ id: runId }).increment('logged_bytes', bytes);
}

/** Returns the bytes that entries count toward what an owner logs. */
export function loggedBytes(entries: readonly Pick<HistoryEntry, 'metrics'>[]): number {
  return entries.reduce((sum, { metrics }) => sum + RECORD_BYTES + Buffer.byteLength(metricsText(metrics)), 0);
}

/** Appends a gradient step of a job, inside the caller's transaction; it gets the run's next number. */
export async function appendGradientStep(db: Knex, runId: string, entry: HistoryEntry, jobId: string): Promise<void> {
  const run = await holdRun(db, runId);
  const gradient_steps = run.gradient_steps + 1;
  const latest = withNewest(run.latest, entry.metrics);
  await insertRecord(db, run, { ...historyRow(runId, entry), job_id: jobId, gradient_step: gradient_steps });
  await db('runs').where({ id: runId }).update({ gradient_steps, records: run.records, latest });
  noteRun(db, runId, run);
}

function noteRun(db: Knex, id: string, { model_id: modelId, owner }: HeldRun): void {
  noteUpdate(db, { type: 'run', id, modelId, owner });
}

/**
 * Locks the run before the caller's transaction adds to its history. Records then become visible in the order of their
 * `seq`, so that no record enters a closed block.
 */
async function holdRun(db: Knex, id: string): Promise<HeldRun> {
  const columns = ['gradient_steps', 'records', 'logged_bytes', 'latest', 'model_id', 'owner'];
  return db('runs').where({ id }).forUpdate().first(columns);
}

/**
 * Inserts a record and counts it. The last record of a block also stores the block, so that no reader of the run waits
 * for that.
 */
async function insertRecord(db: Knex, run: HeldRun, row: ReturnType<typeof historyRow> & Partial<HistoryRow>) {
  await db('run_history').insert(row);
  run.records++;
  if (run.records % BLOCK_RECORDS === 0) await writeNextBlock(db, row.run_id);
}

/** Returns the JSON of the newest value of each metric, updated by newer ones; the most recently recorded come last. */
function withNewest(text: string, metrics: MetricValues): string {
  const newest = new Map(Object.entries(parseMetrics(text)));
  for (const [name, value] of Object.entries(metrics)) {
    newest.delete(name);
    newest.set(name, value);
  }
  return metricsText(withoutOldest(Object.fromEntries(newest)));
}

/** Returns as many metrics as a run stores: those of `HEADLINE_METRICS`, and the most recently recorded. */
function withoutOldest(latest: MetricValues): MetricValues {
  const names = Object.keys(latest);
  const more = Math.max(0, names.length - MAX_LATEST);
  const dropped = new Set(names.filter((name) => !HEADLINE_METRICS.has(name)).slice(0, more));
  return Object.fromEntries(Object.entries(latest).filter(([name]) => !dropped.has(name)));
}

function historyRow(runId: string, { step, metrics, time }: HistoryEntry) {
  return { id: randomUUID(), run_id: runId, step, time: time ?? timestamp(), metrics: metricsText(metrics) };
}

function runRows(db: Knex): Knex.QueryBuilder {
  const rows = db('runs')
    .leftJoin('models', 'models.id', 'runs.model_id')
    .select('runs.seq', 'runs.id', 'runs.model_id', 'runs.owner', 'runs.name', 'runs.latest', 'runs.created')
    .select(db.raw('coalesce(models.entity, runs.entity) as entity'))
    .select(db.raw('coalesce(models.project, runs.project) as project'), 'models.base_model');
  return db.from(rows.as('named_runs'));
}

/** Returns the runs with the current activity of their models, which one statement reads for all. */
async function records(db: Knex, rows: readonly RunRow[]): Promise<RunRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ model_id }) => model_id ?? []);
  const ofModel = { model_id: db.ref('models.id') };
  // In text order 'running' is the maximum of the two, and takes precedence.
  const status = db('jobs').where(ofModel).whereIn('status', ['queued', 'running']).max('status').as('status');
  const step = db('checkpoints').where(ofModel).max('step').as('step');
  const found: ActivityRow[] = await db('models').whereIn('id', ids).select('id', status, step);
  const activity = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => toRecord(row, activity.get(row.model_id ?? '')));
}

function toRecord(row: RunRow, activity: ActivityRow | undefined): RunRecord {
  const { id, name, entity, project, created } = row;
  return {
    id,
    name,
    entity,
    project,
    modelId: row.model_id,
    baseModel: row.base_model,
    status: activity?.status ?? 'idle',
    step: activity?.step ?? 0,
    // Some rows were written when more metrics were stored.
    latest: withoutOldest(parseMetrics(row.latest)),
    created,
  };
}

function toHistory(row: HistoryRow): HistoryRecord {
  const { id, step, time } = row;
  return { id, step, time, metrics: parseMetrics(row.metrics), jobId: row.job_id, gradientStep: row.gradient_step };
}
