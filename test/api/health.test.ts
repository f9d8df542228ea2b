import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { SharedResult } from '../../src/api/shared-result.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';
import { peerEntry, startTestServer } from './test-server.ts';

afterEach(() => void vi.restoreAllMocks());

test('system checks without a key ping the device at most once a second', async () => {
  const server = await startTestServer({ workerEntry: peerEntry });
  const ping = vi.spyOn(server.compute, 'ping');
  const ask = () => fetch(`${server.baseUrl}/system-check`).then(({ status }) => status);
  const started = performance.now();
  for (let i = 0; i < 3; i++)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([200]));
  const seconds = (performance.now() - started) / 1000;
  expect(ping.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  const before = ping.mock.calls.length;
  await sleep(1_100);
  expect(await ask()).toBe(200);
  expect(ping).toHaveBeenCalledTimes(before + 1);
  await server.end();
});

test('a system check reports the memory of the device, of training and of the KV cache, with its source', async () => {
  const server = await startTestServer({ workerEntry: peerEntry });
  const { body } = await server.call('GET', '/system-check');
  expect(body.training).toEqual({ jobs: 4, job_bytes: 2 ** 28, room_bytes: 2 ** 30, source: 'machine' });
  expect(body.device).toMatchObject({ memory_bytes: 2 ** 31, memory_source: 'machine' });
  expect(body.models).toMatchObject([{ cache_tokens: 1024, cache_bytes: 2 ** 20 }]);
  await server.end();
});

test('a shared result is reused while its work runs and for a time after, a failure only while it runs', async () => {
  let runs = 0;
  const results = new SharedResult(async () => {
    const run = ++runs;
    await sleep(100);
    if (run === 2) throw new Error('failed');
    return run;
  }, 100);
  expect(await Promise.all([results.get(), results.get()])).toEqual([1, 1]);
  expect(await results.get()).toBe(1);
  await sleep(150);
  const failing = [results.get(), results.get()];
  for (const failure of failing) await expect(failure).rejects.toThrow('failed');
  expect(await results.get()).toBe(3);
});

test('a failed system check names only the part, and the cause is in the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await startTestServer({ workerEntry: peerEntry, log });
  vi.spyOn(server.compute, 'ping').mockRejectedValueOnce(
    new WorkerError('device_lost', 'lost at /home/somebody/dawn.cc'),
  );
  const { status, headers, body } = await server.call('GET', '/system-check');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body.gpu_queue).toMatchObject({
    success: false,
    errors: ['The compute process could not run a trivial kernel.'],
  });
  expect(JSON.stringify(body)).not.toContain('somebody');
  expect(lines.join('')).toContain('somebody');
  await server.end();
});

test('health is 503 while an engine has work but makes no steps, without asking the compute process', async () => {
  const server = await startTestServer({ workerEntry: peerEntry });
  const report = server.compute.report();
  expect((await server.call('GET', '/health')).status).toBe(200);
  // A stopped compute process could not answer.
  process.kill(report.pid ?? 0, 'SIGSTOP');
  expect((await server.call('GET', '/health')).status).toBe(200);
  const spy = vi.spyOn(server.compute, 'report').mockReturnValue({ ...report, stalledSeconds: 200 });
  const bad = await server.call('GET', '/health');
  expect([bad.status, bad.headers.get('retry-after'), bad.body.error.code]).toEqual([503, '5', 'compute_unavailable']);
  expect(bad.body.error.message).toBe('The engine has had work for 200 s and has made no step.');
  spy.mockRestore();
  process.kill(report.pid ?? 0, 'SIGCONT');
  expect((await server.call('GET', '/health')).status).toBe(200);
  await server.end();
});
