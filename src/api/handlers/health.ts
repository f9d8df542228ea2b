import type { Logger } from 'pino';
import { StorageError } from '../../artifacts/storage-error.ts';
import type { ErrorReply, HealthHandlers, JsonReply, KeyedContext } from '../../generated/handlers.ts';
import type { Health, PartCheck, SystemCheck, SystemCheckFailure, Version } from '../../generated/types.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Store } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { WorkerDown } from '../../worker/client/worker-error.ts';
import type { Always, Keyed } from '../contract/failures.ts';
import { Get, Inject, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { computeCheck } from '../metrics/compute-check.ts';
import { SharedResult } from '../shared-result.ts';

export interface HealthParts {
  store: Store;
  jobs: JobRunner;
  compute: ComputeClient;
  version: string;
  log: Logger;
}

/** A check that takes longer counts as failed. A software device may be in the middle of a long submit. */
const patienceMs = 10_000;

/** Anyone may ask for a check, which occupies the device, so that all who ask within this time share one. */
const freshMs = 1_000;

/** In which a compute process has usually started again. */
const retrySeconds = 5;

/** Whether the service lives, and whether each of its parts works. */
@Route('v1')
export class HealthHandler implements HealthHandlers {
  readonly #parts: HealthParts;
  readonly #checks: SharedResult<SystemCheck>;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#checks = new SharedResult(() => this.#checkAll(), freshMs);
  }

  @Get('health')
  async getHealth(): Promise<JsonReply<200, Health> | ErrorReply<Always>> {
    const { compute, version } = this.#parts;
    const { state, stalledSeconds } = compute.report();
    if (state !== 'ready') {
      throw new ApiError('compute_unavailable', 'The compute process is being started.', { retryAfter: retrySeconds });
    }
    if (stalledSeconds !== null) {
      const message = `The engine has had work for ${stalledSeconds} s and has made no step.`;
      throw new ApiError('compute_unavailable', message, { retryAfter: retrySeconds });
    }
    return { status: 200, body: { status: 'ok', version } };
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
    const { store, jobs, compute } = this.#parts;
    const [database, cpuQueue, gpuQueue] = await Promise.all([
      this.#check(() => store.ping(), 'The database does not work.'),
      this.#check(async () => jobs.checkAlive(), 'The job queue could not be read.'),
      this.#check(() => compute.ping(patienceMs), 'The compute process could not run a trivial kernel.'),
    ]);
    const api: PartCheck = { success: true, duration: 0, errors: [] };
    return { api, database, cpu_queue: cpuQueue, gpu_queue: gpuQueue, ...computeCheck(this.#parts.compute) };
  }

  /**
   * Anyone may read what failed, so that other errors than those meant for users, which may hold paths, go to the log.
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
