import { Counter, Gauge, type Metric, type Registry } from 'prom-client';
import { type EngineStats, iterationBounds } from '../../inference/engine/engine-stats.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import type { ModelStats } from '../../worker/protocol.ts';
import { EngineInfos } from './engine-infos.ts';
import { type EngineLabels, engineLabels, labelsOf } from './engine-labels.ts';

/** Timeout in milliseconds; an engine too busy to report keeps its last figures. */
const timeoutMs = 1_000;

interface Figure {
  name: string;
  help: string;
  read(stats: EngineStats): number;
}

const used = ({ pages, pagesHeld }: EngineStats): number => (pages === 0 ? 0 : pagesHeld / pages);

const gauges: readonly Figure[] = [
  { name: 'vllm:num_requests_running', help: 'Number of sequences in the batch.', read: ({ running }) => running },
  {
    name: 'vllm:num_requests_waiting',
    help: 'Number of sequences waiting to be processed.',
    read: ({ waiting }) => waiting,
  },
  { name: 'vllm:kv_cache_usage_perc', help: 'KV-cache usage. 1 means 100 percent usage.', read: used },
  { name: 'vllm:gpu_cache_usage_perc', help: 'Older name of vllm:kv_cache_usage_perc.', read: used },
  {
    name: 'daybreak_adapter_sequences',
    help: 'Running sequences that use an adapter.',
    read: ({ adapterUsers }) => adapterUsers,
  },
];

const counters: readonly Figure[] = [
  {
    name: 'vllm:prefix_cache_queries_total',
    help: 'Prompt tokens looked up in the prefix cache.',
    read: ({ prefixQueries }) => prefixQueries,
  },
  {
    name: 'vllm:prefix_cache_hits_total',
    help: 'Prompt tokens found in the prefix cache.',
    read: ({ prefixHits }) => prefixHits,
  },
  {
    name: 'vllm:num_preemptions_total',
    help: 'Number of preemptions; a preempted sequence is recomputed.',
    read: ({ preemptions }) => preemptions,
  },
  {
    name: 'vllm:spec_decode_num_drafts_total',
    help: 'Number of drafts of speculative decoding.',
    read: ({ specDecode }) => specDecode.drafts,
  },
  {
    name: 'vllm:spec_decode_num_draft_tokens_total',
    help: 'Number of draft tokens.',
    read: ({ specDecode }) => specDecode.draftTokens,
  },
  {
    name: 'vllm:spec_decode_num_accepted_tokens_total',
    help: 'Number of accepted draft tokens.',
    read: ({ specDecode }) => specDecode.acceptedTokens,
  },
  { name: 'daybreak_engine_steps_total', help: 'Steps of the engine.', read: ({ steps }) => steps },
  {
    name: 'daybreak_engine_step_tokens_total',
    help: 'Tokens processed by the model in the steps of the engine.',
    read: ({ stepTokens }) => stepTokens,
  },
];

/** Metrics that the compute process reports. Counters restart at 0 with each process, as Prometheus expects. */
export class EngineMetrics {
  readonly #compute: ComputeClient;
  readonly #gauges: [Figure, Gauge][];
  readonly #counters: [Figure, Counter][];
  readonly #iterations: ReportedHistogram;
  readonly #waiting: Gauge;
  readonly #infos: EngineInfos;
  readonly #models: Gauge;
  readonly #up: Gauge;
  readonly #restarts: Counter;
  readonly #stalled: Gauge;
  #last: ModelStats[] = [];

