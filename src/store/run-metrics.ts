import type { SeriesBlock, SeriesColumn, SeriesRow } from './series-block.ts';
import { parseMetrics } from './stored-value.ts';

/** Metrics of a run that are listed. */
const MOST_NAMES = 4_096;

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

/** The metrics of a run, as its records come. Names that come when there are `MOST_NAMES` are passed over. */
export class RunMetrics {
  readonly #metrics = new Map<string, RunMetric>();

  /** Adds what is known of the records of a block. */
  addBlock(metrics: readonly RunMetric[]): void {
    for (const metric of metrics.toSorted(byName)) this.#add(metric);
  }

  addRecords(rows: readonly SeriesRow[]): void {
    for (const { step, metrics } of rows) {
      for (const [name, value] of Object.entries(parseMetrics(metrics)))
        this.#add({ name, count: 1, last: value, min: value, max: value, firstStep: step, lastStep: step });
    }
  }

  /** By name. */
  all(): RunMetric[] {
    return [...this.#metrics.values()].sort(byName);
  }

  #add(later: RunMetric): void {
    const known = this.#metrics.get(later.name);
    if (known === undefined) {
      if (this.#metrics.size < MOST_NAMES) this.#metrics.set(later.name, { ...later });
      return;
    }
    known.count += later.count;
    known.last = later.last;
    known.min = Math.min(known.min, later.min);
    known.max = Math.max(known.max, later.max);
    known.lastStep = later.lastStep;
  }
}

function byName(a: RunMetric, b: RunMetric): number {
  return a.name < b.name ? -1 : 1;
}

/** What a block tells of its metrics. */
export function metricsOf({ axes, columns }: SeriesBlock): RunMetric[] {
  return [...columns].map(([name, column]) => metricOf(name, column, axes.step));
}

/** What a column of a block tells; `steps` are those of the block's records. */
export function metricOf(name: string, { values, places }: SeriesColumn, steps: Float64Array): RunMetric {
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
