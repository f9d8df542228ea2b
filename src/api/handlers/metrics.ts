import type { ErrorReply, JsonReply, KeyedContext, MetricsHandlers, TextReply } from '../../generated/handlers.ts';
import type { Load, Stats, Worker, WorkerList } from '../../generated/types.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Inject, Route, Security } from '../contract/route-decorators.ts';
import { computeCheck } from '../metrics/compute-check.ts';
import { diskSpace } from '../metrics/disk-space.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { EngineFigures, ServerStats } from '../metrics/server-stats.ts';

export interface MetricsParts {
  metrics: Metrics;
  stats: ServerStats;
  compute: ComputeClient;
  store: RecordsByOwner;
  workers(): Worker[];
  /** Returns problems between workers and this server, or between workers; with worker names. */
  warnings(): string[];
}

/** Metrics for Prometheus and statistics for people. */
@Route('v1')
export class MetricsHandler implements MetricsHandlers {
  readonly #parts: MetricsParts;

  constructor(parts: MetricsParts) {
    this.#parts = parts;
  }

  @Get('metrics')
  @Security('bearerAuth')
  async getMetrics(@Inject() _context: KeyedContext): Promise<TextReply<200, 'text/plain'> | ErrorReply<Keyed>> {
    return { status: 200, type: 'text/plain', body: await this.#parts.metrics.text() };
  }

  @Get('load')
  @Security('bearerAuth')
  async getLoad(@Inject() _context: KeyedContext): Promise<JsonReply<200, Load> | ErrorReply<Keyed>> {
    return { status: 200, body: { server_load: this.#parts.metrics.http.answering } };
  }

  @Get('preview/stats')
  @Security('bearerAuth')
  async getStats(@Inject() { caller }: KeyedContext): Promise<JsonReply<200, Stats> | ErrorReply<Keyed>> {
    const { metrics, stats, compute } = this.#parts;
    const { jobs, disk, engines } = await stats.get();
    const { device, training, models } = computeCheck(compute);
    return {
      status: 200,
      body: {
        uptime_seconds: process.uptime(),
        memory_bytes: process.memoryUsage.rss(),
        requests: metrics.http.answering,
        jobs: { queued: jobs.queued, running: jobs.running },
        engines: engines.map(engineBody),
        device,
        training,
        training_jobs: await this.#trainingJobs(caller.owner),
        models,
        disk: diskSpace(disk),
      },
    };
  }

  @Get('preview/workers')
  @Security('bearerAuth')
  async listWorkers(@Inject() _context: KeyedContext): Promise<JsonReply<200, WorkerList> | ErrorReply<Keyed>> {
    const { workers, warnings } = this.#parts;
    return { status: 200, body: { data: workers(), warnings: warnings() } };
  }

  /** Returns the jobs in training. Jobs of other owners appear without their id. */
  #trainingJobs(owner: string): Promise<Stats['training_jobs']> {
    const { jobs } = this.#parts.store.ownedBy(owner);
    const training = this.#parts.compute.training();
    return Promise.all(
      training.map(async ({ session, model, bytes }) => {
        const [id] = session.split(':');
        const own = await jobs.get(id).catch(() => null);
        return { job_id: own?.id ?? null, model, bytes };
      }),
    );
  }
}

function engineBody({ model, stats, tokensPerSecond }: EngineFigures): Stats['engines'][number] {
  const { running, waiting, pages, pagesHeld, pageTokens, prefixQueries, prefixHits } = stats;
  return {
    model,
    running,
    waiting,
    tokens_per_second: tokensPerSecond,
    tokens: stats.stepTokens,
    cache_tokens: pages * pageTokens,
    cache_tokens_used: pagesHeld * pageTokens,
    prefix_tokens_asked: prefixQueries,
    prefix_tokens_found: prefixHits,
    preemptions: stats.preemptions,
    adapter_slots: stats.adapterSlots,
    adapters: stats.runningAdapters.length,
  };
}
