import { afterEach, expect, test, vi } from 'vitest';
import type { Bus } from '../../src/cluster/bus.ts';
import { LiveWorkers } from '../../src/cluster/live-workers.ts';
import type { WorkerHeartbeat } from '../../src/cluster/worker-heartbeat.ts';

let end = () => {};
afterEach(() => end());

test('fitting workers change at once when one joins, drains, changes class, is lost or returns', () => {
  let hear = (_: { value: WorkerHeartbeat }) => {};
  const bus = {
    subscribe: (_: string, heard: typeof hear) => {
      hear = heard;
      return () => {};
    },
    connectedMs: Number.POSITIVE_INFINITY,
  };
  const workers = new LiveWorkers(bus as unknown as Bus, () => {}, 'ours');
  end = () => workers.close();
  const heartbeat = (name: string, changes: Partial<WorkerHeartbeat> = {}, ofClass = 'cpu') => {
    const models = [{ id: 'toy', class: ofClass, places: 4 }] as WorkerHeartbeat['models'];
    hear({
      value: { incarnation: name, name, version: '1', state: 'ready', load: 0, models, ...changes } as WorkerHeartbeat,
    });
  };
  const found = (ofClass: string | null = null) =>
    workers.fitting.of({ model: 'toy', class: ofClass }, new Set()).map(({ worker }) => worker.heartbeat.incarnation);

  expect(found()).toEqual([]);
  // A worker of another cluster on the same bus, and one of a version that does not name its cluster.
  heartbeat('z', { database: 'theirs' });
  expect(workers.all()).toEqual([]);
  heartbeat('a');
  expect(found()).toEqual(['a']);
  heartbeat('b', { database: 'ours' });
  expect(found()).toEqual(['a', 'b']);
  heartbeat('a', { state: 'draining' });
  expect(found()).toEqual(['b']);
  heartbeat('a');
  expect(found()).toEqual(['a', 'b']);
  expect(found('gpu')).toEqual([]);
  heartbeat('b', {}, 'gpu');
  expect(found('gpu')).toEqual(['b']);
  expect(found()).toEqual(['a', 'b']);
  workers.remove('a');
  expect(found()).toEqual(['b']);

  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  expect(found()).toEqual([]);
  heartbeat('b', {}, 'gpu');
  expect(found()).toEqual(['b']);
  clock.mockRestore();
});
