import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { ClusterMetrics } from '../../src/api/metrics/cluster-metrics.ts';
import type { Worker } from '../../src/generated/types.ts';
import { parseExposition } from './exposition.ts';

function worker(state: Worker['state'], load: number, classes: string[]): Worker {
  const models = classes.map((bits) => ({
    ...{ id: 'toy', class: bits, context_length: 512, training_length: 256, places: 64 },
  }));
  const now = new Date().toISOString();
  return { id: 'a', name: 'b', version: '1', role: 'worker', state, load, since: now, heard: now, models };
}

test('cluster metrics count workers, sequences and places by model and class, and rerouted calls', async () => {
  const registry = new Registry();
  const calls = { rerouted: 3, moved: 1 };
  let workers = [worker('ready', 5, ['one']), worker('ready', 7, ['one']), worker('draining', 2, ['two'])];
  const metrics = new ClusterMetrics(registry, { workers: () => workers, calls, servedShards: () => 4 });
  const scrape = async () => {
    metrics.collect();
    return parseExposition(await registry.metrics());
  };
  const [one, two] = ['one', 'two'].map((bits) => ({ model_name: 'toy', class: bits }));
  const first = await scrape();
  expect(first.value('daybreak_workers', { ...one, state: 'ready' })).toBe(2);
  expect(first.value('daybreak_workers', { ...two, state: 'draining' })).toBe(1);
  expect(first.value('daybreak_worker_sequences', one)).toBe(12);
  expect(first.value('daybreak_worker_places', one)).toBe(128);
  expect(first.value('daybreak_worker_places', two)).toBe(0);
  expect(first.value('daybreak_shards_computed_for_others_total', {})).toBe(4);
  expect(first.value('daybreak_calls_rerouted_total', {})).toBe(3);
  workers = [worker('ready', 1, ['two'])];
  calls.moved = 4;
  const then = await scrape();
  expect(then.value('daybreak_workers', { ...one, state: 'ready' })).toBeNaN();
  expect(then.value('daybreak_worker_sequences', two)).toBe(1);
  expect(then.value('daybreak_calls_moved_total', {})).toBe(4);
});
