import type { ErrorReply, HealthHandlers, JsonReply } from '../../generated/handlers.ts';
import type { Health, PartCheck, SystemCheck, SystemCheckFailure } from '../../generated/types.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Store } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client.ts';
import type { Always } from '../contract/failures.ts';
import { Get, Route } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';

export interface HealthParts {
  store: Store;
  jobs: JobRunner;
  compute: ComputeClient;
  version: string;
}

/** A check that takes longer counts as failed. A software device may be in the middle of a long submit. */
const patienceMs = 10_000;

/** In which a compute process has usually started again. */
const retrySeconds = 5;

/** Whether the service lives, and whether each of its parts works. */
@Route('v1')
export class HealthHandler implements HealthHandlers {
  readonly #parts: HealthParts;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  @Get('health')
  async getHealth(): Promise<JsonReply<200, Health> | ErrorReply<Always>> {
    const { compute, version } = this.#parts;
    if (compute.report().state !== 'ready') {
      throw new ApiError('compute_unavailable', 'The compute process is being started.', { retryAfter: retrySeconds });
    }
    return { status: 200, body: { status: 'ok', version } };
  }

  @Get('system-check')
  async getSystemCheck(): Promise<
    JsonReply<200, SystemCheck> | JsonReply<503, SystemCheckFailure> | ErrorReply<Exclude<Always, 503>>
  > {
    const { store, jobs, compute } = this.#parts;
    const [database, cpuQueue, gpuQueue] = await Promise.all([
      check(() => store.ping()),
      check(async () => jobs.checkAlive()),
      check(() => compute.ping(patienceMs)),
    ]);
    const api: PartCheck = { success: true, duration: 0, errors: [] };
    const checks: SystemCheck = { api, database, cpu_queue: cpuQueue, gpu_queue: gpuQueue, ...this.#compute() };
    const failed = Object.entries({ database, cpu_queue: cpuQueue, gpu_queue: gpuQueue })
      .filter(([, part]) => !part.success)
      .map(([name, part]) => `${name}: ${part.errors.join(' ')}`);
    if (failed.length === 0) return { status: 200, body: checks };
    const error = new ApiError('compute_unavailable', failed.join('; '), { retryAfter: retrySeconds });
    return { status: 503, body: { ...errorBody(error), ...checks }, headers: error.headers };
  }

  #compute(): Pick<SystemCheck, 'device' | 'models'> {
    const { loaded } = this.#parts.compute.report();
    if (loaded === null) return { device: null, models: [] };
    const { maxBindingBytes, ...device } = loaded.device;
    return {
      device: { ...device, max_binding_bytes: maxBindingBytes },
      models: loaded.models.map(({ id, parameters, weightBytes, contextLength }) => {
        return { id, parameters, weight_bytes: weightBytes, context_length: contextLength };
      }),
    };
  }
}

async function check(run: () => Promise<void>): Promise<PartCheck> {
  const startedAt = performance.now();
  const errors: string[] = [];
  try {
    await run();
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error));
  }
  return { success: errors.length === 0, duration: (performance.now() - startedAt) / 1000, errors };
}
