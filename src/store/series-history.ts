import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Database } from './database.ts';
import { BLOCK_RECORDS, type SeriesRow } from './series-block.ts';

/** Bytes of metrics of one statement, unless a single record has more. */
const STATEMENT_BYTES = 4 * 2 ** 20;
/** Records, and characters of their metrics, that are read before others have their turn. */
const ROWS_AT_ONCE = 32;
const CHARACTERS_AT_ONCE = 2 ** 18;

/** What the history is read with. */
export type Reader = Pick<Database, 'query'>;

/** Where a block begins in the history of its run. */
export interface Place {
  block: number;
  /** The `seq` of the last record before it. */
  seq: number;
}

/** The records of a block in the history, which are read when they are wanted. */
export interface BlockRecords {
  number: number;
  lastSeq: number;
  /** What the metrics of all of them take. */
  bytes: number;
  /** Whether it has all the records that it ever will. */
  isClosed: boolean;
  /** A few at a time, in the order of writing; others have their turn between. */
  parts(): AsyncGenerator<readonly SeriesRow[]>;
}

interface SizeRow {
  seq: number;
  bytes: number;
}

/** The blocks from a place on, the open one last. */
export async function* laterBlocks(database: Reader, runId: string, from: Place): AsyncGenerator<BlockRecords> {
  for (let place = from; ; ) {
    const records = await blockRecords(database, runId, place);
    if (records === null) return;
    yield records;
    if (!records.isClosed) return;
    place = { block: place.block + 1, seq: records.lastSeq };
  }
}

/** The block at a place; null where no record is behind it. */
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

/** The `seq` of the last record of each statement. */
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
