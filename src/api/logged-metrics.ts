import type { TrajectoryGroup } from '../generated/types.ts';
import { type MetricValues, MOST_METRICS } from '../store/stored-value.ts';
import { invalidField } from './errors/api-error.ts';

/** Characters of a metric's name, without the split. */
const longestName = 256;

/**
 * The mean reward and the mean of each metric over all logged trajectories, as `{split}/{metric}`. A missing reward is
 * 0; a metric is averaged over those that report it; booleans count 0 and 1. Throws `ApiError` at the first name that
 * is too long or one too many, so that no more than `MOST_METRICS` are ever held.
 */
export function loggedMetrics(split: string, groups: readonly TrajectoryGroup[]): MetricValues {
  const means = new Map<string, { sum: number; count: number }>();
  for (const [g, { trajectories }] of groups.entries()) {
    for (const [t, { metrics, reward }] of (trajectories ?? []).entries()) {
      const field = `trajectory_groups.${g}.trajectories.${t}.metrics`;
      for (const name in metrics) if (name !== 'reward') add(means, name, Number(metrics[name]), field);
      add(means, 'reward', reward ?? 0, field);
    }
  }
  return Object.fromEntries([...means].map(([name, { sum, count }]) => [`${split}/${name}`, sum / count]));
}

function add(means: Map<string, { sum: number; count: number }>, name: string, value: number, field: string): void {
  const mean = means.get(name);
  if (mean !== undefined) {
    mean.sum += value;
    mean.count++;
    return;
  }
  if (name.length > longestName) {
    throw invalidField(field, `a metric's name has ${name.length} characters; allowed are ${longestName}`, name);
  }
  if (means.size === MOST_METRICS) {
    const allowed = `allowed are ${MOST_METRICS} in one log, the reward among them`;
    throw invalidField(
      field,
      `its metrics bring the log to more than ${MOST_METRICS} different names; ${allowed}`,
      name,
    );
  }
  means.set(name, { sum: value, count: 1 });
}
