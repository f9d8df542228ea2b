import { NO_QUOTAS, type OwnerQuotas } from './owner-quotas.ts';
import type { Retention } from './retention.ts';

/** What the operator says of how much is kept. */
export interface KeepRules {
  quotas: OwnerQuotas;
  /** That of models that have none of their own; null keeps all checkpoints. */
  retention: Retention | null;
}

/** Everything is kept. */
export const NO_RULES: KeepRules = { quotas: NO_QUOTAS, retention: null };
