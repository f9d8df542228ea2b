import type { JsonObject } from '../json-reading.ts';
import type { Place } from '../training-input-error.ts';

/** The fields of the contract's `TrajectoryGroup`, `Trajectory` and `TrajectoryHistory`. */
export const groupFields = ['trajectories', 'exceptions', 'metadata', 'metrics', 'logs'] as const;
export const historyFields = ['messages_and_choices', 'tools'] as const;
export const trajectoryFields = [
  ...historyFields,
  'exchanges',
  'additional_histories',
  'reward',
  'initial_policy_version',
  'final_policy_version',
  'metrics',
  'auto_metrics',
  'metadata',
  'logs',
  'start_time',
] as const;

const longestName = 64;

/**
 * The places of fields that are none of `known`, such as `trajectory_groups.0.trajectories.1.rewrd`. A field left out
 * means its default, so a misspelt one would change what is trained on without a word.
 */
export function* unknownFields(object: JsonObject, known: readonly string[], place: Place): Generator<string> {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) yield [...place, name.slice(0, longestName).toWellFormed()].join('.');
  }
}
