import type { RlConfig } from '../../generated/types.ts';
import type { PolicyLoss } from '../policy-loss.ts';

/** The policy that a KL penalty compares with. */
export type KlReference =
  /** The base model without an adapter. */
  | { kind: 'base' }
  | { kind: 'step'; step: number }
  /** So many steps before the checkpoint that the job starts from, 0 at the least. */
  | { kind: 'lag'; steps: number }
  /** A name in the server's own store. */
  | { kind: 'adapter'; name: string };

/** The fields that choose it, of which a request has one at most. */
export const REFERENCE_FIELDS = {
  step: 'kl_penalty_reference_step',
  lag: 'kl_penalty_step_lag',
  adapter: 'kl_ref_adapter_path',
} as const;

/** The reference that an RL job asks for. */
export function readKlReference(config: RlConfig): KlReference {
  const { step, lag, adapter } = REFERENCE_FIELDS;
  if (config[step] != null) return { kind: 'step', step: config[step] };
  if (config[lag] != null) return { kind: 'lag', steps: config[lag] };
  if (config[adapter] != null) return { kind: 'adapter', name: config[adapter] };
  return { kind: 'base' };
}

/**
 * A sentence for the user on a reference that is not what it seems, for a job that starts from the checkpoint of step
 * `start`; null when all is well.
 */
export function referenceNotice(
  { klReference: reference, loss }: { klReference: KlReference; loss: PolicyLoss },
  start: number,
): string | null {
  if (reference.kind === 'base') return null;
  const field = REFERENCE_FIELDS[reference.kind];
  if (loss.kl === null) return `${field} has no effect without kl_penalty_coef; set that above 0.`;
  if (reference.kind !== 'lag' || reference.steps <= start) return null;
  return `kl_penalty_step_lag: ${reference.steps} steps before step ${start} is none; the reference is step 0.`;
}
