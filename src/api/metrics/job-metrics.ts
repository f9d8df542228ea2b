import { Gauge, type Registry } from 'prom-client';
import type { Store } from '../../store/store.ts';

/** Training jobs of all owners. */
export class JobMetrics {
  readonly #store: Pick<Store, 'jobs'>;
  readonly #jobs: Gauge<'status'>;

  constructor(registry: Registry, store: Pick<Store, 'jobs'>) {
    this.#store = store;
    this.#jobs = new Gauge({
      name: 'daybreak_jobs',
      help: 'Training jobs by status.',
      labelNames: ['status'],
      registers: [registry],
    });
  }

  /** Takes the figures of this moment. Never rejects; without the database there are none. */
  async collect(): Promise<void> {
    const counts = await this.#store.jobs.countByStatus().catch(() => null);
    this.#jobs.reset();
    for (const [status, count] of Object.entries(counts ?? {})) this.#jobs.set({ status }, count);
  }
}
