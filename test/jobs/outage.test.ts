import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import type { TrainingPlan } from '../../src/jobs/training-plan.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { ComputeClient } from '../../src/worker/client.ts';
import { peerEntry } from '../api/test-server.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** The next `times` calls of a method of the job queue or the events fail as while the database is away. */
interface Outage {
  in: 'complete' | 'fail' | 'append';
  times: number;
  /** The work was done, and only the answer was lost. */
  done?: boolean;
}

function withOutage(store: Store, outage: Outage): Store {
  const flaky = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          if (name !== outage.in || outage.times === 0) return value.apply(target, args);
          outage.times--;
          if (outage.done) await value.apply(target, args);
          throw new StorageError('unavailable', 'The database cannot be reached just now.');
        };
      },
    });
  return { ...store, jobs: flaky(store.jobs), events: flaky(store.events) };
}

const request = { sequences: [], epsilon: 1, epsilonHigh: 4, learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
const plan: TrainingPlan = {
  kind: 'sft',
  started: {},
  steps: [{ request, metrics: (result) => ({ loss: result?.loss ?? -1 }) }],
  metrics: {},
};

/** Runs one job to its end on a store with that outage; the plan is as given, or its making fails. */
async function runJob(outage: Outage, planned: () => TrainingPlan = () => plan, patienceMs = 60_000) {
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
    planners: { rl: planner, sft: planner },
    outage: { retryMs: 20, patienceMs },
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
  const { id } = await store.jobs.enqueue({ modelId: model.id, kind: 'sft', payload: null, config: {} });
  await runner.start();
  const status = async (): Promise<string> => (await store.jobs.get(id)).status;
  await expect.poll(status).toMatch(/succeeded|failed/);
  const events = (await store.events.page(id)).data;
  const checkpoint = await store.checkpoints.newest(model.id);
  const folders = await readdir(join(home, 'checkpoints', model.id)).catch(() => []);
  return { status: await status(), events: events.map(({ type }) => type), checkpoint, folders, outage };
}

const whole = ['training_started', 'gradient_step', 'training_ended'];

test.each<Outage>([
  { in: 'complete', times: 3 },
  { in: 'append', times: 3 },
])('a job outlasts a database that is away: %o', async (outage) => {
  const { status, events, checkpoint } = await runJob(outage);
  expect([status, events, checkpoint?.step, outage.times]).toEqual(['succeeded', whole, 1, 0]);
});

test('a job whose end was recorded, but whose answer was lost, keeps its checkpoint', async () => {
  const { status, events, checkpoint, folders } = await runJob({ in: 'complete', times: 1, done: true });
  expect([status, events, checkpoint?.step]).toEqual(['succeeded', whole, 1]);
  expect(folders).toEqual([checkpoint?.folder?.split('/').at(-1)]);
});

test('a database that stays away fails the job in the end', async () => {
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
