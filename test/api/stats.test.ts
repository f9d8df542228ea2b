import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { as } from '../abuse/owner-records.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const statsOf = async (call = server.call) => (await call('GET', '/preview/stats')).body;
/** Waits until the cached statistics, which are at most a second old, have expired. */
const fresh = () => sleep(1_100);

test('the statistics have the engine, the device, the disk and the queue', async () => {
  const before = await statsOf();
  const check = (await server.call('GET', '/system-check')).body;
  expect(before).toMatchObject({ device: check.device, training: check.training, models: check.models });
  expect(before).toMatchObject({ jobs: { queued: 0, running: 0 }, training_jobs: [], requests: 0 });
  expect(before.disk.free_bytes).toBeLessThanOrEqual(before.disk.total_bytes);
  expect(before.disk.reserve_bytes).toBe(256 * 2 ** 20);
  expect(before.memory_bytes).toBeGreaterThan(10 * 2 ** 20);
  const [engine] = before.engines;
  expect(engine).toMatchObject({ model: 'toy', running: 0, waiting: 0, cache_tokens_used: 0, adapters: 0 });
  expect(engine.cache_tokens).toBe(check.models[0].cache_tokens);
  await fresh();
  await server.call('POST', '/chat/completions', { messages: [{ role: 'user', content: 'hello' }], max_tokens: 8 });
  const [after] = (await statsOf()).engines;
  expect(after.tokens).toBeGreaterThan(engine.tokens);
  expect(after.tokens_per_second).toBeGreaterThan(0);
});

test('the statistics list running jobs with their planned memory, and the id for their owner only', async () => {
  const { body: model } = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'm' });
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'data' });
  const row = '{"messages":[{"role":"user","content":"yes or no?"},{"role":"assistant","content":"yes"}]}\n';
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' };
  const file = `${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`;
  await fetch(file, { method: 'PUT', headers, body: row.repeat(2_000) });
  const sft = { model_id: model.id, training_data_url: artifact.url, config: { batch_size: 1 } };
  const { body: job } = await server.call('POST', '/preview/sft-training-jobs', sft);
  const other = as(server, await newKey(server, { owner: 'bob', scopes: ['metrics'] }));
  let seen: { job_id: string | null; model: string; bytes: number }[] = [];
  let elsewhere: typeof seen = [];
  for (let state = 'queued'; seen.length === 0 || elsewhere.length === 0; await sleep(20)) {
    if (seen.length === 0) ({ training_jobs: seen } = await statsOf());
    else ({ training_jobs: elsewhere } = await statsOf(other));
    ({ status: state } = (await server.call('GET', `/preview/training-jobs/${job.id}`)).body);
    if (!['queued', 'running'].includes(state)) break;
  }
  expect(seen).toEqual([{ job_id: job.id, model: 'toy', bytes: expect.any(Number) }]);
  expect(seen[0].bytes).toBeGreaterThan(0);
  expect(elsewhere).toEqual([{ ...seen[0], job_id: null }]);
  await server.call('POST', `/preview/training-jobs/${job.id}/cancel`);
  await expect.poll(async () => (await statsOf()).training_jobs).toEqual([]);
});

test('the statistics need the scope metrics', async () => {
  const call = as(server, await newKey(server, { owner: 'carl', scopes: ['chat', 'train'] }));
  expect((await call('GET', '/preview/stats')).status).toBe(403);
});
