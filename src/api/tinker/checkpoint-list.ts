import type { TinkerCheckpoint as CheckpointBody } from '../../generated/types.ts';
import type { TinkerCheckpoint } from '../../store/tinker-checkpoints.ts';
import { tinkerPath } from './saved-weights.ts';

/** Saved weights as lists show them. */
export function checkpointBody(checkpoint: TinkerCheckpoint): CheckpointBody {
  const { kind, name, created, bytes, labels, expires } = checkpoint;
  return {
    checkpoint_id: `${kind}/${name}`,
    checkpoint_type: kind === 'weights' ? 'training' : 'sampler',
    time: created,
    tinker_path: tinkerPath(checkpoint),
    size_bytes: bytes,
    public: false,
    user_metadata: labels,
    expires_at: expires,
  };
}
