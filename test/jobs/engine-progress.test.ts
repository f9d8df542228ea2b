import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EngineStats } from '../../src/inference/engine/engine-stats.ts';
import { EngineProgress } from '../../src/worker/client/engine-progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const report = (model: string, steps: number, running: number) => {
  return { model, stats: { steps, running, waiting: 0 } as EngineStats };
};

it('a hanging engine is reported as stalled while another model’s engine makes steps', () => {
  const progress = new EngineProgress({ stalledMs: 10_000 });
  for (let second = 0; second < 12; second++) {
    progress.observe([report('good', second, 1), report('hung', 7, 2)]);
    vi.advanceTimersByTime(1_000);
  }
  expect(progress.stalledSeconds).toBe(12);
  progress.observe([report('good', 12, 1), report('hung', 8, 2)]);
  expect(progress.stalledSeconds).toBeNull();
});

it('idle engines are not stalled, and a process that reports nothing is', () => {
  const progress = new EngineProgress({ stalledMs: 10_000 });
  for (let second = 0; second < 30; second++) {
    progress.observe([report('idle', 3, 0)]);
    vi.advanceTimersByTime(1_000);
  }
  expect(progress.stalledSeconds).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(progress.stalledSeconds).toBe(11);
  const silent = new EngineProgress({ stalledMs: 10_000 });
  vi.advanceTimersByTime(11_000);
  expect(silent.stalledSeconds).toBe(11);
});
