import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { Bus } from '../../src/cluster/bus.ts';
import { LiveWorkers } from '../../src/cluster/live-workers.ts';
import { type Helper, ShardCalls } from '../../src/cluster/shard-calls.ts';
import { subjects, type WorkerHeartbeat } from '../../src/cluster/worker-heartbeat.ts';
import type { ShardRequest, ShardResult } from '../../src/worker/client/step-helpers.ts';

let nats: Awaited<ReturnType<typeof startNats>>;
let ends: (() => unknown)[];
beforeEach(async () => {
  nats = await startNats();
  ends = [];
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  await nats.stop();
});

interface ShardWorker {
  calls: ShardCalls;
  heartbeat: WorkerHeartbeat;
  left: string[];
  /** Ends the worker without a message. */
  die(): Promise<void>;
}

const ask: ShardRequest = {
  step: 'step 1',
  model: 'toy',
  adapter: null,
  capacity: 512,
  request: 'jobs/1.step',
  shard: 3,
};
const done = ({ shard }: ShardRequest): ShardResult => ({ path: `jobs/${shard}.shard`, sha256: 'abc', seconds: 1 });

/** Starts a worker of a cluster with a heartbeat. */
async function worker(
  compute: Helper['compute'] = async (asked) => done(asked),
  changes: Partial<WorkerHeartbeat> = {},
  training: string | null = 'one',
): Promise<ShardWorker> {
  const bus = await Bus.connect({ url: nats.url, name: 'test' });
  const models = [
    { id: 'toy', class: 'chat', training: training ?? undefined, contextLength: 512, trainingLength: 512, places: 64 },
  ];
  const named = { incarnation: randomUUID(), name: 'worker', version: '1' };
  const heartbeat: WorkerHeartbeat = { ...named, state: 'ready', models, load: 0, jobs: 0, ...changes };
  const workers = new LiveWorkers(bus, () => {});
  const left: string[] = [];
  const helper = { compute, stop: (step: string) => void left.push(step) };
  const own = { incarnation: heartbeat.incarnation, heartbeat: () => heartbeat };
  const calls = new ShardCalls({ bus, workers, worker: own, helper });
  const say = setInterval(() => bus.publish(subjects.workerHeartbeats, heartbeat), 100);
  const die = async (): Promise<void> => {
    clearInterval(say);
    calls.close();
    workers.close();
    await bus.close();
  };
  ends.push(die);
  return { calls, heartbeat, left, die };
}

const never = new AbortController().signal;

it('a leader asks a worker of its training class, which counts its shards for others', async () => {
  const leader = await worker();
  const helper = await worker();
  await expect.poll(() => leader.calls.ready('toy'), { timeout: 10_000 }).toHaveLength(1);
  const [found] = leader.calls.ready('toy');
  expect(found.name).toBe(`worker (${helper.heartbeat.incarnation})`);
  expect(await found.compute(ask, never)).toEqual(done(ask));
  expect([leader.calls.served, helper.calls.served]).toEqual([0, 1]);
  expect(leader.calls.classOf('toy')).toBe('one');
  expect(leader.calls.ready('another')).toEqual([]);
});

it('a leader does not ask itself or workers that differ in class, train, drain or report neither', async () => {
  const leader = await worker();
  await worker(undefined, {}, 'two');
  await worker(undefined, {}, null);
  await worker(undefined, { jobs: 1 });
  await worker(undefined, { jobs: undefined });
  await worker(undefined, { state: 'draining' });
  const helper = await worker();
  await expect.poll(() => leader.calls.ready('toy'), { timeout: 10_000 }).toHaveLength(1);
  expect(leader.calls.ready('toy')[0].name).toContain(helper.heartbeat.incarnation);
  const untrained = await worker(undefined, {}, null);
  await expect.poll(() => untrained.calls.ready('toy'), { timeout: 1_000 }).toEqual([]);
});

it('a leader gets the reason of a refusal, and an error if the worker is gone', async () => {
  const leader = await worker();
  const helper = await worker(() => Promise.reject(new Error('this worker is already training')));
  await expect.poll(() => leader.calls.ready('toy'), { timeout: 10_000 }).toHaveLength(1);
  const [found] = leader.calls.ready('toy');
  await expect(found.compute(ask, never)).rejects.toThrow('this worker is already training');
  helper.heartbeat.state = 'draining';
  await expect(found.compute(ask, never)).rejects.toThrow('not ready');
  await helper.die();
  await expect(found.compute(ask, never)).rejects.toThrow(/there are no subscribers/);
});

it('an aborted shard call makes the worker leave the step', async () => {
  const leader = await worker();
  const helper = await worker(() => new Promise(() => {}));
  await expect.poll(() => leader.calls.ready('toy'), { timeout: 10_000 }).toHaveLength(1);
  const over = new AbortController();
  const asked = leader.calls.ready('toy')[0].compute(ask, over.signal);
  setTimeout(() => over.abort(), 50);
  await expect(asked).rejects.toThrow('the step is over');
  await expect.poll(() => helper.left, { timeout: 10_000 }).toEqual(['step 1']);
});
