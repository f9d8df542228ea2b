import type { ComputeClient } from '../worker/client/compute-client.ts';

/** Health of the compute process or workers that serve requests. */
export interface ComputeHealth {
  /** Returns why it cannot compute now, as a sentence fit for anyone; null if it can. */
  problem(): string | null;
  /** Rejects if there is no answer within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
}

/** Returns the health of a compute process of this server. */
export function processHealth(compute: ComputeClient): ComputeHealth {
  return {
    ping: (timeoutMs) => compute.ping(timeoutMs),
    problem() {
      const { state, stalledSeconds } = compute.report();
      if (state !== 'ready') return 'The compute process is being started.';
      return stalledSeconds === null ? null : `The engine has had work for ${stalledSeconds} s and has made no step.`;
    },
  };
}
