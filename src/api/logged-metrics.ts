import type { TrajectoryGroup } from '../generated/types.ts';
import { MAX_METRICS, type MetricValues } from '../store/stored-value.ts';
import { invalidField } from './errors/api-error.ts';

/** Maximum length of a metric's name, without the split. */
const longestName = 256;

/**
 * Returns the mean reward and the mean of each metric over all logged trajectories, as `{split}/{metric}`. A missing
 * reward counts as 0; a metric is averaged over the trajectories that report it; booleans count as 0 and 1. Throws
 * `ApiError` at the first name that is too long, or beyond `MAX_METRICS` names, so that no more are ever held.
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
    throw invalidField(
      field,
      `a metric's name has ${name.length} characters; at most ${longestName} are allowed`,
      name,
    );
  }
  if (means.size === MAX_METRICS) {
    const allowed = `at most ${MAX_METRICS} are allowed in one log, including the reward`;
    throw invalidField(
      field,
      `its metrics bring the log to more than ${MAX_METRICS} different names; ${allowed}`,
      name,
    );
  }
  means.set(name, { sum: value, count: 1 });
}
