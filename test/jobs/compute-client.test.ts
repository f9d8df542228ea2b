import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import { ComputeClient } from '../../src/worker/client/compute-client.ts';
import type { WatchdogTimes } from '../../src/worker/client/watchdog.ts';
import { WorkerDown, WorkerError } from '../../src/worker/client/worker-error.ts';
import { peerEntry } from '../api/test-server.ts';

const clients: ComputeClient[] = [];

async function client(
  script: object = {},
  watchdog?: Partial<WatchdogTimes>,
  maxOpen?: number,
): Promise<ComputeClient> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-peer-'));
  const path = join(folder, 'script.json');
  await writeFile(path, JSON.stringify(script));
  const env = { ...process.env, PEER_SCRIPT: path };
  const made = new ComputeClient({ entry: peerEntry, env, onProgress: () => {}, log: () => {} }, watchdog, maxOpen);
  clients.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.close(100)));
});

const models = [{ id: 'toy', path: '/nowhere' }];
const request: GenerateRequest = {
  model: 'toy',
  adapter: null,
  promptIds: Uint32Array.of(5, 10),
  maxTokens: 3,
  stopTokenIds: [],
  sampling: { temperature: 1, topK: 0, topP: 1, seed: 2n ** 63n - 1n },
  topLogprobs: 0,
};

async function ids(tokens: AsyncIterable<{ id: number }>): Promise<number[]> {
  const all: number[] = [];
  for await (const { id } of tokens) all.push(id);
  return all;
}

/** Script of a peer that dies at its first training step. */
const deadly = { dieAtSteps: [1] };
const step = { sequences: [], loss: 'cross_entropy' as const, learningRate: 0, weightDecay: 0, maxGradNorm: 1 };

test('the compute client loads a model and streams concurrent calls, each with the cause of its end', async () => {
  const compute = await client();
  const report = await compute.start(models);
  expect(report.models.map(({ id }) => id)).toEqual(['toy']);
  const one = compute.generate(request);
  const two = compute.generate({ ...request, promptIds: Uint32Array.of(20) });
  expect(await Promise.all([ids(one), ids(two)])).toEqual([
    [11, 12, 13],
    [21, 22, 23],
  ]);
  expect([one.cause, two.cause]).toEqual(['length', 'length']);
});

test('the files of an adapter are held until every call that may read them has ended or is abandoned', async () => {
  const held: string[] = [];
  const hold = (folder: string): Disposable => {
    held.push(folder);
    return { [Symbol.dispose]: () => void held.splice(held.indexOf(folder), 1) };
  };
  const compute = new ComputeClient({ entry: peerEntry, env: process.env, onProgress: () => {}, log: () => {}, hold });
  clients.push(compute);
  await compute.start(models);
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-adapter-'));
  const adapter = { id: 'a', folder };
  const [whole, left] = [compute.generate({ ...request, adapter }), compute.generate({ ...request, adapter })];
  compute.generate(request);
  expect(held).toEqual([folder, folder]);
  for await (const _ of left) break;
  await ids(whole);
  await expect.poll(() => held).toEqual([]);
});

test('a failed load at the first start rejects the start, and the state is down', async () => {
  const compute = await client({ failLoadsFrom: 1, failLoadsTo: 9 });
  await expect(compute.start(models)).rejects.toMatchObject({ code: 'model_load_failed', message: 'told to fail' });
  expect(compute.report().state).toBe('down');
  expect(() => compute.generate(request)).toThrow(WorkerDown);
});

test('when the process dies, running calls fail as WorkerDown, and it is restarted with its models', async () => {
  const compute = await client({ ...deadly, tokenMs: 50 });
  await compute.start(models);
  const chat = ids(compute.generate({ ...request, maxTokens: 1_000 }));
  const outcome = expect(chat).rejects.toBeInstanceOf(WorkerDown);
  await expect(compute.trainStep('s', step)).rejects.toMatchObject({ code: 'worker_down', retryAfter: 5 });
  await outcome;
  expect(compute.report()).toMatchObject({ state: 'down', restarts: 0, lastFailure: 'signal SIGKILL' });
  expect(() => compute.generate(request)).toThrow(WorkerDown);
  await compute.ready();
  expect(compute.report()).toMatchObject({ state: 'ready', restarts: 1 });
  expect(await ids(compute.generate(request))).toEqual([11, 12, 13]);
});

