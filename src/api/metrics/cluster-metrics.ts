import { Counter, Gauge, type Registry } from 'prom-client';
import type { Worker } from '../../generated/types.ts';

/** A server's view of the workers that its chats go to, and its work for others. */
export interface ClusterFigures {
  /** Known workers; empty in a worker, which sends no chats. */
  workers(): Worker[];
  calls: Readonly<{ rerouted: number; moved: number }>;
  /** Number of training-step shards computed for other workers. */
  servedShards(): number;
}

/** Labels of a pool: the workers of one model and one class, which compute the same bits. */
const pool = ['model_name', 'class'] as const;

/** Metrics of the worker pools that this server knows, and of the calls that it sent. */
export class ClusterMetrics {
  readonly #figures: ClusterFigures;
  readonly #workers: Gauge;
  readonly #sequences: Gauge;
  readonly #places: Gauge;
  readonly #rerouted: Counter;
  readonly #moved: Counter;
  readonly #servedShards: Counter;

  constructor(registry: Registry, figures: ClusterFigures) {
    this.#figures = figures;
    const common = { registers: [registry] };
    this.#workers = new Gauge({
      name: 'daybreak_workers',
      help: 'Known workers, by state.',
      labelNames: [...pool, 'state'],
      ...common,
    });
    this.#sequences = new Gauge({
      name: 'daybreak_worker_sequences',
      help: 'Running and waiting sequences of the workers of a pool, as last reported.',
      labelNames: pool,
      ...common,
    });
    this.#places = new Gauge({
      name: 'daybreak_worker_places',
      help: 'Sequences that the ready workers of a pool can run at once.',
      labelNames: pool,
      ...common,
    });
    this.#rerouted = new Counter({
      name: 'daybreak_calls_rerouted_total',
      help: 'Calls of this server sent to another worker because the first was full or did not answer.',
      ...common,
    });
    this.#moved = new Counter({
      name: 'daybreak_calls_moved_total',
      help: 'Calls of this server that another worker continued because the first was lost.',
      ...common,
    });
    this.#servedShards = new Counter({
      name: 'daybreak_shards_computed_for_others_total',
      help: 'Shards of training steps whose gradients this server computed for jobs of other workers.',
      ...common,
    });
  }

  /** Updates the metrics to the current figures. */
  collect(): void {
    const gauges = [this.#workers, this.#sequences, this.#places];
    for (const metric of [...gauges, this.#rerouted, this.#moved, this.#servedShards]) metric.reset();
    const { rerouted, moved } = this.#figures.calls;
    this.#rerouted.inc(rerouted);
    this.#moved.inc(moved);
    this.#servedShards.inc(this.#figures.servedShards());
    for (const { state, load, models } of this.#figures.workers()) {
      for (const { id, class: bits, places } of models) {
        const labels = { model_name: id, class: bits ?? '' };
        this.#workers.inc({ ...labels, state });
        this.#sequences.inc(labels, load);
        this.#places.inc(labels, state === 'ready' ? places : 0);
      }
    }
  }
}
