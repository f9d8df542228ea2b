import { mean } from '../statistics.ts';

/** Mean standard deviation of rewards within the groups of one job; jobs count from 0. */
export interface DeviationPoint {
  job: number;
  deviation: number;
}

/**
 * Returns a learning rate multiplier that follows the trend of the reward deviation. A line is fitted to the history by
 * least squares; the multiplier is its value at the last job over its value at job 0. It is 1 for fewer than two jobs,
 * or if the line does not start above 0. It is never negative, since a step would then reverse what was learned.
 */
export function deviationMultiplier(history: readonly DeviationPoint[]): number {
  const byJob = Map.groupBy(history, ({ job }) => job);
  const points = [...byJob].map(([job, entries]) => ({
    job,
    deviation: mean(entries.map((entry) => entry.deviation)),
  }));
  if (points.length < 2) return 1;
  const [centre, height] = [mean(points.map(({ job }) => job)), mean(points.map(({ deviation }) => deviation))];
  const spread = mean(points.map(({ job }) => (job - centre) ** 2));
  const slope = mean(points.map(({ job, deviation }) => (job - centre) * (deviation - height))) / spread;
  const intercept = height - slope * centre;
  const last = Math.max(...points.map(({ job }) => job));
  return intercept > 0 ? Math.max(0, (intercept + slope * last) / intercept) : 1;
}
