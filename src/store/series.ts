import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import {
  AXES,
  axisBytes,
  axisOf,
  BLOCK_RECORDS,
  blockOf,
  columnBytes,
  columnOf,
  isStorable,
  isWide,
  type SeriesAxis,
  type SeriesBlock,
  type SeriesColumn,
  type SeriesRow,
} from './series-block.ts';

/** Blocks that are read at once, and that are written in one transaction. */
const BLOCKS_AT_ONCE = 8;
/** Columns of one insert: SQLite takes 32,766 values in a statement. */
const COLUMNS_AT_ONCE = 64;

/** Where a block begins in the history of its run. */
interface Place {
  block: number;
  /** The `seq` of the last record before it. */
  seq: number;
}

interface BlockRow extends Partial<Record<SeriesAxis, Uint8Array>> {
  block: number;
  last_seq: number;
  wide: number;
}

interface ColumnRow {
  name: string;
  block: number;
  count: number;
  values: Uint8Array;
}

/** A column without its values. */
interface FigureRow extends Omit<ColumnRow, 'values'> {
  minimum: number;
  maximum: number;
  last: number;
  first_step: number;
  last_step: number;
}

/**
 * The whole history of a run as columns, in the order of writing: closed blocks from where they are kept, up to the
 * first that is not, the others from the history itself. Those that have been closed since the last time are kept then,
 * unless that fails. Others have their turn between the blocks.
 */
export async function* readSeries<Axis extends SeriesAxis>(
  database: Database,
  runId: string,
  { axis, names }: { axis: Axis; names: readonly string[] },
): AsyncGenerator<SeriesBlock<Axis>> {
  let place: Place = { block: 0, seq: 0 };
  for (;;) {
    const rows = await keptBlocks(database, runId, place, [axis]);
    if (rows.length === 0) break;
    const columns = await keptColumns(database, runId, rows, names);
    for (const row of rows) {
      const axes = { [axis]: axisOf(row[axis] as Uint8Array) } as Record<Axis, Float64Array>;
      if (row.wide === 1) yield await blockOf(await history(database, runId, place, row.last_seq), names);
      else yield { axes, columns: columns.get(row.block) ?? new Map() };
      place = { block: row.block + 1, seq: row.last_seq };
    }
    await nextIteration();
  }
  yield* unkeptBlocks(database, runId, place);
}

/** What is known of a metric of a run. */
export interface RunMetric {
  name: string;
  count: number;
  /** The value that was recorded last. */
  last: number;
  min: number;
  max: number;
  /** The steps of the first record that has it, and of the last. */
  firstStep: number;
  lastStep: number;
}

