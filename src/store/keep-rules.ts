import { NO_QUOTAS, type OwnerQuotas } from './owner-quotas.ts';
import type { Retention } from './retention.ts';

/** The operator's limits on what is kept. */
export interface KeepRules {
  quotas: OwnerQuotas;
  /** Retention of models that have none of their own; null keeps all checkpoints. */
  retention: Retention | null;
}

/** Rules that keep everything. */
export const NO_RULES: KeepRules = { quotas: NO_QUOTAS, retention: null };
