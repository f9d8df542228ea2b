import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import type { ServedModel } from '../../src/inference/served-models.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import { defaultKeepLimits, KeptTrajectories } from '../../src/jobs/kept-trajectories.ts';
import type { TrainingPlan } from '../../src/jobs/plan/training-plan.ts';
import type { StepDone } from '../../src/store/job-progress.ts';
import type { Lease } from '../../src/store/lease.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { ComputeClient } from '../../src/worker/client/compute-client.ts';
import { peerEntry } from '../api/test-server.ts';
import { DATABASES } from '../store/databases.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** Controls a server that pauses before it commits its second step. */
interface Pause {
  /** Resolves when the server has reached the commit. */
  reached: Promise<void>;
  goOn(): void;
  /** The commit's error code, or null if it succeeded. */
  answer: Promise<string | null>;
}

function heldUp(store: Store): { store: Store; pause: Pause } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string | null>();
  const commitStep = async (lease: Lease, step: StepDone) => {
    if (step.index !== 1) return store.jobs.commitStep(lease, step);
    reached.resolve();
    await released.promise;
    try {
      const event = await store.jobs.commitStep(lease, step);
      answered.resolve(null);
      return event;
    } catch (error) {
      answered.resolve(error instanceof StorageError ? error.code : String(error));
      throw error;
    }
  };
  const jobs = new Proxy(store.jobs, {
    get: (target, name) => {
      if (name === 'commitStep') return commitStep;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const pause = { reached: reached.promise, goOn: () => released.resolve(), answer: answered.promise };
  return { store: { ...store, jobs }, pause };
}

const request = { sequences: [], loss: 'cross_entropy' as const, learningRate: 0, weightDecay: 0, maxGradNorm: 1 };

/** Returns a plan whose metrics name the server of each step. */
function planOf(server: number): TrainingPlan {
  const steps = [0, 1, 2].map(() => ({ request, metrics: () => ({ server }) }));
  return {
    kind: 'sft',
    started: {},
    steps,
    policies: { start: false, reference: null },
    tokenGroups: new Set(),
    metrics: {},
    record: {},
  };
}

async function runnerOn(home: string, store: Store, server: number): Promise<JobRunner> {
  const folder = await openDataFolder(home);
  const compute = new ComputeClient({ entry: peerEntry, env: process.env, onProgress: () => {}, log: () => {} });
  await compute.start([{ id: 'toy', path: '/nowhere' }]);
  const planner = async (): Promise<TrainingPlan> => planOf(server);
  const runner = new JobRunner({
    store,
    folder,
    compute,
    data: { copy: () => Promise.reject(new Error('each job has its data')) },
    planners: { rl: planner, sft: planner },
    served: { get: () => ({ trainingLength: 64 }) as ServedModel, list: () => [] },
    kept: new KeptTrajectories({ store, folder, limits: defaultKeepLimits, log: pino({ level: 'silent' }) }),
    memoryPausesMs: [0, 0],
    sharing: null,
    helpers: null,
    outage: { retryMs: 20, timeoutMs: 60_000 },
    log: pino({ level: 'silent' }),
  });
  ending.push(
    () => compute.close(0),
    () => runner.close(),
  );
  return runner;
}

for (const { name, create, available } of DATABASES) {
  describe.skipIf(!available)(`two servers on one ${name}`, () => {
    test('do not both commit a step: the stale lease is refused, and the other server ends the job', async () => {
      const database = await create();
      const home = await mkdtemp(join(tmpdir(), 'daybreak-fence-'));
      const stores = [await openStore(database.address), await openStore(database.address)];
      ending.push(
        () => database.drop(),
        () => rm(home, { recursive: true, force: true }),
        () => stores[0].close(),
        () => stores[1].close(),
      );
      const [first, second] = stores.map(heldUp);
      const [, { jobs, models, events, checkpoints }] = stores;
      const named = { owner: 'o', entity: 'e', project: 'p', name: 'm', baseModel: 'toy' };
      const { model } = await models.create({ ...named, returnExisting: false });
      const { id } = await jobs.enqueue({ modelId: model.id, kind: 'sft', payload: 'jobs/data', config: {} });

      const slow = await runnerOn(home, first.store, 1);
      await slow.start();
      await first.pause.reached;
      const quick = await runnerOn(home, second.store, 2);
      // Releases the paused servers if the test fails.
      ending.push(async () => {
        for (const { pause } of [first, second]) pause.goOn();
      });
      await quick.start();
      await second.pause.reached;
      // Both servers have the second step on disk and the job is running. Only the lease distinguishes them.
      first.pause.goOn();
      expect(await first.pause.answer).toBe('stale_lease');
      await slow.close();
      second.pause.goOn();
      expect(await second.pause.answer).toBeNull();
      await expect.poll(async () => (await jobs.get(id)).status).toBe('succeeded');

      expect((await events.page(id)).data.map(({ type, data }) => [type, data.server])).toEqual([
        ['training_started', undefined],
        ['gradient_step', 1],
        ['gradient_step', 2],
        ['gradient_step', 2],
        ['training_ended', undefined],
      ]);
      expect(await jobs.get(id)).toMatchObject({ status: 'succeeded', step: 1, attempts: 2 });
      const checkpoint = await checkpoints.newest(model.id);
      expect(await readdir(join(home, 'checkpoints', model.id))).toEqual([checkpoint?.folder?.split('/').at(-1)]);
    });
  });
}