/** All metrics of a run, by name. Keeps what has been closed, as `readSeries` does. */
export async function readRunMetrics(database: Database, runId: string): Promise<RunMetric[]> {
  const metrics = new Map<string, RunMetric>();
  let place: Place = { block: 0, seq: 0 };
  for (;;) {
    const rows = await keptBlocks(database, runId, place, []);
    if (rows.length === 0) break;
    const figures = await keptFigures(database, runId, rows);
    for (const row of rows) {
      const isWide = row.wide === 1;
      const wide = isWide ? metricsOf(await blockOf(await history(database, runId, place, row.last_seq), null)) : [];
      for (const metric of isWide ? wide : (figures.get(row.block) ?? [])) join(metrics, metric);
      place = { block: row.block + 1, seq: row.last_seq };
    }
    await nextIteration();
  }
  for await (const block of unkeptBlocks(database, runId, place)) {
    for (const metric of metricsOf(block)) join(metrics, metric);
  }
  return [...metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds what is known of later records. */
function join(metrics: Map<string, RunMetric>, later: RunMetric): void {
  const known = metrics.get(later.name);
  if (known === undefined) {
    metrics.set(later.name, later);
    return;
  }
  metrics.set(later.name, {
    ...later,
    count: known.count + later.count,
    min: Math.min(known.min, later.min),
    max: Math.max(known.max, later.max),
    firstStep: known.firstStep,
  });
}

function metricsOf({ axes, columns }: SeriesBlock): RunMetric[] {
  return [...columns].map(([name, column]) => metricOf(name, column, axes.step));
}

function metricOf(name: string, { values, places }: SeriesColumn, steps: Float64Array): RunMetric {
  const count = values.length;
  const stepAt = (index: number): number => steps[places === null ? index : places[index]];
  return {
    name,
    count,
    last: values[count - 1],
    min: values.reduce((a, b) => Math.min(a, b)),
    max: values.reduce((a, b) => Math.max(a, b)),
    firstStep: stepAt(0),
    lastStep: stepAt(count - 1),
  };
}

/** The kept blocks from `place` on, each the next of the one before, as many as are read at once. */
async function keptBlocks(
  database: Database,
  runId: string,
  { block }: Place,
  axes: readonly SeriesAxis[],
): Promise<BlockRow[]> {
  const rows: BlockRow[] = await database.query((db) =>
    db('series_blocks')
      .where({ run_id: runId })
      .where('block', '>=', block)
      .orderBy('block')
      .limit(BLOCKS_AT_ONCE)
      .select('block', 'last_seq', 'wide', ...axes),
  );
  // Behind a hole nothing counts as kept, until the next reading fills it.
  const end = rows.findIndex((row, index) => row.block !== block + index);
  return end === -1 ? rows : rows.slice(0, end);
}

/** The columns of kept blocks, by block and name. */
async function keptColumns(
  database: Database,
  runId: string,
  blocks: readonly BlockRow[],
  names: readonly string[],
): Promise<Map<number, Map<string, SeriesColumn>>> {
  const rows: ColumnRow[] = await database.query((db) =>
    db('series_columns')
      .where({ run_id: runId })
      .whereIn(
        'block',
        blocks.map(({ block }) => block),
      )
      .whereIn('name', names.filter(isStorable))
      .select('name', 'block', 'count', 'values'),
  );
  const columns = new Map<number, Map<string, SeriesColumn>>();
  for (const { name, block, count, values } of rows) {
    const ofBlock = columns.get(block) ?? new Map<string, SeriesColumn>();
    columns.set(block, ofBlock.set(name, columnOf(values, count)));
  }
  return columns;
}

/** What is known of each metric of kept blocks, by block. */
async function keptFigures(
  database: Database,
  runId: string,
  blocks: readonly BlockRow[],
): Promise<Map<number, RunMetric[]>> {
  const numbers = blocks.map(({ block }) => block);
  const rows: FigureRow[] = await database.query((db) =>
    db('series_columns')
      .where({ run_id: runId })
      .whereIn('block', numbers)
      .select('block', 'name', 'count', 'minimum', 'maximum', 'last', 'first_step', 'last_step'),
  );
  const figures = new Map<number, RunMetric[]>(numbers.map((block) => [block, []]));
  for (const { block, name, count, last, minimum: min, maximum: max, ...row } of rows) {
    const steps = { firstStep: row.first_step, lastStep: row.last_step };
    figures.get(block)?.push({ name, count, last, min, max, ...steps });
  }
  return figures;
}

/**
 * What is not kept yet, the open block last. Blocks that turn out to be closed are kept on the way, up to the first that
 * cannot be: what comes behind a hole must not be kept.
 */
async function* unkeptBlocks(database: Database, runId: string, from: Place): AsyncGenerator<SeriesBlock> {
  let place = from;
  let closed: ClosedBlock[] = [];
  let mayKeep = true;
  for (;;) {
    const rows = await history(database, runId, place, null);
    if (rows.length === 0) break;
    const block = await blockOf(rows, null);
    yield block;
    const isClosed = rows.length === BLOCK_RECORDS;
    const lastSeq = rows[rows.length - 1].seq;
    if (isClosed && mayKeep) closed.push({ ...block, number: place.block, lastSeq });
    if (!isClosed) break;
    place = { block: place.block + 1, seq: lastSeq };
    if (closed.length === BLOCKS_AT_ONCE) {
      mayKeep = await keep(database, runId, closed);
      closed = [];
    }
  }
  if (closed.length > 0) await keep(database, runId, closed);
}

function history(database: Database, runId: string, { seq }: Place, last: number | null): Promise<SeriesRow[]> {
  return database.query((db) => {
    const rows = db('run_history').where({ run_id: runId }).where('seq', '>', seq);
    if (last !== null) rows.where('seq', '<=', last);
    return rows.orderBy('seq').limit(BLOCK_RECORDS).select('seq', 'step', 'gradient_step', 'time', 'metrics');
  });
}

interface ClosedBlock extends SeriesBlock {
  number: number;
  lastSeq: number;
}

/**
 * Keeps blocks, all or none, and tells whether it did; those that another reader has kept meanwhile are the same. A
 * curve is read all the same where the disk is full or the run has been deleted.
 */
async function keep(database: Database, runId: string, blocks: readonly ClosedBlock[]): Promise<boolean> {
  try {
    await database.write(async (db) => {
      for (const block of blocks) await insert(db, runId, block);
    });
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return false;
  }
}

async function insert(db: Knex, runId: string, block: ClosedBlock): Promise<void> {
  const { number, lastSeq, axes, columns } = block;
  const bytes = Object.fromEntries(AXES.map((axis) => [axis, axisBytes(axes[axis])]));
  const inserted: unknown[] = await db('series_blocks')
    .insert({ run_id: runId, block: number, last_seq: lastSeq, wide: isWide(block) ? 1 : 0, ...bytes })
    .onConflict(['run_id', 'block'])
    .ignore()
    .returning(['block']);
  if (inserted.length === 0 || isWide(block)) return;
  const rows = [...columns].map(([name, column]) => {
    const { count, last, min, max, firstStep, lastStep } = metricOf(name, column, axes.step);
    const figures = { count, minimum: min, maximum: max, last, first_step: firstStep, last_step: lastStep };
    return { run_id: runId, name, block: number, ...figures, values: columnBytes(column) };
  });
  for (let start = 0; start < rows.length; start += COLUMNS_AT_ONCE) {
    await db('series_columns').insert(rows.slice(start, start + COLUMNS_AT_ONCE));
  }
}
