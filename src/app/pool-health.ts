import type { ComputeHealth } from '../api/compute-health.ts';
import type { LiveWorkers } from '../cluster/live-workers.ts';
import { WorkerDown } from '../worker/client/worker-error.ts';

const retryAfterSeconds = 5;

/**
 * Returns the health of the cluster's workers, for a server that computes nothing itself. `warning` says why workers
 * may be out of reach.
 */
export function poolHealth(workers: Pick<LiveWorkers, 'isAnyReady'>, warning: () => string | null): ComputeHealth {
  const problem = (): string | null => {
    if (workers.isAnyReady()) return null;
    return ['No worker of the cluster is ready.', warning()].filter((text) => text !== null).join(' ');
  };
  return {
    problem,
    async ping() {
      const text = problem();
      if (text !== null) throw new WorkerDown(text, retryAfterSeconds);
    },
  };
}
