import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import type { ServedModel } from '../../src/inference/served-models.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import { defaultKeepLimits, KeptTrajectories } from '../../src/jobs/kept-trajectories.ts';
import type { TrainingPlan } from '../../src/jobs/plan/training-plan.ts';
import type { Sharing } from '../../src/jobs/sharing.ts';
import { connect } from '../../src/store/connection.ts';
import { databaseTime } from '../../src/store/database-time.ts';
import type { StepDone } from '../../src/store/job-progress.ts';
import type { Lease } from '../../src/store/lease.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { ComputeClient } from '../../src/worker/client/compute-client.ts';
import { peerEntry } from '../api/test-server.ts';
import { DATABASES, type TestDatabase } from '../store/databases.ts';
import { newModel } from '../store/samples.ts';

const ending: (() => Promise<unknown>)[] = [];
let database: TestDatabase;
let home: string;

/** One of several servers, whose second step waits until it is released. */
interface Server {
  store: Store;
  runner: JobRunner;
  /** Whether it is cut off from the database. */
  cutOff: boolean;
  /** Makes the waiting step fail as if the database were away. */
  dropStep(): void;
  goOn(): void;
}

const times = { pollMs: 100, renewMs: 50, leaseTimeoutMs: 3_000 };
const request = { sequences: [], loss: 'cross_entropy' as const, learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
const log = pino({ level: 'silent' });

/** Returns a plan whose metrics name the server of each step. */
function planOf(server: string): TrainingPlan {
  const steps = [0, 1, 2].map(() => ({ request, metrics: () => ({ [server]: 1 }) }));
  const policies = { start: false, reference: null };
  return { kind: 'sft', started: {}, steps, policies, tokenGroups: new Set(), metrics: {}, record: {} };
}

interface ServerOptions {
  baseModels?: string[];
  copy?: (job: { id: string }) => Promise<string>;
  sharing?: Partial<Sharing>;
}

async function startServer(holder: string, options: ServerOptions = {}): Promise<Server> {
  const store = await openStore(database.address);
  ending.push(() => store.close());
  const released = Promise.withResolvers<void>();
  let dropped = Promise.withResolvers<void>();
  const dropStep = (): void => {
    dropped.resolve();
    dropped = Promise.withResolvers<void>();
  };
  const server = { store, cutOff: false, dropStep, goOn: () => released.resolve() } as Server;
  const commitStep = async (lease: Lease, step: StepDone) => {
    if (step.index === 1) await Promise.race([released.promise, dropped.promise]);
    if (server.cutOff) throw new StorageError('unavailable', 'cut off');
    return store.jobs.commitStep(lease, step);
  };
  const jobs = new Proxy(store.jobs, {
    get:
      (target, name) =>
      (...args: unknown[]) => {
        if (server.cutOff) return Promise.reject(new StorageError('unavailable', 'cut off'));
        if (name === 'commitStep') return commitStep(args[0] as Lease, args[1] as StepDone);
        return (Reflect.get(target, name) as (...args: unknown[]) => unknown).apply(target, args);
      },
  });
  const folder = await openDataFolder(home);
  const compute = new ComputeClient({ entry: peerEntry, env: process.env, onProgress: () => {}, log: () => {} });
  await compute.start([{ id: 'toy', path: '/nowhere' }]);
  const served = options.baseModels ?? ['HuggingFaceTB/SmolLM2-135M-Instruct'];
  const planner = async (): Promise<TrainingPlan> => planOf(holder);
  const copy = async (job: { id: string }) => ({ path: await options.copy!(job), files: 1, bytes: 1 });
  server.runner = new JobRunner({
    store: { ...store, jobs },
    folder,
    compute,
    data: { copy: copy as never },
    planners: { rl: planner, sft: planner },
    served: {
      get: () => ({ trainingLength: 64 }) as ServedModel,
      list: () => served.map((id) => ({ id }) as ServedModel),
    },
    kept: new KeptTrajectories({ store, folder, limits: defaultKeepLimits, log }),
    memoryPausesMs: [0, 0],
    sharing: { holder, claims: true, ...times, ...options.sharing },
    helpers: null,
    outage: { retryMs: 20, timeoutMs: 60_000 },
    log,
  });
  ending.push(
    () => compute.close(0),
    async () => {
      server.goOn();
      await server.runner.close();
    },
  );
  await server.runner.start();
  return server;
}

async function queuedJob(store: Store): Promise<string> {
  const { id: modelId } = await newModel(store);
  return (await store.jobs.enqueue({ modelId, kind: 'sft', payload: 'jobs/data', config: {} })).id;
}

interface Row {
  id: string;
  status: string;
  holder: string | null;
  steps_done: number;
}

/** Returns the row of a job. */
async function rowOf(id: string): Promise<Row> {
  const db = await connect(database.address, 'refuse');
  try {
    return await db('jobs').where({ id }).first();
  } finally {
    await db.destroy();
  }
}

/** Lets the lease of a job expire. */
async function letLeaseEnd(id: string): Promise<void> {
  const db = await connect(database.address, 'refuse');
  await db('jobs')
    .where({ id })
    .update({ lease_expires: databaseTime(db, -1) });
  await db.destroy();
}

const holds = (holder: string, steps: number) => ({ status: 'running', holder, steps_done: steps });

async function metricsOf(store: Store, id: string): Promise<string[]> {
  const { data } = await store.events.page(id);
  return data.filter(({ type }) => type === 'gradient_step').flatMap((event) => Object.keys(event.data));
}

const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(!postgres.available)('servers that share a database', () => {
  beforeEach(async () => {
    database = await postgres.create();
    home = await mkdtemp(join(tmpdir(), 'daybreak-shared-'));
  });
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
    await database.drop();
    await rm(home, { recursive: true, force: true });
  });

  test('continue the job of a stopped server at once, after its last step', async () => {
    const a = await startServer('a');
    const id = await queuedJob(a.store);
    a.runner.claimJobs();
    await expect.poll(() => rowOf(id)).toMatchObject(holds('a', 1));
    const b = await startServer('b');
    b.goOn();
    const closing = a.runner.close();
    a.goOn();
    await closing;
    await expect.poll(() => rowOf(id)).toMatchObject({ status: 'succeeded', holder: 'b' });
    expect(await a.store.jobs.get(id)).toMatchObject({ attempts: 2, attemptsWithoutProgress: 0 });
  });

  test('claim no jobs if they only queue them', async () => {
    const only = await startServer('api', { sharing: { claims: false } });
    const id = await queuedJob(only.store);
    only.runner.claimJobs();
    await sleep(500);
    expect(await rowOf(id)).toMatchObject({ status: 'queued', holder: null });
    const worker = await startServer('worker');
    worker.goOn();
    await expect.poll(() => rowOf(id), { timeout: 20_000 }).toMatchObject({ status: 'succeeded', holder: 'worker' });
  });

  test('write no step after another server has taken over the job', async () => {
    const a = await startServer('a');
    const id = await queuedJob(a.store);
    a.runner.claimJobs();
    await expect.poll(() => rowOf(id)).toMatchObject(holds('a', 1));
    const b = await startServer('b');
    a.cutOff = true;
    await letLeaseEnd(id);
    await expect.poll(() => rowOf(id)).toMatchObject(holds('b', 1));
    a.cutOff = false;
    a.goOn();
    // Long enough for server a to find that its lease is stale.
    await sleep(500);
    expect(await rowOf(id)).toMatchObject(holds('b', 1));
    b.goOn();
    await expect.poll(() => rowOf(id)).toMatchObject({ status: 'succeeded' });
    expect(await metricsOf(a.store, id)).toEqual(['a', 'b', 'b']);
  });

  test('give back a job whose lease they could not renew, and claim it again if nobody else does', async () => {
    const a = await startServer('a');
    const id = await queuedJob(a.store);
    a.runner.claimJobs();
    await expect.poll(() => rowOf(id)).toMatchObject(holds('a', 1));
    a.cutOff = true;
    a.dropStep();
    await sleep(times.leaseTimeoutMs + 300);
    a.cutOff = false;
    await expect.poll(async () => (await a.store.jobs.get(id)).attempts).toBe(2);
    a.goOn();
    await expect.poll(() => rowOf(id)).toMatchObject({ status: 'succeeded' });
    expect(await a.store.jobs.get(id)).toMatchObject({ attemptsWithoutProgress: 0 });
    expect(await metricsOf(a.store, id)).toEqual(['a', 'a', 'a']);
  });

  test('leave a job to a server with less work and with its base model', async () => {
    const a = await startServer('a');
    const first = await queuedJob(a.store);
    a.runner.claimJobs();
    await expect.poll(() => rowOf(first)).toMatchObject(holds('a', 1));
    const stranger = await startServer('stranger', { baseModels: ['another'] });
    const b = await startServer('b');
    const second = await queuedJob(a.store);
    a.runner.claimJobs();
    stranger.runner.claimJobs();
    await expect.poll(() => rowOf(second)).toMatchObject(holds('b', 1));
    // No server is idle for a third job, but it is claimed too.
    const third = await queuedJob(a.store);
    await expect.poll(async () => (await rowOf(third)).holder).toMatch(/^[ab]$/);
    for (const server of [a, b]) server.goOn();
    for (const id of [first, second, third]) await expect.poll(() => rowOf(id)).toMatchObject({ status: 'succeeded' });
  });

  test('confirm a cancellation only when the job has stopped on its server', async () => {
    const a = await startServer('a');
    const id = await queuedJob(a.store);
    a.runner.claimJobs();
    await expect.poll(() => rowOf(id)).toMatchObject(holds('a', 1));
    const b = await startServer('b');
    expect((await b.store.jobs.cancel(id)).effect).toBe('requested');
    a.goOn();
    await b.runner.cancel(id);
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled' });
    // Nobody waits for a deleted job.
    const other = await queuedJob(a.store);
    a.runner.claimJobs();
    await expect.poll(async () => (await rowOf(other)).status).toBe('running');
    const { modelId } = await a.store.jobs.get(other);
    const { activeJobIds } = await b.store.models.delete(modelId);
    await b.runner.abandon(activeJobIds);
    await b.runner.cancel(other);
  });

  test('copy the data of a job on one server, and on another when that one is cut off', async () => {
    const copies: string[] = [];
    const never = Promise.withResolvers<string>();
    const a = await startServer('a', {
      copy: (job) => {
        copies.push(`a ${job.id}`);
        return never.promise;
      },
    });
    const { id: modelId } = await newModel(a.store);
    const config = { training_data_url: 'https://example.org/train.jsonl' };
    const job = await a.store.jobs.enqueue({ modelId, kind: 'sft', payload: null, config });
    a.runner.onJobAdded(job, 'ann');
    await expect.poll(() => copies).toEqual([`a ${job.id}`]);
    const b = await startServer('b', {
      copy: async (job) => {
        copies.push(`b ${job.id}`);
        return 'jobs/copy';
      },
    });
    b.goOn();
    await sleep(4 * times.pollMs);
    expect(copies).toEqual([`a ${job.id}`]);
    a.cutOff = true;
    await letLeaseEnd(job.id);
    await expect.poll(() => rowOf(job.id)).toMatchObject({ status: 'succeeded', holder: 'b' });
    expect(copies).toEqual([`a ${job.id}`, `b ${job.id}`]);
    a.cutOff = false;
    never.resolve('jobs/late');
  });
});
