import type { TrajectoryGroup } from '../generated/types.ts';
import type { MetricValues } from '../store/stored-value.ts';
import { loggedMetrics } from './logged-metrics.ts';

/** Summary of logged trajectories, recorded beside their file. */
export interface LogSummary {
  groups: number;
  trajectories: number;
  metrics: MetricValues;
}

export function logSummary(split: string, groups: readonly TrajectoryGroup[]): LogSummary {
  const trajectories = groups.reduce((sum, group) => sum + (group.trajectories?.length ?? 0), 0);
  return { groups: groups.length, trajectories, metrics: loggedMetrics(split, groups) };
}
