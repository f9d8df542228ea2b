import { setImmediate as nextIteration } from 'node:timers/promises';
import { MOST_METRICS, parseMetrics } from './stored-value.ts';

/** Records of a closed block, which no later record changes. */
export const BLOCK_RECORDS = 512;

/** What a curve may run over; the names of columns, too. */
export const AXES = ['gradient_step', 'step', 'time'] as const;
export type SeriesAxis = (typeof AXES)[number];

/** The values of a metric in a block. */
export interface SeriesColumn {
  values: Float64Array;
  /** The place in the block of each value's record; null where all records have one. */
  places: Uint16Array | null;
}

/** Records that follow each other, as columns. */
export interface SeriesBlock<Axis extends SeriesAxis = SeriesAxis> {
  /** `x` of each record, a time in milliseconds since 1970; NaN where a record is no gradient step. */
  axes: Readonly<Record<Axis, Float64Array>>;
  columns: ReadonlyMap<string, SeriesColumn>;
}

/** What a block needs of a record. */
export interface SeriesRow {
  seq: number;
  step: number;
  gradient_step: number | null;
  time: string;
  metrics: string;
}

/** Records that are read before others have their turn: some are large. */
const ROWS_AT_ONCE = 32;

/** Reads the metrics of at most `BLOCK_RECORDS` records; of `names` where they are given. */
export async function blockOf(rows: readonly SeriesRow[], names: readonly string[] | null): Promise<SeriesBlock> {
  const found = new Map<string, { values: number[]; places: number[] }>();
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_AT_ONCE === 0) await nextIteration();
    const metrics = parseMetrics(row.metrics);
    for (const name of names ?? Object.keys(metrics)) {
      if (!Object.hasOwn(metrics, name)) continue;
      const column = found.get(name) ?? { values: [], places: [] };
      found.set(name, column);
      column.values.push(metrics[name]);
      column.places.push(place);
    }
  }
  const columns = new Map<string, SeriesColumn>();
  for (const [name, { values, places }] of found) {
    const isWhole = values.length === rows.length;
    columns.set(name, { values: Float64Array.from(values), places: isWhole ? null : Uint16Array.from(places) });
  }
  return { axes: axesOf(rows), columns };
}

function axesOf(rows: readonly SeriesRow[]): SeriesBlock['axes'] {
  return {
    gradient_step: Float64Array.from(rows, (row) => row.gradient_step ?? Number.NaN),
    step: Float64Array.from(rows, (row) => row.step),
    time: Float64Array.from(rows, (row) => Date.parse(row.time)),
  };
}

/**
 * Whether a block has more names than are kept as columns, or one that no database takes as it is: such a block is read
 * from the history each time.
 */
export function isWide({ columns }: SeriesBlock): boolean {
  return columns.size > MOST_METRICS || ![...columns.keys()].every(isStorable);
}

/** Whether a name can be a text in both databases. */
export function isStorable(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0');
}

/** The values, then the places where there are any. */
export function columnBytes({ values, places }: SeriesColumn): Buffer {
  const parts = places === null ? [values] : [values, places];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

/** The column of a closed block. */
export function columnOf(bytes: Uint8Array, count: number): SeriesColumn {
  const { buffer } = new Uint8Array(bytes);
  const places =
    count === BLOCK_RECORDS ? null : new Uint16Array(buffer, count * Float64Array.BYTES_PER_ELEMENT, count);
  return { values: new Float64Array(buffer, 0, count), places };
}

export function axisBytes(axis: Float64Array): Buffer {
  return columnBytes({ values: axis, places: null });
}

export function axisOf(bytes: Uint8Array): Float64Array {
  return columnOf(bytes, BLOCK_RECORDS).values;
}
