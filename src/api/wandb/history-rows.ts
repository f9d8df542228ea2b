import type { Runs } from '../../store/runs.ts';
import type { SeriesColumn } from '../../store/series-block.ts';

/** A history row in W&B's format: `_step`, `_timestamp` in seconds, and metrics. */
export type HistoryRow = Record<string, number>;

/** Selects rows that have all of the keys, reduced to these, and at most `most` rows. */
interface WantedRows {
  keys: readonly string[];
  most: number;
  /** Aborts the read, which rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Returns the rows of steps in [`from`, `to`); null keys mean all. Raises `invalid_value` for too many at once. */
export async function rowsOfRange(
  runs: Runs,
  runId: string,
  { keys, most, ...range }: Omit<WantedRows, 'keys'> & { keys: readonly string[] | null; from: number; to: number },
): Promise<HistoryRow[]> {
  const rows = (await runs.steps(runId, range)).map(rowOf);
  if (keys === null) return spread(rows, most);
  const having = rows.filter((row) => keys.every((key) => Object.hasOwn(row, key)));
  return spread(
    having.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]]))),
    most,
  );
}

/** Returns complete rows of evenly spaced steps over the whole history. */
export async function sampledRows(
  runs: Runs,
  runId: string,
  { most, signal }: Omit<WantedRows, 'keys'>,
): Promise<HistoryRow[]> {
  return (await runs.steps(runId, { samples: most, signal })).map(rowOf);
}

/** Returns rows of the whole history, which is read by columns. Excludes gradient steps; they have their own axis. */
export async function rowsWithKeys(
  runs: Runs,
  runId: string,
  { keys, most, signal }: WantedRows,
): Promise<HistoryRow[]> {
  const names = keys.filter((key) => key !== '_step' && key !== '_timestamp');
  const times = runs.series(runId, { axis: 'time', names: [] });
  const gradients = runs.series(runId, { axis: 'gradient_step', names: [] });
  const sample = new EvenSample(most);
  for await (const { axes, columns } of runs.series(runId, { axis: 'step', names })) {
    signal?.throwIfAborted();
    // The three series have the same blocks, except for the last one, which grows.
    const [time, gradient] = [await times.next(), await gradients.next()];
    if (time.done || gradient.done) break;
    const values = new Map(names.map((name) => [name, valuesOf(columns.get(name), axes.step.length)]));
    values.set('_step', axes.step).set(
      '_timestamp',
      time.value.axes.time.map((ms) => ms / 1000),
    );
    for (let at = 0; at < axes.step.length; at++) {
      if (!Number.isNaN(gradient.value.axes.gradient_step[at])) continue;
      if (keys.some((key) => Number.isNaN(values.get(key)?.[at] ?? Number.NaN))) continue;
      sample.add(() => Object.fromEntries(keys.map((key) => [key, values.get(key)![at]])));
    }
  }
  return spread(sample.rows, most);
}

function rowOf({ step, time, metrics }: Awaited<ReturnType<Runs['steps']>>[number]): HistoryRow {
  return { ...metrics, _step: step, _timestamp: Date.parse(time) / 1000 };
}

/** Returns a metric's values by record; NaN if a record has none. */
function valuesOf(column: SeriesColumn | undefined, length: number): Float64Array {
  const all = new Float64Array(length).fill(Number.NaN);
  column?.values.forEach((value, index) => {
    all[column.places === null ? index : column.places[index]] = value;
  });
  return all;
}

/** Returns at most `most` rows, evenly spaced, including the first and the last. */
function spread<Row>(rows: readonly Row[], most: number): Row[] {
  if (rows.length <= most) return [...rows];
  const apart = (rows.length - 1) / Math.max(most - 1, 1);
  return Array.from({ length: most }, (_, i) => rows[Math.round(i * apart)]);
}

/** Keeps every row, then every second, then every fourth, and so on; always fewer than four times `most`. */
class EvenSample {
  rows: HistoryRow[] = [];
  readonly #most: number;
  #apart = 1;
  #seen = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(row: () => HistoryRow): void {
    if (this.#seen++ % this.#apart !== 0) return;
    this.rows.push(row());
    if (this.rows.length < 4 * this.#most) return;
    this.rows = this.rows.filter((_, place) => place % 2 === 0);
    this.#apart *= 2;
  }
}
