import { MAX_METRICS, parseMetrics } from './stored-value.ts';

/** Records of a closed block, which never changes again. */
export const BLOCK_RECORDS = 512;

/** X axes of a curve; also names of columns. */
export const AXES = ['gradient_step', 'step', 'time'] as const;
export type SeriesAxis = (typeof AXES)[number];

/** Values of a metric in a block. */
export interface SeriesColumn {
  values: Float64Array;
  /** Index in the block of each value's record; null if every record has a value. */
  places: Uint16Array | null;
}

/** Consecutive records, as columns. */
export interface SeriesBlock<Axis extends SeriesAxis = SeriesAxis> {
  /** `x` of each record. A time is in milliseconds since 1970; `gradient_step` is NaN for other records. */
  axes: Readonly<Record<Axis, Float64Array>>;
  columns: ReadonlyMap<string, SeriesColumn>;
}

/** Columns of a record that a block is made from. */
export interface SeriesRow {
  seq: number;
  step: number;
  gradient_step: number | null;
  time: string;
  metrics: string;
}

/** A block as read from the history. */
export interface ReadBlock extends SeriesBlock {
  /**
   * Whether the block has more names than are stored as columns, or a name that a database cannot store. It is then
   * read from the history each time, and has only the wanted columns.
   */
  isWide: boolean;
}

/** Metrics of a block to read. */
export interface WantedNames {
  names: readonly string[];
  /** Whether to read all other metrics as well, unless the block is wide. */
  others: boolean;
}

/** Values of a metric, and the indices of their records. */
interface GrowingColumn {
  values: number[];
  places: number[];
}

/** Makes a block from at most `BLOCK_RECORDS` records, which arrive in batches. */
export async function blockOf(
  parts: AsyncIterable<readonly SeriesRow[]> | Iterable<readonly SeriesRow[]>,
  { names, others }: WantedNames,
): Promise<ReadBlock> {
  const found = new Map<string, GrowingColumn>();
  const axes: Record<SeriesAxis, number[]> = { gradient_step: [], step: [], time: [] };
  let isWide = false;
  for await (const rows of parts) {
    for (const row of rows) {
      const metrics = parseMetrics(row.metrics);
      const before = found.size;
      const wanted: readonly string[] = others && !isWide ? Object.keys(metrics) : names;
      for (const name of wanted)
        if (Object.hasOwn(metrics, name)) addValue(found, name, metrics[name], axes.step.length);
      if (others && !isWide && found.size > before && isTooWide(found)) {
        isWide = true;
        for (const name of found.keys()) if (!names.includes(name)) found.delete(name);
      }
      axes.gradient_step.push(row.gradient_step ?? Number.NaN);
      axes.step.push(row.step);
      axes.time.push(Date.parse(row.time));
    }
  }
  const columns = new Map<string, SeriesColumn>();
  for (const [name, column] of found) columns.set(name, closedColumn(column, axes.step.length));
  const { gradient_step, step, time } = axes;
  const arrays = { gradient_step: new Float64Array(gradient_step), step: new Float64Array(step) };
  return { axes: { ...arrays, time: new Float64Array(time) }, columns, isWide };
}

function addValue(found: Map<string, GrowingColumn>, name: string, value: number, place: number): void {
  const column = found.get(name) ?? { values: [], places: [] };
  found.set(name, column);
  column.values.push(value);
  column.places.push(place);
}

function isTooWide(found: ReadonlyMap<string, GrowingColumn>): boolean {
  return found.size > MAX_METRICS || ![...found.keys()].every(isStorable);
}

function closedColumn({ values, places }: GrowingColumn, records: number): SeriesColumn {
  return {
    values: new Float64Array(values),
    places: values.length === records ? null : new Uint16Array(places),
  };
}

/** Returns whether both databases can store a name as text. */
export function isStorable(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0');
}

/** Returns the values, then the places if there are any. */
export function columnBytes({ values, places }: SeriesColumn): Buffer {
  const parts = places === null ? [values] : [values, places];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

/** Returns the column of a closed block from its bytes. */
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
