import type { RlConfig } from '../../generated/types.ts';
import type { PolicyLoss } from '../policy-loss.ts';

/** The reference policy of a KL penalty. */
export type KlReference =
  /** The base model without an adapter. */
  | { kind: 'base' }
  | { kind: 'step'; step: number }
  /** The checkpoint `steps` steps before the one that the job starts from, but not before step 0. */
  | { kind: 'lag'; steps: number }
  /** The name of an adapter in the server's store. */
  | { kind: 'adapter'; name: string };

/** Request fields that select the reference; a request has at most one of them. */
export const REFERENCE_FIELDS = {
  step: 'kl_penalty_reference_step',
  lag: 'kl_penalty_step_lag',
  adapter: 'kl_ref_adapter_path',
} as const;

/** Returns the reference that an RL job's config selects. */
export function readKlReference(config: RlConfig): KlReference {
  const { step, lag, adapter } = REFERENCE_FIELDS;
  if (config[step] != null) return { kind: 'step', step: config[step] };
  if (config[lag] != null) return { kind: 'lag', steps: config[lag] };
  if (config[adapter] != null) return { kind: 'adapter', name: config[adapter] };
  return { kind: 'base' };
}

/**
 * Returns a notice for the user if a reference field has no effect, or if the lag goes back beyond step 0; else null.
 * `start` is the step of the checkpoint that the job starts from.
 */
export function referenceNotice(
  { klReference: reference, loss }: { klReference: KlReference; loss: PolicyLoss },
  start: number,
): string | null {
  if (reference.kind === 'base') return null;
  const field = REFERENCE_FIELDS[reference.kind];
  if (loss.kl === null) return `${field} has no effect without kl_penalty_coef; set that above 0.`;
  if (reference.kind !== 'lag' || reference.steps <= start) return null;
  return `kl_penalty_step_lag: no step is ${reference.steps} steps before step ${start}; the reference is step 0.`;
}
