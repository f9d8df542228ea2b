import { expect, test } from 'vitest';
import { loggedMetrics } from '../../src/api/logged-metrics.ts';
import type { Trajectory } from '../../src/generated/types.ts';

test('a logged metric is the mean over the trajectories that report it; reward is the trajectory’s own', () => {
  const trajectories: Trajectory[] = [
    { reward: 1, metrics: { right: true, length: 4, reward: 9 } },
    { reward: null, metrics: { right: false } },
    { reward: 2 },
  ];
  expect(loggedMetrics('val', [{ trajectories }, {}])).toEqual({ 'val/reward': 1, 'val/right': 0.5, 'val/length': 4 });
});

test('the metrics of 100,000 trajectories are averaged in under 20 s', () => {
  const seconds = (count: number): number => {
    const trajectories = Array.from({ length: count }, (_, i) => ({
      reward: i,
      metrics: { place: i, even: i % 2 === 0 },
    }));
    const start = performance.now();
    const { 'train/place': mean } = loggedMetrics('train', [{ trajectories }]);
    expect(mean).toBe((count - 1) / 2);
    return (performance.now() - start) / 1000;
  };
  seconds(1_000);
  expect(seconds(100_000)).toBeLessThan(20);
});

/** Returns one trajectory per name, which reports that metric. */
const reporting = (names: string[]): Trajectory[] => names.map((name) => ({ metrics: { [name]: 1 } }));
const named = (count: number): string[] => Array.from({ length: count }, (_, i) => `m${i}`);

test('a log has at most 1,024 metric names over all its trajectories, including the reward', () => {
  expect(Object.keys(loggedMetrics('val', [{ trajectories: reporting(named(1_023)) }]))).toHaveLength(1_024);
  const groups = [{}, { trajectories: reporting(named(1_024)) }];
  expect(() => loggedMetrics('val', groups)).toThrow(
    'trajectory_groups.1.trajectories.1023.metrics: its metrics bring the log to more than 1024 different names; ' +
      'at most 1024 are allowed in one log, including the reward',
  );
});

test('a metric name has at most 256 characters', () => {
  expect(loggedMetrics('val', [{ trajectories: reporting(['n'.repeat(256)]) }])).toHaveProperty(
    `val/${'n'.repeat(256)}`,
  );
  expect(() => loggedMetrics('val', [{ trajectories: reporting(['n'.repeat(257)]) }])).toThrow(
    "trajectory_groups.0.trajectories.0.metrics: a metric's name has 257 characters; at most 256 are allowed",
  );
});
