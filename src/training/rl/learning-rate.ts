import { mean } from '../statistics.ts';

/** The mean deviation of rewards within groups, of a job; jobs count from 0. */
export interface DeviationPoint {
  job: number;
  deviation: number;
}

/**
 * How much of the learning rate is left where rewards within groups differ less than they did: a straight line is laid
 * through the history (least squares), and its value at the last job is divided by that at job 0. 1 for fewer than two
 * jobs and where the line does not begin above 0; never below 0, where a step would unlearn.
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