  constructor(registry: Registry, compute: ComputeClient) {
    this.#compute = compute;
    const common = { registers: [registry] };
    const labelNames = [...engineLabels];
    this.#gauges = gauges.map((figure) => [figure, new Gauge({ ...pick(figure), labelNames, ...common })]);
    this.#counters = counters.map((figure) => [figure, new Counter({ ...pick(figure), labelNames, ...common })]);
    this.#iterations = new ReportedHistogram(registry, {
      name: 'vllm:iteration_tokens_total',
      help: 'Tokens generated in a step, plus the prompts of the sequences that got their first token in it.',
      buckets: iterationBounds,
    });
    this.#waiting = new Gauge({
      name: 'vllm:num_requests_waiting_by_reason',
      help: 'Sequences waiting for a place or pages (capacity), or for something else, such as an adapter (deferred).',
      labelNames: [...engineLabels, 'reason'],
      ...common,
    });
    this.#infos = new EngineInfos(registry);
    this.#models = new Gauge({
      name: 'daybreak_model_info',
      help: 'Always 1; the labels have a loaded model and the precision of its matrix multiplications.',
      labelNames: ['model_name', 'precision'],
      ...common,
    });
    this.#up = new Gauge({ name: 'daybreak_compute_up', help: 'Whether the compute process is up.', ...common });
    this.#restarts = new Counter({
      name: 'daybreak_compute_restarts_total',
      help: 'Number of restarts of the compute process.',
      ...common,
    });
    this.#stalled = new Gauge({
      name: 'daybreak_engine_stalled_seconds',
      help: 'Seconds since the last step of an engine that has work, once it counts as stalled; otherwise 0.',
      ...common,
    });
  }

  /** Updates the metrics to the current figures. Never rejects. */
  async collect(): Promise<void> {
    const { state, pid, restarts, stalledSeconds, loaded } = this.#compute.report();
    // Without a compute process, none can be down.
    if (pid === null) this.#up.remove();
    else this.#up.set(state === 'ready' ? 1 : 0);
    this.#restarts.reset();
    this.#restarts.inc(restarts);
    this.#stalled.set(stalledSeconds ?? 0);
    this.#models.reset();
    for (const { id, precision } of loaded?.models ?? []) this.#models.set({ model_name: id, precision }, 1);
    this.#last = state === 'ready' ? await this.#compute.stats(timeoutMs).catch(() => this.#last) : [];
    this.#infos.set(this.#last);
    this.#iterations.set(this.#last.map(({ model, stats }) => ({ labels: labelsOf(model), ...stats.iterations })));
    this.#waiting.reset();
    for (const { model, stats } of this.#last) {
      const { waiting, deferred } = stats;
      this.#waiting.set({ ...labelsOf(model), reason: 'capacity' }, waiting - deferred);
      this.#waiting.set({ ...labelsOf(model), reason: 'deferred' }, deferred);
    }
    for (const [{ read }, gauge] of this.#gauges) {
      gauge.reset();
      for (const { model, stats } of this.#last) gauge.set(labelsOf(model), read(stats));
    }
    for (const [{ read }, counter] of this.#counters) {
      counter.reset();
      for (const { model, stats } of this.#last) counter.inc(labelsOf(model), read(stats));
    }
  }
}

function pick({ name, help }: Figure): Pick<Figure, 'name' | 'help'> {
  return { name, help };
}

/** Counts of a histogram that the compute process maintains. */
interface HistogramCounts {
  labels: EngineLabels;
  /** Cumulative counts: values up to each upper bound. */
  atMost: readonly number[];
  count: number;
  sum: number;
}

interface HistogramOptions {
  name: string;
  help: string;
  buckets: readonly number[];
}

/** Exposes histograms that the compute process reports, one per model. */
class ReportedHistogram {
  readonly name: string;
  readonly #options: HistogramOptions;
  #counts: readonly HistogramCounts[] = [];

  constructor(registry: Registry, options: HistogramOptions) {
    this.name = options.name;
    this.#options = options;
    // prom-client's histogram accepts only single values; the registry needs only these members of a metric.
    registry.registerMetric(this as unknown as Metric);
  }

  /** Replaces all values. */
  set(counts: readonly HistogramCounts[]): void {
    this.#counts = counts;
  }

  /** Returns the values in the form that the registry prints. */
  async get() {
    const { name, help } = this.#options;
    return { name, help, type: 'histogram', values: this.#counts.flatMap((counts) => this.#valuesOf(counts)) };
  }

  #valuesOf({ labels, atMost, count, sum }: HistogramCounts) {
    const { name, buckets } = this.#options;
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
