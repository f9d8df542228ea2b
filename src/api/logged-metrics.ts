import type { TrajectoryGroup } from '../generated/types.ts';
import { averageMetrics } from '../jobs/training-plan.ts';
import type { Metrics } from '../store/stored-value.ts';

/**
 * What logged trajectories say about a model: the mean reward and the mean of each metric over all trajectories, as
 * `{split}/{metric}`. A missing reward is 0; a metric is averaged over those that report it; booleans count 0 and 1.
 */
export function loggedMetrics(split: string, groups: readonly TrajectoryGroup[]): Metrics {
  const reported = groups
    .flatMap((group) => group.trajectories ?? [])
    .map(({ metrics, reward }) => {
      const all = Object.entries({ ...metrics, reward: reward ?? 0 });
      return Object.fromEntries(all.map(([name, value]) => [`${split}/${name}`, Number(value)]));
    });
  return averageMetrics(reported);
}
