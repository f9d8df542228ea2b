import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ServedModels } from '../../inference/served-models.ts';
import type { Store } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { type ClusterFigures, ClusterMetrics } from './cluster-metrics.ts';
import { EngineMetrics } from './engine-metrics.ts';
import { HttpMetrics } from './http-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

interface MetricsParts {
  store: Pick<Store, 'jobs'>;
  served: ServedModels;
  compute: ComputeClient;
  version: string;
  /** Null without a cluster. */
  cluster: ClusterFigures | null;
}

/** Everything that is counted, in one registry: the engine's under vLLM's names, the rest under `daybreak_`. */
export class Metrics {
  readonly requests: RequestMetrics;
  readonly http: HttpMetrics;
  readonly #registry = new Registry();
  readonly #engine: EngineMetrics;
  readonly #jobs: JobMetrics;
  readonly #cluster: ClusterMetrics | null;

  constructor({ store, served, compute, version, cluster }: MetricsParts) {
    const models = served.list();
    const longest = Math.max(...models.map(({ contextLength }) => contextLength));
    this.requests = new RequestMetrics(
      this.#registry,
      models.map(({ id }) => id),
      longest,
    );
    this.http = new HttpMetrics(this.#registry);
    this.#engine = new EngineMetrics(this.#registry, compute);
    this.#jobs = new JobMetrics(this.#registry, store);
    this.#cluster = cluster && new ClusterMetrics(this.#registry, cluster);
    const info = { name: 'daybreak_info', help: 'Always 1: the version of this server.', labelNames: ['version'] };
    new Gauge({ ...info, registers: [this.#registry] }).set({ version }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** All of it as it is now, in Prometheus' text format. */
  async text(): Promise<string> {
    this.#cluster?.collect();
    await Promise.all([this.#engine.collect(), this.#jobs.collect()]);
    return this.#registry.metrics();
  }
}

/** Training jobs of all owners. */
class JobMetrics {
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

  /** Takes the present figures. Never rejects; without the database there are none. */
  async collect(): Promise<void> {
    const counts = await this.#store.jobs.countByStatus().catch(() => null);
    this.#jobs.reset();
    for (const [status, count] of Object.entries(counts ?? {})) this.#jobs.set({ status }, count);
  }
}
