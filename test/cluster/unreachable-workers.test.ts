import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/engine-process.mjs';
import { startNats } from '../../scripts/nats.mjs';
import { UnreachableWorkers } from '../../src/app/unreachable-workers.ts';
import { Bus } from '../../src/cluster/bus.ts';
import { LiveWorkers } from '../../src/cluster/live-workers.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { DATABASES, type TestDatabase } from '../store/databases.ts';
import { ScriptedWorker } from './scripted-worker.ts';

type Nats = Awaited<ReturnType<typeof startNats>>;

const times = { checkMs: 25, freshMs: 200, graceMs: 400 };
const soon = { timeout: 20_000 };

/** Creates a PostgreSQL database if the tests have one, else SQLite. */
const newDatabase = DATABASES.findLast(({ available }) => available)!.create;

describe('workers of one database', () => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await newDatabase();
    store = await openStore(database.address);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function startBus(...args: string[]): Promise<Nats> {
    const nats = await startNats({ args });
    ends.push(() => nats.stop());
    return nats;
  }

  /** Starts an API replica or a worker on a bus. */
  async function startServer(name: string, { url }: Nats, isWorker: boolean) {
    const bus = await Bus.connect({ url, name });
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const workers = new LiveWorkers(bus, () => {});
    const worker = isWorker ? new ScriptedWorker(bus) : null;
    const member = {
      worker: worker as never,
      workers,
      get connectedMs() {
        return bus.connectedMs;
      },
    };
    const unreachable = new UnreachableWorkers({ known: store.busWorkers, cluster: member, name, log, times });
    const end = async () => {
      worker?.end();
      workers.close();
      await bus.close();
      await unreachable.close();
    };
    ends.push(end);
    return { unreachable, lines, end, heard: () => workers.all().length };
  }

  it('on another NATS server are named by each server that does not hear them, until they end', async () => {
    const [here, there] = [await startBus(), await startBus()];
    const api = await startServer('api', here, false);
    const near = await startServer('near', here, true);
    const far = await startServer('far', there, true);
    const named = () =>
      [api, near, far].map(({ unreachable }) => / Not heard: (.*)\.$/.exec(unreachable.named() ?? '')?.[1]);
    await expect.poll(named, soon).toEqual(['far', 'far', 'near']);
    expect(api.unreachable.warning()).toMatch(
      /^A worker of this database .* Set NATS_URL to the same NATS for all servers/,
    );
    expect(api.lines).toEqual([api.unreachable.named()]);
    await far.end();
    await expect.poll(() => api.unreachable.warning(), soon).toBeNull();
    expect(api.lines).toHaveLength(2);
    expect(api.lines[1]).toBe('all workers of the database are heard again');
    expect(api.heard()).toBe(1);
  });

  it('on another server of the same NATS cluster are heard', async () => {
    const port = await freePort();
    const route = `nats://127.0.0.1:${port}`;
    const cluster = ['--cluster_name', 'test'];
    const first = await startBus(...cluster, '--cluster', route);
    const second = await startBus(...cluster, '--cluster', 'nats://127.0.0.1:-1', '--routes', route);
    const api = await startServer('api', first, false);
    await startServer('worker', second, true);
    await expect.poll(() => api.heard(), soon).toBe(1);
    await sleep(2 * times.graceMs);
    expect(api.lines).toEqual([]);
  });

  it('that lost their bus or were killed are not reported as being on another bus', async () => {
    const [here, there] = [await startBus(), await startBus()];
    const api = await startServer('api', here, false);
    await startServer('cut off', there, true);
    await store.busWorkers.note({ id: 'killed', name: 'killed' }, times.freshMs);
    await expect.poll(async () => (await store.busWorkers.list()).map(({ name }) => name)).toContain('cut off');
    await there.stop();
    await sleep(2 * times.graceMs);
    expect(api.lines).toEqual([]);
  });
});
