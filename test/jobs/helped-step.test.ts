import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, newShardPath, openDataFolder } from '../../src/artifacts/data-folder.ts';
import { newStoredPath } from '../../src/artifacts/stored-file.ts';
import { HelpedStep } from '../../src/jobs/helped-step.ts';
import { ShardTimes } from '../../src/jobs/shard-times.ts';
import type { TrainStepRequest, TrainStepResult } from '../../src/training/train-step.ts';
import type { ShardRequest, ShardResult, StepHelper } from '../../src/worker/client/step-helpers.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';
import type { TrainAddShardCall } from '../../src/worker/protocol.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = await openDataFolder(await mkdtemp(join(tmpdir(), 'daybreak-helped-')));
});
afterEach(() => rm(folder.root, { recursive: true, force: true }));

const request: TrainStepRequest = {
  sequences: [],
  loss: 'cross_entropy',
  learningRate: 1,
  weightDecay: 0,
  maxGradNorm: 1,
};
const SHARDS = 8;
const OWN_MS = 40;

/** Takes a step of 8 shards, which take 40 ms each here, with the given helpers. */
async function take(
  helpers: Record<string, (ask: ShardRequest) => Promise<ShardResult>>,
  { times = measured(), before = async (_: TrainAddShardCall): Promise<void> => {} } = {},
) {
  const added: { shard: number; byHelper: boolean; digest: boolean }[] = [];
  const compute = {
    trainBeginStep: async () => ({ shards: SHARDS, slopes: null }),
    async trainAddShard(call: TrainAddShardCall): Promise<string | null> {
      await before(call);
      if (call.file === null) await sleep(OWN_MS);
      added.push({ shard: call.shard, byHelper: call.file !== null, digest: call.digest });
      return call.digest ? `sha256 of ${call.shard}` : null;
    },
    trainFinishStep: async () => ({ loss: 1 }) as TrainStepResult,
  };
  const ready = (): StepHelper[] => Object.entries(helpers).map(([name, compute]) => ({ name, compute }));
  const parts = { compute, folder, helpers: { ready, classOf: () => 'abc' }, log: pino({ level: 'silent' }) };
  const job = { id: 'job', session: 's', model: 'toy', signal: new AbortController().signal, times };
  const result = await HelpedStep.run(parts, { ...job, capacity: 512 }, { request, adapter: null });
  return { result, added };
}

/** Returns the times of a job after its first shard, with helpers that have no transfer cost. */
function measured(): ShardTimes {
  const times = new ShardTimes(0.001);
  times.recordOwn(OWN_MS / 1000);
  return times;
}

async function helped({ shard }: ShardRequest, sha256 = `sha256 of ${shard}`): Promise<ShardResult> {
  await sleep(OWN_MS);
  const path = newShardPath();
  await writeFile(await newStoredPath(folder, path), 'a gradient');
  return { path, sha256, seconds: OWN_MS / 1000 };
}

const refused = async (): Promise<never> => {
  throw new Error('this worker is already training');
};

it('a helped step adds all shards in order, the last ones from helpers, and leaves no file', async () => {
  const { result, added } = await take({ one: helped, other: helped });
  expect(result.loss).toBe(1);
  expect(added.map(({ shard }) => shard)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const byHelper = added.map(({ byHelper }) => byHelper);
  expect(byHelper[0]).toBe(false);
  expect(byHelper.slice(5)).toEqual([true, true, true]);
  await expect.poll(() => readdir(join(folder.root, 'jobs')), { timeout: 10_000 }).toEqual([]);
});

it('a step computes all shards itself if there are no helpers or they refuse', async () => {
  for (const names of [[], ['one'], ['one', 'other']]) {
    const { added } = await take(Object.fromEntries(names.map((name) => [name, refused])));
    expect(added).toEqual(
      Array.from({ length: SHARDS }, (_, shard) => expect.objectContaining({ shard, byHelper: false })),
    );
  }
});

it('helpers are asked only once shard times are known, and only if sending is faster than computing', async () => {
  const asked: number[] = [];
  const helper = (ask: ShardRequest): Promise<ShardResult> => {
    asked.push(ask.shard);
    return helped(ask);
  };
  await take({ helper }, { times: new ShardTimes(60) });
  expect(asked).toEqual([]);
  const dear = measured();
  dear.recordAddition(1);
  await take({ helper }, { times: dear });
  expect(asked).toEqual([]);
});

it('a step computes a late helper’s shard itself, with a digest to compare', async () => {
  const late = async (ask: ShardRequest): Promise<ShardResult> => {
    if (ask.shard === SHARDS - 1) await sleep(30 * OWN_MS);
    return helped(ask);
  };
  const { added } = await take({ late });
  expect(added.at(-1)).toEqual({ shard: SHARDS - 1, byHelper: false, digest: true });
  await expect.poll(() => readdir(join(folder.root, 'jobs')), { timeout: 10_000 }).toEqual([]);
});

it.each([
  ['goes on where a late shard has the same bits', 'sha256 of 6', null],
  [
    'ends the job where it has other bits, and names the class',
    'other',
    /Two workers of the class abc, .* different bits/,
  ],
])('%s', async (_, sha256, fault) => {
  const [isComputed, hasCome] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const keeper = () => new Promise<ShardResult>(() => {});
  const late = async (ask: ShardRequest): Promise<ShardResult> => {
    await isComputed.promise;
    setTimeout(hasCome.resolve, 10 * OWN_MS);
    return helped(ask, sha256);
  };
  const before = async ({ shard }: TrainAddShardCall): Promise<void> => {
    if (shard === 6) isComputed.resolve();
    if (shard === 7) await hasCome.promise;
  };
  const step = take({ keeper, late }, { before });
  if (fault === null) await expect(step).resolves.toMatchObject({ result: { loss: 1 } });
  else await expect(step).rejects.toThrow(fault);
});

it('a step computes a shard itself if the helper’s file is unusable', async () => {
  const { added } = await take(
    { helped },
    {
      async before({ file }) {
        if (file !== null) throw new WorkerError('training_failed', 'not a gradient');
      },
    },
  );
  expect(added.every(({ byHelper }) => !byHelper)).toBe(true);
});
