import { Counter, Gauge, type Registry } from 'prom-client';
import type { Store } from '../../store/store.ts';

export interface JobFigures {
  store: Pick<Store, 'jobs'>;
  /** Base models served by this server. */
  models: readonly string[];
  /**
   * Since the start: jobs stopped here because their lease was lost, and expired jobs of silent servers put back into
   * the queue.
   */
  leases: Readonly<{ lost: number; expired: number }>;
}

/** Metrics of the training jobs of all owners. */
export class JobMetrics {
  readonly #figures: JobFigures;
  readonly #jobs: Gauge<'status'>;
  readonly #queued: Gauge<'model_name'>;
  readonly #oldest: Gauge<'model_name'>;
  readonly #lost: Counter;
  readonly #expired: Counter;

  constructor(registry: Registry, figures: JobFigures) {
    this.#figures = figures;
    const registers = [registry];
    const help = 'Training jobs by status.';
    this.#jobs = new Gauge({ name: 'daybreak_jobs', help, labelNames: ['status'], registers });
    this.#queued = new Gauge({
      name: 'daybreak_queued_jobs',
      help: 'Queued training jobs, for each base model that this server has.',
      labelNames: ['model_name'],
      registers,
    });
    this.#oldest = new Gauge({
      name: 'daybreak_oldest_queued_job_seconds',
      help: 'Seconds since the oldest queued training job was created; 0 if none is queued.',
      labelNames: ['model_name'],
      registers,
    });
    this.#lost = new Counter({
      name: 'daybreak_leases_lost_total',
      help: 'Jobs that this server stopped because their lease expired or could not be renewed.',
      registers,
    });
    this.#expired = new Counter({
      name: 'daybreak_leases_expired_total',
      help: 'Jobs that this server put back into the queue because the lease of the server that ran them expired.',
      registers,
    });
  }

  /** Updates the metrics to the current figures. Never rejects; if the database fails, its metrics are absent. */
  async collect(): Promise<void> {
    const { store, models, leases } = this.#figures;
    const [counts, queued] = await Promise.all([
      store.jobs.countByStatus().catch(() => null),
      store.jobs.queuedByBaseModel().catch(() => null),
    ]);
    for (const metric of [this.#jobs, this.#queued, this.#oldest, this.#lost, this.#expired]) metric.reset();
    this.#lost.inc(leases.lost);
    this.#expired.inc(leases.expired);
    for (const [status, count] of Object.entries(counts ?? {})) this.#jobs.set({ status }, count);
    if (queued === null) return;
    for (const model of models) {
      const found = queued.find(({ baseModel }) => baseModel === model);
      const seconds = found === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(found.oldest)) / 1000);
      this.#queued.set({ model_name: model }, found?.count ?? 0);
      this.#oldest.set({ model_name: model }, seconds);
    }
  }
}
