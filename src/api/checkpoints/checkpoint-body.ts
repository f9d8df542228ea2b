import type { Checkpoint } from '../../generated/types.ts';
import type { CheckpointRecord } from '../../store/checkpoints.ts';

/** Converts a checkpoint record to its JSON body. */
export function checkpointBody(checkpoint: CheckpointRecord): Checkpoint {
  const { id, step, metrics, created, bytes, jobId, folder, kind } = checkpoint;
  // Weights without a `kind` were imported, not trained by a job.
  const origin = folder === null ? null : (kind ?? 'import');
  return { id, step, metrics, created, job_id: jobId, kind: origin, bytes };
}
