import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, newStepPath, openDataFolder } from '../../src/artifacts/data-folder.ts';
import { newStoredPath } from '../../src/artifacts/stored-file.ts';
import { ShardHelper } from '../../src/jobs/shard-helper.ts';
import { unlimitedPlan } from '../../src/training/trainer/memory-plan.ts';
import type { ShardRequest } from '../../src/worker/client/step-helpers.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = await openDataFolder(await mkdtemp(join(tmpdir(), 'daybreak-helper-')));
});
afterEach(() => rm(folder.root, { recursive: true, force: true }));

/** Returns a helper whose compute process runs `gradient`, and the calls to that process. */
function helperOf(gradient: (signal: AbortSignal) => Promise<string>, jobs = () => 0) {
  const asked: string[] = [];
  const state = { pid: 1, longest: 0, capacity: null as number | null };
  const plan = unlimitedPlan({ num_hidden_layers: 1 } as Parameters<typeof unlimitedPlan>[0], 512);
  const compute = {
    report: () => ({ pid: state.pid }) as ReturnType<ConstructorParameters<typeof ShardHelper>[0]['compute']['report']>,
    trainPlan: async ({ longest, begunCapacity }: { longest: number; begunCapacity: number | null }) => {
      asked.push('plan');
      Object.assign(state, { longest, capacity: begunCapacity });
      return { plan, description: '' };
    },
    trainBegin: async () => void asked.push('begin'),
    trainBeginStep: async () => {
      asked.push('step');
      return { shards: 4, slopes: null };
    },
    trainShardGradient: async ({ shard, file }: { shard: number; file: string | null }, signal?: AbortSignal) => {
      asked.push(`shard ${shard}`);
      const sha256 = await gradient(signal!);
      await writeFile(file!, 'a gradient');
      return sha256;
    },
    trainEnd: async () => void asked.push('end'),
  };
  return { helper: new ShardHelper({ compute, folder, jobs }), asked, state };
}

async function newAsk(shard = 1): Promise<ShardRequest> {
  const path = newStepPath('job');
  const request = { sequences: [{ ids: new Uint32Array(30) }, { ids: new Uint32Array(70) }] };
  await writeFile(await newStoredPath(folder, path), serialize({ request, slopes: null }));
  return { step: path, request: path, model: 'toy', adapter: null, capacity: 256, shard };
}

const sha = async () => 'abc';

it('a helper computes all shards of a step in one session, with the micro-batches of the job', async () => {
  const { helper, asked, state } = helperOf(sha);
  const ask = await newAsk(5);
  const { path, sha256 } = await helper.compute(ask);
  await helper.compute({ ...ask, shard: 4 });
  expect(sha256).toBe('abc');
  expect(await readdir(join(folder.root, 'jobs'))).toContain(path.split('/')[1]);
  expect(asked).toEqual(['end', 'plan', 'begin', 'step', 'shard 5', 'shard 4']);
  expect(state).toMatchObject({ longest: 70, capacity: 256 });
  await helper.compute(await newAsk());
  expect(asked.slice(6)).toEqual(['end', 'plan', 'begin', 'step', 'shard 1']);
});

it('a helper starts a new session if the compute process was restarted or the last shard failed', async () => {
  let fails = false;
  const { helper, asked, state } = helperOf(async () => {
    if (fails) throw new WorkerError('worker_down', 'it died');
    return 'abc';
  });
  const ask = await newAsk();
  await helper.compute(ask);
  state.pid = 2;
  await helper.compute(ask);
  expect(asked.filter((one) => one === 'begin')).toHaveLength(2);
  fails = true;
  await expect(helper.compute(ask)).rejects.toThrow('it died');
  expect(asked.at(-1)).toBe('end');
  fails = false;
  await helper.compute(ask);
  expect(asked.filter((one) => one === 'begin')).toHaveLength(3);
});

it('a helper refuses a second concurrent shard, and every shard while it runs a job itself', async () => {
  const held = Promise.withResolvers<string>();
  let jobs = 0;
  const { helper, asked } = helperOf(
    () => held.promise,
    () => jobs,
  );
  const ask = await newAsk();
  const first = helper.compute(ask);
  await expect(helper.compute({ ...ask, shard: 2 })).rejects.toMatchObject({ code: 'queue_full' });
  held.resolve('abc');
  await first;
  jobs = 1;
  await expect(helper.compute(ask)).rejects.toMatchObject({ code: 'queue_full' });
  expect(asked.filter((one) => one.startsWith('shard'))).toEqual(['shard 1']);
});

it.each([
  ['leaves the step that it is told to, and no other', (helper: ShardHelper, step: string) => helper.stop(step)],
  ['leaves whatever it does when a job begins here', (helper: ShardHelper) => helper.close()],
])('%s', async (_, leave) => {
  const begun = Promise.withResolvers<void>();
  const { helper, asked } = helperOf(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new WorkerError('aborted', 'left')));
        begun.resolve();
      }),
  );
  const ask = await newAsk();
  const computing = helper.compute(ask);
  await begun.promise;
  helper.stop('another step');
  leave(helper, ask.step);
  await expect(computing).rejects.toMatchObject({ code: 'aborted' });
  expect(asked.at(-1)).toBe('end');
});
