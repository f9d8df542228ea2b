import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import type { ServedModel } from '../../src/inference/served-models.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import { defaultKeepLimits, KeptTrajectories } from '../../src/jobs/kept-trajectories.ts';
import type { TrainingPlan } from '../../src/jobs/plan/training-plan.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { ComputeClient } from '../../src/worker/client/compute-client.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';
import { peerEntry } from '../api/test-server.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** Makes the next `times` calls of a method of jobs or events fail as if the database were away. */
interface Outage {
  in: 'complete' | 'fail' | 'append' | 'begin' | 'commitStep';
  times: number;
  /** Whether the call takes effect and only its answer is lost. */
  done?: boolean;
  /** Whether another server takes over the job meanwhile. */
  takenOver?: boolean;
  /** Number of calls of the method. */
  calls?: number;
  /** Number of earlier deaths of a server under the job. */
  deaths?: number;
}

function withOutage(store: Store, outage: Outage): Store {
  const flaky = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          if (name === outage.in) outage.calls = (outage.calls ?? 0) + 1;
          if (name !== outage.in || outage.times === 0) return value.apply(target, args);
          outage.times--;
          if (outage.done) await value.apply(target, args);
          if (outage.takenOver) {
            await store.jobs.requeueRunning();
            await store.jobs.claimNext();
          }
          throw new StorageError('unavailable', 'The database is currently unreachable.');
        };
      },
    });
  return { ...store, jobs: flaky(store.jobs), events: flaky(store.events) };
}