test('a failed restart is retried', async () => {
  const compute = await client({ ...deadly, failLoadsFrom: 2, failLoadsTo: 3 });
  await compute.start(models);
  await expect(compute.trainStep('s', step)).rejects.toBeInstanceOf(WorkerDown);
  await compute.ready();
  expect(compute.report()).toMatchObject({ state: 'ready', restarts: 3, lastFailure: 'told to fail' });
});

test('an aborted call rejects, and a loop that breaks cancels its call', async () => {
  const compute = await client({ tokenMs: 20 });
  await compute.start(models);
  const abort = new AbortController();
  const running = ids(compute.generate({ ...request, maxTokens: 10_000 }, abort.signal));
  await sleep(60);
  abort.abort();
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
  const early = compute.generate({ ...request, maxTokens: 10_000 });
  for await (const { id } of early) {
    expect(id).toBe(11);
    break;
  }
  // A cancelled call has no cause of its end.
  await sleep(100);
  expect(early.cause).toBeNull();
});

test('close rejects running calls and everything that waits for the process', async () => {
  const compute = await client({ tokenMs: 20 });
  await compute.start(models);
  const running = expect(ids(compute.generate({ ...request, maxTokens: 10_000 }))).rejects.toBeInstanceOf(WorkerError);
  await compute.close(1_000);
  await running;
  expect(compute.report().state).toBe('closed');
  await expect(compute.ready()).rejects.toMatchObject({ code: 'aborted' });
});

test('ping times out if the device does not answer', async () => {
  const compute = await client();
  await compute.start(models);
  await compute.ping(60_000);
  const pid = compute.report().pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  await expect(compute.ping(200)).rejects.toThrow(/did not answer within 0.2 s/);
  process.kill(pid, 'SIGCONT');
  await compute.ping(60_000);
});

test('a hanging process is killed and restarted, and one that answers is not', async () => {
  const compute = await client({ tokenMs: 20 }, { everyMs: 20, timeoutMs: 3_000 });
  await compute.start(models);
  const pid = compute.report().pid ?? 0;
  await sleep(3_500);
  expect(compute.report()).toMatchObject({ state: 'ready', pid, restarts: 0 });
  process.kill(pid, 'SIGSTOP');
  await expect(ids(compute.generate(request))).rejects.toBeInstanceOf(WorkerDown);
  await compute.ready();
  expect(compute.report()).toMatchObject({ state: 'ready', restarts: 1, lastFailure: 'signal SIGKILL' });
  expect(await ids(compute.generate(request))).toEqual([11, 12, 13]);
});

test('an engine with work but no steps is reported as stalled until it continues, an idle one is not', async () => {
  const compute = await client({ tokenMs: 50, stallAfter: 4 }, { reportMs: 10, stalledMs: 1_000 });
  await compute.start(models);
  const stalled = () => compute.report().stalledSeconds;
  await sleep(1_500);
  expect(stalled()).toBeNull();
  const end = new AbortController();
  const running = ids(compute.generate({ ...request, maxTokens: 10 }, end.signal)).catch(() => null);
  await expect.poll(stalled).toBeGreaterThanOrEqual(1);
  end.abort();
  await running;
  await expect.poll(stalled).toBeNull();
  process.kill(compute.report().pid ?? 0, 'SIGSTOP');
  await expect.poll(stalled).toBeGreaterThanOrEqual(1);
  process.kill(compute.report().pid ?? 0, 'SIGCONT');
  await expect.poll(stalled).toBeNull();
});

test('checkRoom refuses more sequences than are free, and ended ones free their room', async () => {
  const compute = await client({ tokenMs: 50 }, undefined, 3);
  await compute.start(models);
  const two = [compute.generate(request), compute.generate(request)];
  compute.checkRoom(1);
  expect(() => compute.checkRoom(2)).toThrow(expect.objectContaining({ code: 'queue_full' }));
  await Promise.all(two.map(ids));
  compute.checkRoom(3);
  expect(() => compute.checkRoom(4)).toThrow(WorkerError);
});
