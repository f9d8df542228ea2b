import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type MetricValues, parseMetrics } from './stored-value.ts';

/** What was recorded at one step, by whomever, without gradient steps: of each metric the newest value. */
export interface RunStep {
  step: number;
  /** ISO-8601; that of the newest record. */
  time: string;
  metrics: MetricValues;
}

interface RecordRow {
  seq: number;
  step: number;
  time: string;
  metrics: string;
}

/** Records, and bytes of their metrics, that are read for one list of steps. */
const MOST_RECORDS = 20_000;
const MOST_BYTES = 8 * 2 ** 20;
/** Records that are read before others have their turn. */
const RECORDS_AT_ONCE = 250;
/** The largest that a column of steps has. */
const LAST_STEP = 2 ** 31 - 1;

/** The lowest step of a run and the highest; null where nothing was recorded. */
export async function readStepRange(
  database: Database,
  runId: string,
): Promise<{ first: number; last: number } | null> {
  const first = await endStep(database, runId, 'asc');
  const last = await endStep(database, runId, 'desc');
  return first === null || last === null ? null : { first, last };
}

/** Steps from `from` on and before `to`, in order. Raises `invalid_value` for more than are read at once. */
export function readSteps(
  database: Database,
  runId: string,
  { from, to }: { from: number; to: number },
): Promise<RunStep[]> {
  return readRecords(database, runId, (rows) =>
    rows.where('step', '>=', Math.min(from, LAST_STEP)).where('step', '<', Math.min(to, LAST_STEP)),
  );
}

/** At most `count` of the steps of a run, evenly spread, in order. Raises `invalid_value` as `readSteps` does. */
export async function readSampledSteps(database: Database, runId: string, count: number): Promise<RunStep[]> {
  const range = await readStepRange(database, runId);
  if (range === null) return [];
  const { first, last } = range;
  if (last - first < count) return readSteps(database, runId, { from: first, to: last + 1 });
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
  return readRecords(database, runId, (rows) => rows.whereIn('step', found));
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

async function readRecords(
  database: Database,
  runId: string,
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<RunStep[]> {
  const sizes: { seq: number; bytes: number }[] = await database.query((db) =>
    narrow(history(db, runId))
      .orderBy(['step', 'seq'])
      .limit(MOST_RECORDS + 1)
      .select('seq', db.raw('octet_length(metrics) as bytes')),
  );
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  if (sizes.length > MOST_RECORDS || bytes > MOST_BYTES) throw tooMuch();
  const steps: RunStep[] = [];
  for (let start = 0; start < sizes.length; start += RECORDS_AT_ONCE) {
    const seqs = sizes.slice(start, start + RECORDS_AT_ONCE).map(({ seq }) => seq);
    const rows: RecordRow[] = await database.query((db) =>
      db('run_history').whereIn('seq', seqs).orderBy(['step', 'seq']).select('seq', 'step', 'time', 'metrics'),
    );
    for (const row of rows) add(steps, row);
    await nextIteration();
  }
  return steps;
}

/** Those of a step follow each other, the oldest first. */
function add(steps: RunStep[], { step, time, metrics }: RecordRow): void {
  const newest = steps.at(-1);
  if (newest?.step !== step) steps.push({ step, time, metrics: parseMetrics(metrics) });
  else Object.assign(newest, { time, metrics: { ...newest.metrics, ...parseMetrics(metrics) } });
}

function tooMuch(): StorageError {
  const most = `${MOST_RECORDS.toLocaleString('en')} records and ${MOST_BYTES / 2 ** 20} MiB of metrics`;
  return new StorageError('invalid_value', `These steps have more than ${most}, which are the most; ask for fewer.`);
}
