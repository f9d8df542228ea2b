import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { Bus, BusError } from '../../src/cluster/bus.ts';
import { subjects } from '../../src/cluster/worker-heartbeat.ts';
import { WorkerPool } from '../../src/cluster/worker-pool.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import type { Generation } from '../../src/worker/client/generation.ts';
import { type ScriptedOptions, ScriptedWorker, scriptedAnswer, scriptedRequest } from './scripted-worker.ts';

let nats: Awaited<ReturnType<typeof startNats>>;
let buses: Bus[];
let pool: WorkerPool;
let workers: ScriptedWorker[];

beforeEach(async () => {
  nats = await startNats();
  [buses, workers] = [[], []];
  pool = newPool(await connect());
});
afterEach(async () => {
  pool.close();
  for (const worker of workers) worker.end();
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

const newPool = (bus: Bus) => new WorkerPool(bus, { storedPath: (folder) => folder });

async function connect(): Promise<Bus> {
  const bus = await Bus.connect({ url: nats.url, name: 'test' });
  buses.push(bus);
  return bus;
}

async function addWorker(options: ScriptedOptions = {}, bus?: Bus): Promise<ScriptedWorker> {
  const worker = new ScriptedWorker(bus ?? (await connect()), options);
  workers.push(worker);
  await expect.poll(() => pool.workers.has(worker.incarnation)).toBe(true);
  return worker;
}

async function tokensOf(generation: Generation): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  for await (const token of generation) tokens.push(token);
  return tokens;
}

/** Waits until about `count` tokens have been generated. */
async function untilTokens(worker: ScriptedWorker, count: number, tokenMs: number): Promise<void> {
  await expect.poll(() => worker.begun.length).toBeGreaterThan(0);
  await sleep(count * tokenMs);
}

describe('sequences over the bus', () => {
  it('arrive complete and in order, many at a time', async () => {
    await addWorker();
    await addWorker();
    const requests = Array.from({ length: 40 }, (_, seed) => scriptedRequest(seed, { affinity: String(seed) }));
    const generations = requests.map((request) => pool.generate(request));
    const answers = await Promise.all(generations.map(tokensOf));
    expect(answers).toEqual(requests.map(scriptedAnswer));
    expect(generations.every(({ cause, prompt }) => cause === 'length' && prompt !== null)).toBe(true);
    expect(workers.every(({ begun }) => begun.length > 5)).toBe(true);
    await expect.poll(() => workers.map(({ server }) => server.load)).toEqual([0, 0]);
  });

  it('continue on another worker with the same tokens when theirs dies, without starting over', async () => {
    const bus = await connect();
    const first = await addWorker({ tokenMs: 20 }, bus);
    const requests = Array.from({ length: 8 }, (_, seed) => scriptedRequest(seed, { maxTokens: 100 }));
    const generations = requests.map((request) => pool.generate(request));
    const answers = Promise.all(generations.map(tokensOf));
    await untilTokens(first, 15, 20);
    const second = await addWorker({ tokenMs: 1 });
    await first.die();
    expect(await answers).toEqual(requests.map(scriptedAnswer));
    expect(second.begun).toHaveLength(8);
    for (const { outputIds = [] } of second.begun) expect(outputIds.length).toBeGreaterThan(2);
    expect(pool.counts.moved).toBe(8);
  });

  it('end with an error if no worker of their class is left', async () => {
    const bus = await connect();
    const first = await addWorker({ tokenMs: 20 }, bus);
    const answer = tokensOf(pool.generate(scriptedRequest(1, { maxTokens: 200 })));
    await untilTokens(first, 5, 20);
    const other = await addWorker({ class: 'two' });
    const failed = expect(answer).rejects.toThrow('No worker serves this model now');
    await first.die();
    await failed;
    expect(other.begun).toEqual([]);
    const fresh = scriptedRequest(2);
    expect(await tokensOf(pool.generate(fresh))).toEqual(scriptedAnswer(fresh));
  });

  it('with the same affinity go to one worker, and to others once it is full', async () => {
    for (let count = 0; count < 4; count++) await addWorker({ places: 8, tokenMs: 10 });
    const ask = (count: number) =>
      Array.from({ length: count }, (_, seed) => tokensOf(pool.generate(scriptedRequest(seed, { affinity: 'group' }))));
    await Promise.all(ask(3));
    expect(workers.filter(({ begun }) => begun.length > 0)).toHaveLength(1);
    await Promise.all(ask(20));
    expect(workers.every(({ begun }) => begun.length > 0)).toBe(true);
  });

  it('are refused with queue_full if all workers are full', async () => {
    await addWorker({ places: 2, tokenMs: 20 });
    const running = [1, 2].map((seed) => tokensOf(pool.generate(scriptedRequest(seed))));
    await expect.poll(() => workers[0].server.load).toBe(2);
    await expect(tokensOf(pool.generate(scriptedRequest(3)))).rejects.toMatchObject({ code: 'queue_full' });
    await Promise.all(running);
  });

  it('are accepted by workers with room that are busier than a replica knows', async () => {
    await addWorker({ tokenMs: 20 });
    await addWorker({ tokenMs: 20 });
    const other = newPool(await connect());
    await expect.poll(() => other.workers.ready().length).toBe(2);
    const rush = Array.from({ length: 40 }, (_, seed) => pool.generate(scriptedRequest(seed)));
    const answers = Promise.all(rush.map(tokensOf));
    await expect.poll(() => workers.every(({ server }) => server.load > 10)).toBe(true);
    const late = Array.from({ length: 4 }, (_, seed) => scriptedRequest(100 + seed));
    try {
      expect(await Promise.all(late.map((one) => tokensOf(other.generate(one))))).toEqual(late.map(scriptedAnswer));
      expect(await answers).toHaveLength(40);
    } finally {
      other.close();
    }
  });

  it('are accepted by a busy worker if the others do not answer', async () => {
    const bus = await connect();
    const [busy, mute] = [await addWorker({ tokenMs: 20 }), await addWorker({}, bus)];
    const other = newPool(await connect());
    await expect.poll(() => other.workers.ready().length, { timeout: 10_000 }).toBe(2);
    // The worker receives calls but answers nothing.
    mute.server.close();
    bus.subscribe(subjects.calls(mute.incarnation), () => {});
    // Only the other replica knows the load of the busy worker.
    busy.heartbeat();
    busy.fallSilent();
    other.workers.remove(mute.incarnation);
    const running = Array.from({ length: 12 }, (_, seed) => tokensOf(other.generate(scriptedRequest(seed))));
    await expect.poll(() => busy.server.load, { timeout: 10_000 }).toBe(12);
    const late = Array.from({ length: 12 }, (_, seed) => scriptedRequest(100 + seed, { affinity: String(seed) }));
    const answers = await Promise.all(late.map((one) => tokensOf(pool.generate(one))));
    expect(answers).toEqual(late.map(scriptedAnswer));
    expect(await Promise.all(running)).toHaveLength(12);
    other.close();
  });

  it('stop at the worker when their caller aborts, even before it has accepted them', async () => {
    await addWorker({ tokenMs: 20 });
    const left = new AbortController();
    const answers = [pool.generate(scriptedRequest(1, { maxTokens: 1_000 }), left.signal)];
    for await (const _ of answers[0]) {
      answers.push(pool.generate(scriptedRequest(2, { maxTokens: 1_000 }), left.signal));
      left.abort();
      break;
    }
    await expect(tokensOf(answers[1])).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => workers[0].server.load).toBe(0);
  });

  it('stop at a worker that has sent no token yet', async () => {
    await addWorker({ tokenMs: 60_000 });
    const left = new AbortController();
    const answer = tokensOf(pool.generate(scriptedRequest(1), left.signal));
    await expect.poll(() => workers[0].server.load).toBe(1);
    left.abort();
    await expect(answer).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => workers[0].server.load, { timeout: 10_000 }).toBe(0);
  });

  it('stop at a worker whose replica has given up the call', async () => {
    const bus = await connect();
    pool.close();
    const [request, publish] = [bus.request.bind(bus), bus.publish.bind(bus)];
    // Both the worker's answer to the call and the cancellation are lost.
    bus.request = async (...asked) => {
      await request(...asked);
      throw new BusError('timeout', 'lost');
    };
    bus.publish = (subject, value) => {
      const { kind, call } = value as { kind?: string; call?: string };
      if (kind !== 'cancel' || call === '') publish(subject, value);
    };
    pool = newPool(bus);
    const worker = await addWorker({ tokenMs: 20 });
    const answer = tokensOf(pool.generate(scriptedRequest(1, { maxTokens: 100_000 })));
    await expect(answer).rejects.toThrow('No worker');
    await expect.poll(() => worker.stopped).toBe(1);
    expect(worker.server.load).toBe(0);
  });

  it('go to one other worker if theirs is lost before it accepts them', async () => {
    const bus = await connect();
    pool.close();
    const request = bus.request.bind(bus);
    let mute = '';
    bus.request = async (subject, value, ms) => {
      if (subject !== subjects.calls(mute)) return request(subject, value, ms);
      await sleep(300);
      throw new BusError('timeout', 'no answer');
    };
    pool = newPool(bus);
    const first = await addWorker();
    mute = first.incarnation;
    const requests = Array.from({ length: 4 }, (_, seed) => scriptedRequest(seed, { affinity: String(seed) }));
    const answers = Promise.all(requests.map((one) => tokensOf(pool.generate(one))));
    await sleep(50);
    const others = [await addWorker({ tokenMs: 10 }), await addWorker({ tokenMs: 10 })];
    first.fallSilent();
    pool.workers.remove(mute);
    expect(await answers).toEqual(requests.map(scriptedAnswer));
    expect(others.flatMap(({ begun }) => begun)).toHaveLength(4);
  });

  it('skip a worker that drains but has not announced it', async () => {
    const [first, second] = [await addWorker(), await addWorker()];
    await first.server.drain(AbortSignal.timeout(100));
    const requests = Array.from({ length: 10 }, (_, seed) => scriptedRequest(seed, { affinity: String(seed) }));
    await Promise.all(requests.map((request) => tokensOf(pool.generate(request))));
    expect([first.begun.length, second.begun.length]).toEqual([0, 10]);
    expect(pool.counts.rerouted).toBeGreaterThan(0);
  });

  it('are complete without duplicates though messages are lost or repeated', async () => {
    const [workerBus, poolBus] = [await connect(), await connect()];
    pool.close();
    // A third of a worker's messages is lost, and a third is sent twice.
    let said = 0;
    const publish = workerBus.publish.bind(workerBus);
    workerBus.publish = (subject, value) => {
      const fate = subject === subjects.workerHeartbeats ? 2 : said++ % 3;
      if (fate > 0) publish(subject, value);
      if (fate === 1) publish(subject, value);
    };
    pool = newPool(poolBus);
    const request = poolBus.request.bind(poolBus);
    const open = new Set<unknown>();
    let askedTwice = 0;
    poolBus.request = async (subject, value, ms) => {
      const { kind, call } = value as { kind: string; call: string };
      if (kind !== 'resend') return request(subject, value, ms);
      if (open.has(call)) askedTwice += 1;
      open.add(call);
      await sleep(20);
      return request(subject, value, ms).finally(() => open.delete(call));
    };
    await addWorker({}, workerBus);
    const requests = Array.from({ length: 10 }, (_, seed) => scriptedRequest(seed));
    const answers = await Promise.all(requests.map((request) => tokensOf(pool.generate(request))));
    expect(said).toBeGreaterThan(30);
    expect(askedTwice).toBe(0);
    expect(answers).toEqual(requests.map(scriptedAnswer));
    expect(pool.counts.moved).toBe(0);
  });

  it('are complete from a worker that packs no tokens', async () => {
    const bus = await connect();
    pool.close();
    const request = bus.request.bind(bus);
    bus.request = (subject, value, ms) => {
      const { number, ...older } = value as { number?: number };
      return request(subject, older, ms);
    };
    pool = newPool(bus);
    await addWorker();
    const requests = Array.from({ length: 4 }, (_, seed) => scriptedRequest(seed));
    expect(await Promise.all(requests.map((one) => tokensOf(pool.generate(one))))).toEqual(
      requests.map(scriptedAnswer),
    );
  });

  it('have alternatives only if requested', async () => {
    await addWorker();
    const requests = Array.from({ length: 8 }, (_, seed) => scriptedRequest(seed, { topLogprobs: (seed % 2) * 3 }));
    expect(await Promise.all(requests.map((one) => tokensOf(pool.generate(one))))).toEqual(
      requests.map(scriptedAnswer),
    );
  });

  it('continue after an outage of the bus', async () => {
    await addWorker({ tokenMs: 20 });
    const request = scriptedRequest(7, { maxTokens: 150 });
    const answer = tokensOf(pool.generate(request));
    await untilTokens(workers[0], 5, 20);
    await nats.stop();
    await sleep(500);
    nats = await startNats({ port: nats.port });
    expect(await answer).toEqual(scriptedAnswer(request));
    expect(pool.counts.moved).toBe(0);
  });

  it('wait for a silent worker until it is heard again', async () => {
    const worker = await addWorker();
    worker.fallSilent();
    await expect.poll(() => pool.workers.ready().length, { timeout: 60_000 }).toBe(0);
    pool.checkRoom(1);
    const tokens = tokensOf(pool.generate(scriptedRequest(3)));
    await sleep(300);
    expect(worker.begun).toEqual([]);
    worker.heartbeat();
    expect(await tokens).toEqual(scriptedAnswer(scriptedRequest(3)));
  });

  it('end with an error if the bus stays away', async () => {
    await addWorker({ tokenMs: 20 });
    const answer = tokensOf(pool.generate(scriptedRequest(7, { maxTokens: 100_000 })));
    const failed = expect(answer).rejects.toThrow('cannot reach each other');
    await untilTokens(workers[0], 5, 20);
    await nats.stop();
    await failed;
    expect(() => pool.checkRoom(1)).toThrow('No worker');
  });

  it('are stopped at a worker whose replica is gone', async () => {
    const gone = newPool(await connect());
    await addWorker({ tokenMs: 20 });
    await expect.poll(() => gone.workers.ready().length).toBe(1);
    void tokensOf(gone.generate(scriptedRequest(1, { maxTokens: 100_000 }))).catch(() => {});
    await expect.poll(() => workers[0].server.load).toBe(1);
    await buses[buses.length - 2].close();
    await expect.poll(() => workers[0].server.load, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => workers[0].stopped).toBe(1);
  });

  it('finish on a draining worker, or move to another one when its time is over', async () => {
    const first = await addWorker({ tokenMs: 20 });
    const short = tokensOf(pool.generate(scriptedRequest(1, { maxTokens: 20 })));
    const request = scriptedRequest(2, { maxTokens: 300 });
    const long = tokensOf(pool.generate(request));
    await expect.poll(() => first.server.load).toBe(2);
    const second = await addWorker({ tokenMs: 1 });
    first.state = 'draining';
    first.heartbeat();
    await first.server.drain(AbortSignal.timeout(1_000));
    expect(await short).toHaveLength(20);
    expect(second.begun).toEqual([]);
    first.end();
    expect(await long).toEqual(scriptedAnswer(request));
    expect(second.begun).toHaveLength(1);
    const next = scriptedRequest(3);
    expect(await tokensOf(pool.generate(next))).toEqual(scriptedAnswer(next));
  });
});
