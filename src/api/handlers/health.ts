import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { StorageError } from '../../artifacts/storage-error.ts';
import type { ErrorReply, HealthHandlers, JsonReply, KeyedContext } from '../../generated/handlers.ts';
import type {
  Health,
  Liveness,
  PartCheck,
  Readiness,
  SystemCheck,
  SystemCheckFailure,
  Version,
  Worker,
} from '../../generated/types.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Store } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { WorkerDown } from '../../worker/client/worker-error.ts';
import type { ComputeHealth } from '../compute-health.ts';
import type { Always, Keyed } from '../contract/failures.ts';
import { Get, Inject, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { computeCheck } from '../metrics/compute-check.ts';
import { diskSpace } from '../metrics/disk-space.ts';
import { SharedResult } from '../shared-result.ts';

export interface HealthParts {
  store: Store;
  folder: Pick<DataFolder, 'reserve'>;
  jobs: JobRunner;
  compute: ComputeClient;
  /** Health of `compute`, or of the cluster's workers if there is a cluster. */
  health: ComputeHealth;
  /** Returns why this server takes no part in its cluster; null if it does, or if there is no cluster. */
  clusterProblem(): string | null;
  workers(): Worker[];
  /** Returns problems between workers and servers, as sentences fit for anyone. */
  warnings(): string[];
  version: string;
  log: Logger;
}

/** Timeout of a check in milliseconds. A software device may be in the middle of a long submit. */
const timeoutMs = 10_000;
/** Shorter, since load balancers do not wait longer for a database. */
const databaseTimeoutMs = 2_000;

/** Milliseconds for which callers share a check's result: anyone may ask for one, and it occupies the device. */
const freshMs = 1_000;

/** Seconds within which a compute process has usually restarted. */
const retrySeconds = 5;

/** Health, liveness and readiness of the service and its parts. */
@Route('v1')
export class HealthHandler implements HealthHandlers {
  readonly #parts: HealthParts;
  readonly #checks: SharedResult<SystemCheck>;
  readonly #database: SharedResult<PartCheck>;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#checks = new SharedResult(() => this.#checkAll(), freshMs);
    const ping = () => within(databaseTimeoutMs, parts.store.ping());
    this.#database = new SharedResult(() => this.#check(ping, 'The database does not answer.'), freshMs);
  }

  @Get('health')
  async getHealth(): Promise<JsonReply<200, Health> | ErrorReply<Always>> {
    const { health, version } = this.#parts;
    const problem = health.problem();
    if (problem !== null) throw new ApiError('compute_unavailable', problem, { retryAfter: retrySeconds });
    return { status: 200, body: { status: 'ok', version } };
  }

  @Get('livez')
  async getLivez(): Promise<JsonReply<200, Liveness> | ErrorReply<Always>> {
    return { status: 200, body: { status: 'alive' } };
  }

  @Get('readyz')
  async getReadyz(): Promise<JsonReply<200, Readiness> | ErrorReply<Always>> {
    const { health, clusterProblem } = this.#parts;
    const { errors } = await this.#database.get();
    const parts = { database: errors[0] ?? null, cluster: clusterProblem(), compute: health.problem() };
    const lacking = Object.entries(parts).filter(([, problem]) => problem !== null);
    if (lacking.length === 0) return { status: 200, body: { status: 'ready' } };
    const message = lacking.map(([name, problem]) => `${name}: ${problem}`).join(' ');
    const code = errors.length > 0 ? 'database_unavailable' : 'compute_unavailable';
    throw new ApiError(code, message, { retryAfter: retrySeconds });
  }

  @Get('version')
  @Security('bearerAuth')
  async getVersion(@Inject() _context: KeyedContext): Promise<JsonReply<200, Version> | ErrorReply<Keyed>> {
    return { status: 200, body: { version: this.#parts.version } };
  }

  @Get('system-check')
  async getSystemCheck(): Promise<
    JsonReply<200, SystemCheck> | JsonReply<503, SystemCheckFailure> | ErrorReply<Exclude<Always, 503>>
  > {
    const checks = await this.#checks.get();
    const { database, cpu_queue, gpu_queue } = checks;
    const failed = Object.entries({ database, cpu_queue, gpu_queue })
      .filter(([, part]) => !part.success)
      .map(([name, part]) => `${name}: ${part.errors.join(' ')}`);
    if (failed.length === 0) return { status: 200, body: checks };
    const error = new ApiError('compute_unavailable', failed.join('; '), { retryAfter: retrySeconds });
    return { status: 503, body: { ...errorBody(error), ...checks }, headers: error.headers };
  }

  async #checkAll(): Promise<SystemCheck> {
    const { store, folder, jobs, compute, health, workers, warnings } = this.#parts;
    const [database, cpuQueue, gpuQueue, disk] = await Promise.all([
      this.#check(() => store.ping(), 'The database does not work.'),
      this.#check(async () => jobs.checkAlive(), 'The job queue could not be read.'),
      this.#check(() => health.ping(timeoutMs), 'The compute process could not run a trivial kernel.'),
      // A network file system may not respond.
      Promise.race([folder.reserve.figures().catch(() => null), sleep(timeoutMs, null, { ref: false })]),
    ]);
    const api: PartCheck = { success: true, duration: 0, errors: [] };
    const checks = { api, database, cpu_queue: cpuQueue, gpu_queue: gpuQueue };
    // Anyone may read this, so the names of machines, which are for operators, are replaced by ids.
    return {
      ...checks,
      ...computeCheck(compute),
      disk: disk && diskSpace(disk),
      workers: workers().map((one) => ({ ...one, name: one.id })),
      warnings: warnings(),
    };
  }

  /**
   * Runs a check. Anyone may read the result, so error messages not meant for users, which may contain paths, go to the
   * log.
   */
  async #check(run: () => Promise<void>, failure: string): Promise<PartCheck> {
    const startedAt = performance.now();
    const errors: string[] = [];
    try {
      await run();
    } catch (error) {
      this.#parts.log.warn({ err: error }, failure);
      errors.push(error instanceof WorkerDown || error instanceof StorageError ? error.message : failure);
    }
    return { success: errors.length === 0, duration: (performance.now() - startedAt) / 1000, errors };
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => {});
  await Promise.race([work, late]).finally(() => timer.abort());
}
