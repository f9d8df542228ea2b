import { REFERENCE_FIELDS } from './kl-reference.ts';
import type { RlConfig } from './rl-config.ts';

/**
 * A sentence for the user on a reference that is not what it seems, for a job that starts from the checkpoint of step
 * `start`; null when all is well.
 */
export function referenceNotice({ klReference: reference, loss }: RlConfig, start: number): string | null {
  if (reference.kind === 'base') return null;
  const field = REFERENCE_FIELDS[reference.kind];
  if (loss.kl === null) return `${field} has no effect without kl_penalty_coef; set that above 0.`;
  if (reference.kind !== 'lag' || reference.steps <= start) return null;
  return `kl_penalty_step_lag: ${reference.steps} steps before step ${start} is none; the reference is step 0.`;
}
