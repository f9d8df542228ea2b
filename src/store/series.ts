import { setImmediate as nextIteration } from 'node:timers/promises';
import { BlockWriter } from './block-writer.ts';
import type { Database } from './database.ts';
import { metricsOf, type RunMetric, RunMetrics } from './run-metrics.ts';
import {
  axisOf,
  blockOf,
  columnOf,
  isStorable,
  type SeriesAxis,
  type SeriesBlock,
  type SeriesColumn,
} from './series-block.ts';
import { type BlockRecords, blockRecords, laterBlocks, type Place } from './series-history.ts';

/** Fewest stored blocks read at once; more if few metrics are wanted, since each read has a fixed cost. */
const BLOCKS_AT_ONCE = 8;
/** Columns of stored blocks read at once, if that is more; each column has 4 KiB. */
const COLUMNS_AT_ONCE = 256;

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

/** A stored column without its values. */
interface FigureRow extends Omit<ColumnRow, 'values'> {
  minimum: number;
  maximum: number;
  last: number;
  first_step: number;
  last_step: number;
}

/**
 * Yields the whole history of a run as columns, in the order of writing. Reads stored blocks up to the first closed one
 * that is not stored, and the rest from the history itself. Stores closed blocks that were not stored when they closed,
 * unless that fails. Other requests get a turn between the blocks.
 */
export async function* readSeries<Axis extends SeriesAxis>(
  database: Database,
  runId: string,
  { axis, names }: { axis: Axis; names: readonly string[] },
): AsyncGenerator<SeriesBlock<Axis>> {
  const atOnce = Math.max(BLOCKS_AT_ONCE, Math.floor(COLUMNS_AT_ONCE / Math.max(1, names.length)));
  let place: Place = { block: 0, seq: 0 };
  for (;;) {
    const rows = await keptBlocks(database, runId, place, { axes: [axis], atOnce });
    if (rows.length === 0) break;
    const columns = await keptColumns(database, runId, rows, names);
    for (const row of rows) {
      const axes = { [axis]: axisOf(row[axis] as Uint8Array) } as Record<Axis, Float64Array>;
      if (row.wide === 0) yield { axes, columns: columns.get(row.block) ?? new Map() };
      else yield await wideBlock(database, runId, place, names);
      place = { block: row.block + 1, seq: row.last_seq };
    }
    if (rows.length < atOnce) break;
    await nextIteration();
  }
  const keeper = new BlockWriter(database, runId);
  for await (const records of laterBlocks(database, runId, place)) {
    const isWanted = keeper.wants(records);
    const block = await blockOf(records.parts(), { names, others: isWanted });
    yield block;
    if (isWanted) await keeper.add(records, block);
  }
  await keeper.end();
}

/** Returns the metrics of a run, by name, as many as are listed. Stores closed blocks, as `readSeries` does. */
export async function readRunMetrics(database: Database, runId: string): Promise<RunMetric[]> {
  const metrics = new RunMetrics();
  let place: Place = { block: 0, seq: 0 };
  for (;;) {
    const rows = await keptBlocks(database, runId, place, { axes: [], atOnce: BLOCKS_AT_ONCE });
    if (rows.length === 0) break;
    const figures = await keptFigures(database, runId, rows);
    for (const row of rows) {
      if (row.wide === 1) await addRecords(metrics, await blockRecords(database, runId, place));
      else metrics.addBlock(figures.get(row.block) ?? []);
      place = { block: row.block + 1, seq: row.last_seq };
    }
    if (rows.length < BLOCKS_AT_ONCE) break;
    await nextIteration();
  }
  const keeper = new BlockWriter(database, runId);
  for await (const records of laterBlocks(database, runId, place)) {
    const block = keeper.wants(records) ? await blockOf(records.parts(), { names: [], others: true }) : null;
    if (block === null || block.isWide) await addRecords(metrics, records);
    else metrics.addBlock(metricsOf(block));
    if (block !== null) await keeper.add(records, block);
  }
  await keeper.end();
  return metrics.all();
}

async function addRecords(metrics: RunMetrics, records: BlockRecords | null): Promise<void> {
  if (records === null) return;
  for await (const rows of records.parts()) metrics.addRecords(rows);
}

async function wideBlock(
  database: Database,
  runId: string,
  place: Place,
  names: readonly string[],
): Promise<SeriesBlock> {
  const records = await blockRecords(database, runId, place);
  return blockOf(records === null ? [] : records.parts(), { names, others: false });
}

/** Returns consecutive stored blocks from `place` on, as many as are read at once. */
async function keptBlocks(
  database: Database,
  runId: string,
  { block }: Place,
  { axes, atOnce }: { axes: readonly SeriesAxis[]; atOnce: number },
): Promise<BlockRow[]> {
  const rows: BlockRow[] = await database.query((db) =>
    db('series_blocks')
      .where({ run_id: runId })
      .where('block', '>=', block)
      .orderBy('block')
      .limit(atOnce)
      .select('block', 'last_seq', 'wide', ...axes),
  );
  // After a gap no block counts as stored, until the next read fills the gap.
  const end = rows.findIndex((row, index) => row.block !== block + index);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Returns the columns of stored blocks, by block and name. */
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

/** Returns the summary of each metric of stored blocks, by block. */
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
