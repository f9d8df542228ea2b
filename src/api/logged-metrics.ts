import type { TrajectoryGroup } from '../generated/types.ts';
import type { Metrics } from '../store/stored-value.ts';

/**
 * What logged trajectories say about a model: the mean reward and the mean of each metric over all trajectories, as
 * `{split}/{metric}`. A missing reward is 0; a metric is averaged over those that report it; booleans count 0 and 1.
 */
export function loggedMetrics(split: string, groups: readonly TrajectoryGroup[]): Metrics {
  const values = new Map<string, number[]>();
  const add = (name: string, value: number | boolean): void => {
    values.set(name, [...(values.get(name) ?? []), Number(value)]);
  };
  for (const trajectory of groups.flatMap((group) => group.trajectories ?? [])) {
    add('reward', trajectory.reward ?? 0);
    for (const [name, value] of Object.entries(trajectory.metrics ?? {})) if (name !== 'reward') add(name, value);
  }
  return Object.fromEntries(
    [...values].map(([name, list]) => [`${split}/${name}`, list.reduce((sum, value) => sum + value, 0) / list.length]),
  );
}
