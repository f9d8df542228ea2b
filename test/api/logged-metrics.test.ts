import { expect, test } from 'vitest';
import { loggedMetrics } from '../../src/api/logged-metrics.ts';
import type { Trajectory } from '../../src/generated/types.ts';

test('a mean is over the trajectories that report the metric; the reward is that of the trajectory', () => {
  const trajectories: Trajectory[] = [
    { reward: 1, metrics: { right: true, length: 4, reward: 9 } },
    { reward: null, metrics: { right: false } },
    { reward: 2 },
  ];
  expect(loggedMetrics('val', [{ trajectories }, {}])).toEqual({ 'val/reward': 1, 'val/right': 0.5, 'val/length': 4 });
});

test('a large log takes time in proportion to its length', () => {
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
