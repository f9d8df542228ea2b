import type { TrajectoryGroup } from './trajectory.ts';

/** Characters of a metric's name, as in logs. */
const LONGEST_NAME = 256;
/** Names of one job. With its own three they are as many as a log may have. */
const MOST_NAMES = 1_021;

/**
 * The mean of each metric that the trajectories carry, over those that report it; booleans count 0 and 1. What is no
 * finite number, has a long name, or comes when there are names enough, is passed over.
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
      } else if (name.length <= LONGEST_NAME && means.size < MOST_NAMES) means.set(name, { sum: value, count: 1 });
    }
  }
  return Object.fromEntries([...means].map(([name, { sum, count }]) => [name, sum / count]));
}
