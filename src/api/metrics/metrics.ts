import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { BlobStore } from '../../artifacts/blob-store.ts';
import type { ServedModels } from '../../inference/served-models.ts';
import type { Store } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { BucketMetrics } from './bucket-metrics.ts';
import { type ClusterFigures, ClusterMetrics } from './cluster-metrics.ts';
import { EngineMetrics } from './engine-metrics.ts';
import { HttpMetrics } from './http-metrics.ts';
import { type JobFigures, JobMetrics } from './job-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

interface MetricsParts {
  store: Pick<Store, 'jobs'>;
  served: ServedModels;
  compute: ComputeClient;
  version: string;
  leases: JobFigures['leases'];
  /** Null if there is no bucket. */
  blobs: BlobStore | null;
  /** Null if there is no cluster. */
  cluster: ClusterFigures | null;
}

/** All metrics in one registry: the engine's under vLLM's names, the others under `daybreak_`. */
export class Metrics {
  readonly requests: RequestMetrics;
  readonly http: HttpMetrics;
  readonly #registry = new Registry();
  readonly #engine: EngineMetrics;
  readonly #jobs: JobMetrics;
  readonly #cluster: ClusterMetrics | null;
  readonly #bucket: BucketMetrics | null;

  constructor({ store, served, compute, version, leases, blobs, cluster }: MetricsParts) {
    const models = served.list();
    const ids = models.map(({ id }) => id);
    const longest = Math.max(...models.map(({ contextLength }) => contextLength));
    this.requests = new RequestMetrics(this.#registry, ids, longest);
    this.http = new HttpMetrics(this.#registry);
    this.#engine = new EngineMetrics(this.#registry, compute);
    this.#jobs = new JobMetrics(this.#registry, { store, models: ids, leases });
    this.#bucket = blobs && new BucketMetrics(this.#registry, blobs.transferred);
    this.#cluster = cluster && new ClusterMetrics(this.#registry, cluster);
    const info = {
      name: 'daybreak_info',
      help: 'Always 1; the label has the version of this server.',
      labelNames: ['version'],
    };
    new Gauge({ ...info, registers: [this.#registry] }).set({ version }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Returns the current metrics in Prometheus' text format. */
  async text(): Promise<string> {
    this.#cluster?.collect();
    this.#bucket?.collect();
    await Promise.all([this.#engine.collect(), this.#jobs.collect()]);
    return this.#registry.metrics();
  }
}
