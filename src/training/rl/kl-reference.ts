/** The policy that a KL penalty compares with. */
export type KlReference =
  /** The base model without an adapter. */
  | { kind: 'base' }
  | { kind: 'step'; step: number }
  /** So many steps before the checkpoint that the job starts from, 0 at the least. */
  | { kind: 'lag'; steps: number }
  /** A name in the server's own store. */
  | { kind: 'adapter'; name: string };

/** The fields that choose it. */
export const REFERENCE_FIELDS = {
  step: 'kl_penalty_reference_step',
  lag: 'kl_penalty_step_lag',
  adapter: 'kl_ref_adapter_path',
} as const;
