import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { Bus } from '../../src/cluster/bus.ts';
import { WorkerPool } from '../../src/cluster/worker-pool.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import type { Generation } from '../../src/worker/client/generation.ts';
import { isLong } from '../tier.ts';
import { ScriptedWorker, scriptedAnswer, scriptedRequest } from './scripted-worker.ts';

const REPLICAS = 4;
/** Number of bus connections, each with `WORKERS_EACH` workers. */
const PROCESSES = 20;
const WORKERS_EACH = 50;
const WORKERS = PROCESSES * WORKERS_EACH;
const GROUP = 16;
const GROUPS = isLong ? 640 : 64;

let nats: Awaited<ReturnType<typeof startNats>>;
let processes: { bus: Bus; workers: ScriptedWorker[] }[];
let pools: WorkerPool[];
const buses: Bus[] = [];

beforeAll(async () => {
  nats = await startNats();
  const connect = async (): Promise<Bus> => {
    const bus = await Bus.connect({ url: nats.url, name: 'test' });
    buses.push(bus);
    return bus;
  };
  pools = [];
  for (let count = 0; count < REPLICAS; count++)
    pools.push(new WorkerPool(await connect(), { storedPath: (path) => path }));
  processes = [];
  for (let count = 0; count < PROCESSES; count++) {
    const bus = await connect();
    const workers = Array.from({ length: WORKERS_EACH }, () => new ScriptedWorker(bus, { tokenMs: 100 }));
    processes.push({ bus, workers });
  }
});
afterAll(async () => {
  for (const pool of pools) pool.close();
  for (const { workers } of processes) for (const worker of workers) worker.end();
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

describe('a thousand workers and four replicas', () => {
  it('answer groups of chats, and move the sequences of fifty dying workers to others', async () => {
    for (const pool of pools) await expect.poll(() => pool.workers.ready().length).toBe(WORKERS);
    const requests = Array.from({ length: GROUPS * GROUP }, (_, seed) =>
      scriptedRequest(seed, { affinity: `group ${Math.floor(seed / GROUP)}` }),
    );
    const answers = Promise.all(requests.map((request, seed) => tokensOf(pools[seed % REPLICAS].generate(request))));
    const begun = () => processes.flatMap(({ workers }) => workers.flatMap((worker) => worker.begun));
    await expect.poll(() => begun().length).toBeGreaterThanOrEqual(requests.length);
    const [dying, ...others] = processes;
    await dying.bus.close();
    for (const worker of dying.workers) await worker.die();
    expect(await answers).toEqual(requests.map(scriptedAnswer));
    // Moved sequences continue after their received tokens.
    const goneOn = others.flatMap(({ workers }) => workers.flatMap((worker) => worker.begun.filter(isLater)));
    expect(goneOn.length).toBeGreaterThan(0);
    expect(pools.reduce((sum, { counts }) => sum + counts.moved, 0)).toBeGreaterThanOrEqual(goneOn.length);
    for (const pool of pools) await expect.poll(() => pool.workers.ready().length).toBe(WORKERS - WORKERS_EACH);
    // All sequences have ended.
    for (const { workers } of others) for (const { server } of workers) expect(server.load).toBe(0);
  });
});

const isLater = ({ outputIds = [] }: { outputIds?: readonly number[] }): boolean => outputIds.length > 0;

async function tokensOf(generation: Generation): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  for await (const token of generation) tokens.push(token);
  return tokens;
}
