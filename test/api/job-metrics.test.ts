import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { BucketMetrics } from '../../src/api/metrics/bucket-metrics.ts';
import { JobMetrics } from '../../src/api/metrics/job-metrics.ts';
import type { Store } from '../../src/store/store.ts';
import { parseExposition } from './exposition.ts';

it('metrics count the queued jobs of each served base model, and lost and expired leases', async () => {
  const registry = new Registry();
  const leases = { lost: 2, expired: 3 };
  const oldest = new Date(Date.now() - 60_000).toISOString();
  let isAway = false;
  const jobs = {
    countByStatus: async () => ({ queued: 5, running: 1, succeeded: 0, failed: 0, cancelled: 0 }),
    queuedByBaseModel: async () => {
      if (isAway) throw new Error('the database is away');
      return [
        { baseModel: 'toy', count: 4, oldest },
        { baseModel: 'another', count: 1, oldest },
      ];
    },
  };
  const store = { jobs } as unknown as Pick<Store, 'jobs'>;
  const metrics = new JobMetrics(registry, { store, models: ['toy', 'idle'], leases });
  const scrape = async () => {
    await metrics.collect();
    return parseExposition(await registry.metrics());
  };
  const first = await scrape();
  const of = (name: string, model: string) => first.value(name, { model_name: model });
  expect(['toy', 'idle', 'another'].map((model) => of('daybreak_queued_jobs', model))).toEqual([4, 0, Number.NaN]);
  expect(of('daybreak_oldest_queued_job_seconds', 'toy')).toBeGreaterThanOrEqual(60);
  expect(of('daybreak_oldest_queued_job_seconds', 'toy')).toBeLessThan(120);
  expect(of('daybreak_oldest_queued_job_seconds', 'idle')).toBe(0);
  expect(first.value('daybreak_jobs', { status: 'queued' })).toBe(5);
  leases.lost = 4;
  isAway = true;
  const second = await scrape();
  expect(second.value('daybreak_leases_lost_total', {})).toBe(4);
  expect(second.value('daybreak_leases_expired_total', {})).toBe(3);
  expect(second.value('daybreak_queued_jobs', { model_name: 'toy' })).toBeNaN();
});

it('metrics count objects, bytes and seconds of the bucket by direction', async () => {
  const registry = new Registry();
  const transferred = {
    put: { objects: 1, bytes: 10, seconds: 0.5 },
    fetched: { objects: 2, bytes: 20, seconds: 0.25 },
  };
  const metrics = new BucketMetrics(registry, transferred);
  metrics.collect();
  transferred.put.objects = 3;
  metrics.collect();
  const found = parseExposition(await registry.metrics());
  const of = (name: string) => ['put', 'fetched'].map((way) => found.value(`daybreak_bucket_${name}_total`, { way }));
  expect([of('objects'), of('bytes'), of('seconds')]).toEqual([
    [3, 2],
    [10, 20],
    [0.5, 0.25],
  ]);
});
