import type { ComputeHealth } from '../api/compute-health.ts';
import type { LiveWorkers } from '../cluster/live-workers.ts';
import { WorkerDown } from '../worker/client/worker-error.ts';

const retryAfterSeconds = 5;

/** How the workers of a cluster do, for a server that computes nothing itself. */
export function poolHealth(workers: Pick<LiveWorkers, 'isAnyReady'>): ComputeHealth {
  const problem = () => (workers.isAnyReady() ? null : 'No worker of the cluster is ready.');
  return {
    problem,
    async ping() {
      const text = problem();
      if (text !== null) throw new WorkerDown(text, retryAfterSeconds);
    },
  };
}
