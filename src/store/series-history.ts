import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Database } from './database.ts';
import { BLOCK_RECORDS, type SeriesRow } from './series-block.ts';

/** Most bytes of metrics that one statement reads, unless a single record has more. */
const STATEMENT_BYTES = 4 * 2 ** 20;
/** Records, and characters of their metrics, handled before other requests get a turn. */
const ROWS_AT_ONCE = 32;
const CHARACTERS_AT_ONCE = 2 ** 18;

/** The part of `Database` that reads the history. */
export type Reader = Pick<Database, 'query'>;

/** Start of a block in the history of its run. */
export interface Place {
  block: number;
  /** `seq` of the last record before the block. */
  seq: number;
}

/** Records of a block in the history, read on demand. */
export interface BlockRecords {
  number: number;
  lastSeq: number;
  /** Bytes of the metrics of all records. */
  bytes: number;
  /** Whether the block has all the records that it will ever have. */
  isClosed: boolean;
  /** Yields a few records at a time, in the order of writing; other requests get a turn in between. */
  parts(): AsyncGenerator<readonly SeriesRow[]>;
}

interface SizeRow {
  seq: number;
  bytes: number;
}

/** Yields the blocks from a place on, the open one last. */
export async function* laterBlocks(database: Reader, runId: string, from: Place): AsyncGenerator<BlockRecords> {
  for (let place = from; ; ) {
    const records = await blockRecords(database, runId, place);
    if (records === null) return;
    yield records;
    if (!records.isClosed) return;
    place = { block: place.block + 1, seq: records.lastSeq };
  }
}

/** Returns the block at a place, or null if no record follows. */
export async function blockRecords(database: Reader, runId: string, place: Place): Promise<BlockRecords | null> {
  const sizes: SizeRow[] = await database.query((db) =>
    db('run_history')
      .where({ run_id: runId })
      .where('seq', '>', place.seq)
      .orderBy('seq')
      .limit(BLOCK_RECORDS)
      .select('seq', db.raw('octet_length(metrics) as bytes')),
  );
  if (sizes.length === 0) return null;
  return {
    number: place.block,
    lastSeq: sizes[sizes.length - 1].seq,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    isClosed: sizes.length === BLOCK_RECORDS,
    parts: () => parts(database, runId, place.seq, sizes),
  };
}

async function* parts(
  database: Reader,
  runId: string,
  from: number,
  sizes: readonly SizeRow[],
): AsyncGenerator<readonly SeriesRow[]> {
  let before = from;
  for (const last of statementEnds(sizes)) {
    const rows: SeriesRow[] = await database.query((db) =>
      db('run_history')
        .where({ run_id: runId })
        .where('seq', '>', before)
        .where('seq', '<=', last)
        .orderBy('seq')
        .select('seq', 'step', 'gradient_step', 'time', 'metrics'),
    );
    yield* inTurns(rows);
    before = last;
  }
}

/** Returns the `seq` of the last record of each statement. */
function statementEnds(sizes: readonly SizeRow[]): number[] {
  const ends: number[] = [];
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    if (bytes > 0 && bytes + size.bytes > STATEMENT_BYTES) {
      ends.push(sizes[index - 1].seq);
      bytes = 0;
    }
    bytes += size.bytes;
  }
  return [...ends, sizes[sizes.length - 1].seq];
}

async function* inTurns(rows: readonly SeriesRow[]): AsyncGenerator<readonly SeriesRow[]> {
  for (let start = 0; start < rows.length; ) {
    let end = start;
    for (let characters = 0; end < rows.length && end - start < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE; end++)
      characters += rows[end].metrics.length;
    yield rows.slice(start, end);
    start = end;
    await nextIteration();
  }
}
