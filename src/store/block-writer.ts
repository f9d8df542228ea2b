import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { metricOf } from './run-metrics.ts';
import { AXES, axisBytes, blockOf, columnBytes, type ReadBlock } from './series-block.ts';
import { type BlockRecords, blockRecords } from './series-history.ts';

/** Blocks, and values in their columns, that one transaction stores. */
const BLOCKS_AT_ONCE = 8;
const VALUES_AT_ONCE = 2 ** 20;
/** Columns per insert: SQLite allows 32,766 bound values in a statement. */
const COLUMNS_AT_ONCE = 64;
/**
 * Most bytes of metrics in a block that is stored as it closes, some hundred metrics per record. Reading them blocks
 * other users of SQLite for a quarter of a second.
 */
const MAX_BYTES_OF_COMMIT = 8 * 2 ** 20;

interface ClosedBlock extends ReadBlock {
  number: number;
  lastSeq: number;
}

/**
 * Writer of the closed blocks of one run, in order, up to the first that cannot be stored: no stored block may follow a
 * gap.
 */
export class BlockWriter {
  readonly #database: Database;
  readonly #runId: string;
  #waiting: ClosedBlock[] = [];
  #values = 0;
  #canWrite = true;

  constructor(database: Database, runId: string) {
    this.#database = database;
    this.#runId = runId;
  }

  /** Returns whether a block is to be read with all its metrics, and stored. */
  wants({ isClosed }: BlockRecords): boolean {
    return isClosed && this.#canWrite;
  }

  async add({ number, lastSeq }: BlockRecords, block: ReadBlock): Promise<void> {
    this.#waiting.push({ ...block, number, lastSeq });
    for (const { values } of block.columns.values()) this.#values += values.length;
    if (this.#waiting.length === BLOCKS_AT_ONCE || this.#values >= VALUES_AT_ONCE) await this.end();
  }

  /** Stores the blocks that are still waiting. */
  async end(): Promise<void> {
    if (this.#waiting.length > 0) this.#canWrite = await writeBlocks(this.#database, this.#runId, this.#waiting);
    this.#waiting = [];
    this.#values = 0;
  }
}

/**
 * Stores the first closed block that is not stored yet, inside a transaction that has locked the run and closed a
 * block. This is an older block if the run was filled before blocks were stored as they close; whoever reads the run
 * stores the rest. A block that is too large for a transaction is left to the reader too.
 */
export async function writeNextBlock(db: Knex, runId: string): Promise<void> {
  const kept: { block: number; last_seq: number } | undefined = await db('series_blocks')
    .where({ run_id: runId })
    .orderBy('block', 'desc')
    .first('block', 'last_seq');
  const place = kept === undefined ? { block: 0, seq: 0 } : { block: kept.block + 1, seq: kept.last_seq };
  const records = await blockRecords({ query: (statements) => statements(db) }, runId, place);
  if (records === null || !records.isClosed || records.bytes > MAX_BYTES_OF_COMMIT) return;
  const { number, lastSeq } = records;
  await insert(db, runId, { ...(await blockOf(records.parts(), { names: [], others: true })), number, lastSeq });
}

/**
 * Stores all blocks or none, and returns whether it did; blocks that others stored meanwhile are identical. A full disk
 * or a deleted run is no error, since the curve can still be read from the history.
 */
async function writeBlocks(database: Database, runId: string, blocks: readonly ClosedBlock[]): Promise<boolean> {
  try {
    await database.write(async (db) => {
      // Locks the run first, as every writer of its history does: otherwise a writer that holds the run could wait for
      // a block inserted here, while this transaction waits for the run.
      await db('runs').where({ id: runId }).forUpdate().first('id');
      for (const block of blocks) await insert(db, runId, block);
    });
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return false;
  }
}

async function insert(db: Knex, runId: string, block: ClosedBlock): Promise<void> {
  const { number, lastSeq, axes, columns, isWide } = block;
  const bytes = Object.fromEntries(AXES.map((axis) => [axis, axisBytes(axes[axis])]));
  const inserted: unknown[] = await db('series_blocks')
    .insert({ run_id: runId, block: number, last_seq: lastSeq, wide: isWide ? 1 : 0, ...bytes })
    .onConflict(['run_id', 'block'])
    .ignore()
    .returning(['block']);
  if (inserted.length === 0 || isWide) return;
  const rows = [...columns].map(([name, column]) => {
    const { count, last, min, max, firstStep, lastStep } = metricOf(name, column, axes.step);
    const figures = { count, minimum: min, maximum: max, last, first_step: firstStep, last_step: lastStep };
    return { run_id: runId, name, block: number, ...figures, values: columnBytes(column) };
  });
  for (let start = 0; start < rows.length; start += COLUMNS_AT_ONCE) {
    await db('series_columns').insert(rows.slice(start, start + COLUMNS_AT_ONCE));
  }
}
