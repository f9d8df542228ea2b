import type { ComputeClient } from '../worker/client/compute-client.ts';

/** How what computes for requests does. */
export interface ComputeHealth {
  /** Why it cannot compute now, as a sentence for anyone; null while it can. */
  problem(): string | null;
  /** Rejects where it does not answer within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
}

/** How a compute process of this server does. */
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
