import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type MetricValues, parseMetrics } from './stored-value.ts';

/**
 * Everything recorded at one step, except gradient steps: the newest value of each metric. For a step with very many
 * records, only the newest `MAX_OF_STEP` records or `BYTES_OF_STEP` bytes count.
 */
export interface RunStep {
  step: number;
  /** ISO-8601; time of the newest record. */
  time: string;
  metrics: MetricValues;
}

interface RecordRow {
  seq: number;
  step: number;
  time: string;
  metrics: string;
}

/** Most records, and bytes of their metrics, read for one list of steps. */
const MAX_RECORDS = 20_000;
const MAX_BYTES = 8 * 2 ** 20;
/** Most records, and bytes of their metrics, read for one step. */
const MAX_OF_STEP = 1_000;
const BYTES_OF_STEP = 2 ** 20;
/** Records read before other requests get a turn. */
const RECORDS_AT_ONCE = 250;
/** Largest value of the `step` column. */
const LAST_STEP = 2 ** 31 - 1;

/** Returns the lowest and the highest step of a run, or null if nothing was recorded. */
export async function readStepRange(
  database: Database,
  runId: string,
): Promise<{ first: number; last: number } | null> {
  const first = await endStep(database, runId, 'asc');
  const last = await endStep(database, runId, 'desc');
  return first === null || last === null ? null : { first, last };
}

/** Returns the steps in [from, to), in order. Throws `invalid_value` for more than can be read at once. */
export async function readSteps(
  database: Database,
  runId: string,
  { from, to, signal }: { from: number; to: number; signal?: AbortSignal | undefined },
): Promise<RunStep[]> {
  const [first, last] = [Math.max(from, 0), Math.min(to - 1, LAST_STEP)];
  if (first > last) return [];
  return readRecords(database, runId, (rows) => rows.whereBetween('step', [first, last]), signal);
}

/** Returns at most `count` steps of a run, evenly spread, in order. Throws `invalid_value` as `readSteps` does. */
export async function readSampledSteps(
  database: Database,
  runId: string,
  { samples: count, signal }: { samples: number; signal?: AbortSignal | undefined },
): Promise<RunStep[]> {
  const range = await readStepRange(database, runId);
  if (range === null) return [];
  const { first, last } = range;
  if (last - first < count) return readSteps(database, runId, { from: first, to: last + 1, signal });
  const apart = (last - first) / Math.max(count - 1, 1);
  const wanted = Array.from({ length: count }, (_, i) => `(${Math.floor(first + i * apart)})`);
  const steps: { step: number | null }[] = await database.query(async (db) => {
    const behind = history(db, runId).where('step', '>=', db.ref('wanted.least')).orderBy('step').limit(1);
    return db
      .with('wanted', ['least'], db.raw(`values ${wanted.join()}`))
      .from('wanted')
      .distinct(behind.select('step').as('step'));
  });
  const found = steps.flatMap(({ step }) => step ?? []);
  return readRecords(database, runId, (rows) => rows.whereIn('step', found), signal);
}

function history(db: Knex, runId: string): Knex.QueryBuilder {
  return db('run_history').where({ run_id: runId }).whereNull('gradient_step');
}

async function endStep(database: Database, runId: string, order: 'asc' | 'desc'): Promise<number | null> {
  const row: { step: number } | undefined = await database.query((db) =>
    history(db, runId)
      .orderBy([
        { column: 'step', order },
        { column: 'seq', order },
      ])
      .first('step'),
  );
  return row?.step ?? null;
}

/** Filter that restricts records to the wanted steps. */
type Narrow = (rows: Knex.QueryBuilder) => Knex.QueryBuilder;

interface Size {
  seq: number;
  step: number;
  bytes: number;
}

/**
 * Returns the sizes of the records to read, in order. If a step has more records than are read at once, the index skips
 * the rest of it, so that few statements read few rows however many records the steps have.
 */
async function wantedSizes(
  database: Database,
  runId: string,
  narrow: Narrow,
  signal: AbortSignal | undefined,
): Promise<Size[]> {
  const wanted: Size[] = [];
  let bytes = 0;
  for (let read = -1; ; ) {
    signal?.throwIfAborted();
    const sizes = await sizesOf(database, MAX_RECORDS + 1, 'asc', (db) =>
      narrow(history(db, runId)).where('step', '>', read),
    );
    const cut = sizes.length > MAX_RECORDS ? sizes[MAX_RECORDS].step : null;
    for (const [step, known] of Map.groupBy(sizes, (size) => size.step)) {
      const newest =
        step === cut
          ? await sizesOf(database, MAX_OF_STEP, 'desc', (db) => history(db, runId).where({ step }))
          : known.slice(-MAX_OF_STEP).reverse();
      const some = fitting(newest);
      wanted.push(...some.reverse());
      bytes += some.reduce((sum, size) => sum + size.bytes, 0);
      if (wanted.length > MAX_RECORDS || bytes > MAX_BYTES) throw tooMuch();
    }
    if (cut === null) return wanted;
    read = cut;
  }
}

function sizesOf(
  database: Database,
  most: number,
  order: 'asc' | 'desc',
  rows: (db: Knex) => Knex.QueryBuilder,
): Promise<Size[]> {
  return database.query((db) =>
    rows(db)
      .orderBy([
        { column: 'step', order },
        { column: 'seq', order },
      ])
      .limit(most)
      .select('seq', 'step', db.raw('octet_length(metrics) as bytes')),
  );
}

/** Returns those records of a step, given newest first, that fit into `BYTES_OF_STEP`, at least one. */
function fitting(newest: readonly Size[]): Size[] {
  let bytes = 0;
  return newest.filter((size, place) => {
    bytes += size.bytes;
    return place === 0 || bytes <= BYTES_OF_STEP;
  });
}

async function readRecords(
  database: Database,
  runId: string,
  narrow: Narrow,
  signal: AbortSignal | undefined,
): Promise<RunStep[]> {
  const sizes = await wantedSizes(database, runId, narrow, signal);
  const steps: RunStep[] = [];
  for (let start = 0; start < sizes.length; start += RECORDS_AT_ONCE) {
    signal?.throwIfAborted();
    const seqs = sizes.slice(start, start + RECORDS_AT_ONCE).map(({ seq }) => seq);
    const rows: RecordRow[] = await database.query((db) =>
      db('run_history').whereIn('seq', seqs).orderBy(['step', 'seq']).select('seq', 'step', 'time', 'metrics'),
    );
    for (const row of rows) add(steps, row);
    await nextIteration();
  }
  return steps;
}

/** Adds a record to its step. The records of a step arrive one after another, the oldest first. */
function add(steps: RunStep[], { step, time, metrics }: RecordRow): void {
  const newest = steps.at(-1);
  if (newest?.step === step) {
    newest.time = time;
    Object.assign(newest.metrics, parseMetrics(metrics));
  } else {
    // Without a prototype, so that a metric may have any name.
    steps.push({ step, time, metrics: Object.assign(Object.create(null), parseMetrics(metrics)) });
  }
}

function tooMuch(): StorageError {
  const most = `${MAX_RECORDS.toLocaleString('en')} records and ${MAX_BYTES / 2 ** 20} MiB of metrics`;
  return new StorageError('invalid_value', `These steps have more than the allowed ${most}; request fewer steps.`);
}
