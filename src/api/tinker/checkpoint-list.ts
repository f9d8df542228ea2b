import type { TinkerCheckpoint as CheckpointBody, TinkerTrainingRun } from '../../generated/types.ts';
import type { TinkerCheckpoint, TinkerKind } from '../../store/tinker-checkpoints.ts';
import type { TinkerRun } from '../../store/tinker-runs.ts';
import { tinkerPath } from './tinker-path.ts';

const TYPES: Readonly<Record<TinkerKind, CheckpointBody['checkpoint_type']>> = {
  weights: 'training',
  sampler_weights: 'sampler',
  external_weights: 'external',
};

/** Returns the list entry of saved weights. */
export function tinkerCheckpointBody(checkpoint: TinkerCheckpoint): CheckpointBody {
  const { kind, name, created, bytes, labels, expires } = checkpoint;
  return {
    checkpoint_id: `${kind}/${name}`,
    checkpoint_type: TYPES[kind],
    time: created,
    tinker_path: tinkerPath(checkpoint),
    size_bytes: bytes,
    public: checkpoint.public,
    user_metadata: labels,
    expires_at: expires,
  };
}

/** Returns the list entry of a trained model, with its newest checkpoints. */
export function trainingRunBody(
  { id, owner, baseModel, lora, asked, labels }: TinkerRun,
  newest: { weights: TinkerCheckpoint | null; sampler: TinkerCheckpoint | null } = { weights: null, sampler: null },
): TinkerTrainingRun {
  const { weights, sampler } = newest;
  return {
    ...{ training_run_id: id, base_model: baseModel, model_owner: owner, is_lora: true, corrupted: false },
    lora_rank: lora.rank,
    last_request_time: asked,
    last_checkpoint: weights && tinkerCheckpointBody(weights),
    last_sampler_checkpoint: sampler && tinkerCheckpointBody(sampler),
    user_metadata: labels,
  };
}
