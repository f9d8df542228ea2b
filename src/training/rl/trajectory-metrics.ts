import type { TrajectoryGroup } from './trajectory.ts';

/** Most characters of a metric's name, as in logs. */
const LONGEST_NAME = 256;
/** Most metric names of one job. With the job's own three they reach the limit of a log. */
const MAX_NAMES = 1_021;

/**
 * Returns the mean of each metric over the trajectories that report it; booleans count as 0 and 1. Values that are not
 * finite numbers, metrics with a long name, and names beyond `MAX_NAMES` are skipped.
 */
export function trajectoryMetrics(groups: readonly TrajectoryGroup[]): Record<string, number> {
  const means = new Map<string, { sum: number; count: number }>();
  for (const { metrics } of groups.flatMap((group) => group.trajectories)) {
    for (const [name, given] of Object.entries(metrics)) {
      const value = typeof given === 'boolean' ? Number(given) : given;
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      const mean = means.get(name);
      if (mean !== undefined) {
        mean.sum += value;
        mean.count++;
      } else if (name.length <= LONGEST_NAME && means.size < MAX_NAMES) means.set(name, { sum: value, count: 1 });
    }
  }
  return Object.fromEntries([...means].map(([name, { sum, count }]) => [name, sum / count]));
}
