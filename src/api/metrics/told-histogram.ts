import type { Metric, Registry } from 'prom-client';
import type { EngineLabels } from './engine-labels.ts';

/** A histogram that somebody else has counted. */
export interface ToldCounts {
  labels: EngineLabels;
  /** How many values were at most each of the upper bounds. */
  atMost: readonly number[];
  count: number;
  sum: number;
}

interface About {
  name: string;
  help: string;
  buckets: readonly number[];
}

/** Shows histograms of the compute process as it tells them, one for each model. */
export class ToldHistogram {
  readonly name: string;
  readonly #about: About;
  #told: readonly ToldCounts[] = [];

  constructor(registry: Registry, about: About) {
    this.name = about.name;
    this.#about = about;
    // prom-client's own histogram takes values one by one only; of what is registered the registry asks just this much.
    registry.registerMetric(this as unknown as Metric);
  }

  /** These are its values now. */
  tell(told: readonly ToldCounts[]): void {
    this.#told = told;
  }

  /** For the registry, as it prints it. */
  async get() {
    const { name, help } = this.#about;
    return { name, help, type: 'histogram', values: this.#told.flatMap((counts) => this.#valuesOf(counts)) };
  }

  #valuesOf({ labels, atMost, count, sum }: ToldCounts) {
    const { name, buckets } = this.#about;
    const bucket = (le: number | string, value: number) => {
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value };
    };
    return [
      ...buckets.map((bound, i) => bucket(bound, atMost[i])),
      bucket('+Inf', count),
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
