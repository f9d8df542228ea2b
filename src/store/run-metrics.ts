import type { SeriesBlock, SeriesColumn, SeriesRow } from './series-block.ts';
import { parseMetrics } from './stored-value.ts';

/** Most metrics that are listed for a run. */
const MAX_NAMES = 4_096;

/** Summary of a metric of a run. */
export interface RunMetric {
  name: string;
  count: number;
  /** Value that was recorded last. */
  last: number;
  min: number;
  max: number;
  /** Steps of the first record that has the metric, and of the last. */
  firstStep: number;
  lastStep: number;
}

/** Collector of the metrics of a run, from its records in their order. Skips new names above `MAX_NAMES`. */
export class RunMetrics {
  readonly #metrics = new Map<string, RunMetric>();

  /** Adds the summaries of a block. */
  addBlock(metrics: readonly RunMetric[]): void {
    for (const metric of metrics.toSorted(byName)) this.#add(metric);
  }

  addRecords(rows: readonly SeriesRow[]): void {
    for (const { step, metrics } of rows) {
      for (const [name, value] of Object.entries(parseMetrics(metrics)))
        this.#add({ name, count: 1, last: value, min: value, max: value, firstStep: step, lastStep: step });
    }
  }

  /** Returns all metrics, by name. */
  all(): RunMetric[] {
    return [...this.#metrics.values()].sort(byName);
  }

  #add(later: RunMetric): void {
    const known = this.#metrics.get(later.name);
    if (known === undefined) {
      if (this.#metrics.size < MAX_NAMES) this.#metrics.set(later.name, { ...later });
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

/** Returns the summaries of a block's metrics. */
export function metricsOf({ axes, columns }: SeriesBlock): RunMetric[] {
  return [...columns].map(([name, column]) => metricOf(name, column, axes.step));
}

/** Returns the summary of a column of a block; `steps` has the step of each record in the block. */
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
