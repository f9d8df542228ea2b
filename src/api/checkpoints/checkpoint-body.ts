import type { Checkpoint } from '../../generated/types.ts';
import type { CheckpointRecord } from '../../store/checkpoints.ts';

/** A checkpoint as callers see it. */
export function checkpointBody(checkpoint: CheckpointRecord): Checkpoint {
  const { id, step, metrics, created, bytes, jobId, folder, kind } = checkpoint;
  // Weights that no job trained were brought in.
  const origin = folder === null ? null : (kind ?? 'import');
  return { id, step, metrics, created, job_id: jobId, kind: origin, bytes };
}