const request = { sequences: [], loss: 'cross_entropy' as const, learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
const plan: TrainingPlan = {
  kind: 'sft',
  started: {},
  steps: [{ request, metrics: (done) => ({ loss: done?.result.loss ?? -1 }) }],
  policies: { start: false, reference: null },
  tokenGroups: new Set(),
  metrics: {},
  record: {},
};

/** Starts one job on a store with this outage. `planned` returns the plan or throws. */
async function beginJob(outage: Outage, planned: () => TrainingPlan = () => plan, timeoutMs = 60_000) {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-outage-'));
  const folder = await openDataFolder(home);
  const store = await openStore({ sqliteFile: folder.databaseFile });
  const compute = new ComputeClient({ entry: peerEntry, env: process.env, onProgress: () => {}, log: () => {} });
  await compute.start([{ id: 'toy', path: '/nowhere' }]);
  const planner = async (): Promise<TrainingPlan> => planned();
  const runner = new JobRunner({
    store: withOutage(store, outage),
    folder,
    compute,
    data: { copy: () => Promise.reject(new Error('each job has its data')) },
    planners: { rl: planner, sft: planner },
    served: { get: () => ({ trainingLength: 64 }) as ServedModel, list: () => [] },
    kept: new KeptTrajectories({ store, folder, limits: defaultKeepLimits, log: pino({ level: 'silent' }) }),
    memoryPausesMs: [1, 3_600_000],
    sharing: null,
    helpers: null,
    outage: { retryMs: 20, timeoutMs },
    log: pino({ level: 'silent' }),
  });
  ending.push(
    () => rm(home, { recursive: true, force: true }),
    () => store.close(),
    () => compute.close(0),
    () => runner.close(),
  );
  const named = { owner: 'o', entity: 'e', project: 'p', name: 'm', baseModel: 'toy' };
  const { model } = await store.models.create({ ...named, returnExisting: false });
  const { id } = await store.jobs.enqueue({ modelId: model.id, kind: 'sft', payload: 'jobs/data', config: {} });
  for (let death = 0; death < (outage.deaths ?? 0); death++) {
    await store.jobs.claimNext();
    await store.jobs.requeueRunning();
  }
  await runner.start();
  const folders = () => readdir(join(home, 'checkpoints', model.id)).catch(() => []);
  return { store, runner, model, id, folders };
}

/** Runs the job to its end. */
async function runJob(outage: Outage, planned?: () => TrainingPlan, timeoutMs?: number) {
  const { store, model, id, ...begun } = await beginJob(outage, planned, timeoutMs);
  const status = async (): Promise<string> => (await store.jobs.get(id)).status;
  await expect.poll(status).toMatch(/succeeded|failed/);
  const events = (await store.events.page(id)).data;
  const checkpoint = await store.checkpoints.newest(model.id);
  const folders = await begun.folders();
  return { status: await status(), events: events.map(({ type }) => type), checkpoint, folders, outage };
}

const whole = ['training_started', 'gradient_step', 'training_ended'];

test.each<Outage>([
  { in: 'complete', times: 3 },
  { in: 'append', times: 3 },
  { in: 'begin', times: 3 },
  { in: 'commitStep', times: 3 },
])('a job survives a database outage: %o', async (outage) => {
  const { status, events, checkpoint } = await runJob(outage);
  expect([status, events, checkpoint?.step, outage.times]).toEqual(['succeeded', whole, 1, 0]);
});

test('a step whose commit succeeded but whose answer was lost is committed once', async () => {
  const { status, events, checkpoint, folders } = await runJob({ in: 'commitStep', times: 2, done: true });
  expect([status, events]).toEqual(['succeeded', whole]);
  expect(folders).toEqual([checkpoint?.folder?.split('/').at(-1)]);
});

test('a committed step whose answer was lost is kept if another server has taken over the job', async () => {
  const lost: Outage = { in: 'commitStep', times: 1, done: true, takenOver: true };
  const { store, runner, id, folders } = await beginJob(lost);
  // The second call fails because the lease is stale.
  await expect.poll(() => lost.calls).toBe(2);
  await runner.close();
  const { status, stepsDone, folder } = await store.jobs.get(id);
  expect([status, stepsDone]).toEqual(['running', 1]);
  expect(await folders()).toEqual([folder?.split('/').at(-1)]);
});

test('a completed job whose answer was lost keeps its checkpoint', async () => {
  const { status, events, checkpoint, folders } = await runJob({ in: 'complete', times: 1, done: true });
  expect([status, events, checkpoint?.step]).toEqual(['succeeded', whole, 1]);
  expect(folders).toEqual([checkpoint?.folder?.split('/').at(-1)]);
});

test('a job under which the server has died five times fails with a message', async () => {
  const survived = await runJob({ in: 'begin', times: 0, deaths: 4 });
  expect(survived.status).toBe('succeeded');
  const { store, id } = await beginJob({ in: 'begin', times: 0, deaths: 5 });
  await expect.poll(async () => (await store.jobs.get(id)).status).toBe('failed');
  expect((await store.jobs.get(id)).errorMessage).toMatch(/^The server stopped 5 times during this job.*less data/);
});

test('an outage longer than the patience fails the job', async () => {
  const { status, events } = await runJob({ in: 'complete', times: Number.POSITIVE_INFINITY }, () => plan, 100);
  expect([status, events.at(-1)]).toEqual(['failed', 'training_failed']);
});

test('the failure of a job is recorded as soon as the database is back', async () => {
  const broken = (): never => {
    throw new Error('no plan');
  };
  const { status, events, outage } = await runJob({ in: 'fail', times: 3 }, broken);
  expect([status, events, outage.times]).toEqual(['failed', ['training_failed'], 0]);
});

test('a job that finds no device memory waits between its attempts and can be cancelled meanwhile', async () => {
  let tries = 0;
  const { store, runner, id } = await beginJob({ in: 'begin', times: 0 }, () => {
    tries++;
    throw new WorkerError('out_of_memory', 'full');
  });
  await expect.poll(() => tries, { timeout: 60_000 }).toBe(2);
  // The second pause is one hour.
  await runner.cancel(id);
  expect(await store.jobs.get(id)).toMatchObject({ status: 'cancelled' });
  expect(tries).toBe(2);
});
