import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelsHandler, type ModelsParts } from '../../src/api/handlers/models.ts';
import { TrainingJobsHandler, type TrainingJobsParts } from '../../src/api/handlers/training-jobs.ts';
import { LargeBodies } from '../../src/api/http/large-bodies/large-bodies.ts';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import type { KeyedContext } from '../../src/generated/handlers.ts';
import { defaultKeepLimits, KeptTrajectories } from '../../src/jobs/kept-trajectories.ts';
import { openStore, type Records, type RecordsByOwner, type Store } from '../../src/store/store.ts';

const caller = { keyId: 'k', owner: 'o' };
const context = { requestId: 'r', caller, signal: new AbortController().signal } as KeyedContext;
const groups = [{ trajectories: [{ messages_and_choices: [{ role: 'user' as const, content: 'hi' }], reward: 1 }] }];
let home: string;
let store: Store;
let modelId: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-lost-'));
  store = await openStore({ sqliteFile: (await openDataFolder(home)).databaseFile });
  const wanted = { owner: 'o', entity: 'e', project: 'p', name: 'm', baseModel: 'toy', returnExisting: false };
  modelId = (await store.models.create(wanted)).model.id;
});
afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true, force: true });
});

/** Returns records whose enqueue and record calls fail with `error`, after they took effect if `done`. */
function lost(done: boolean, error: StorageError): RecordsByOwner {
  const losing = <T extends object>(part: T, method: string): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name !== method) return value.bind(target);
        return async (...args: unknown[]) => {
          if (done) await value.apply(target, args);
          throw error;
        };
      },
    });
  return {
    ownedBy: (owner: string): Records => {
      const records = store.ownedBy(owner);
      return { ...records, jobs: losing(records.jobs, 'enqueue'), logs: losing(records.logs, 'record') };
    },
  } as RecordsByOwner;
}

const away = new StorageError('unavailable', 'The database is currently unreachable.');
const gone = new StorageError('not_found', 'There is no such model.');

async function createJob(records: RecordsByOwner): Promise<void> {
  const parts = { store: records, folder: await openDataFolder(home), largeBodies: new LargeBodies() };
  const handler = new TrainingJobsHandler(parts as TrainingJobsParts);
  await handler.createTrainingJob({ model_id: modelId, trajectory_groups: groups }, context);
}

async function log(records: RecordsByOwner): Promise<void> {
  const folder = await openDataFolder(home);
  const kept = new KeptTrajectories({ store, folder, limits: defaultKeepLimits, log: pino({ level: 'silent' }) });
  const parts = { store: records, folder, largeBodies: new LargeBodies(), kept };
  const handler = new ModelsHandler(parts as ModelsParts);
  await handler.logTrajectories(modelId, { split: 'val', trajectory_groups: groups }, context);
}

test('a job whose commit succeeded although the database’s answer was lost keeps its data', async () => {
  await expect(createJob(lost(true, away))).rejects.toThrow(away);
  const [job] = (await store.jobs.list()).data;
  expect(await readdir(join(home, 'jobs'))).toEqual([job.payload?.split('/').at(-1)]);
  await expect(createJob(lost(false, gone))).rejects.toThrow(gone);
  expect(await readdir(join(home, 'jobs'))).toHaveLength(1);
});

test('a log whose commit succeeded although the database’s answer was lost keeps its file', async () => {
  await expect(log(lost(true, away))).rejects.toThrow(away);
  const [{ path }] = (await store.logs.page(modelId)).data;
  expect(await readdir(join(home, 'logs', modelId))).toEqual([path?.split('/').at(-1)]);
  await expect(log(lost(false, gone))).rejects.toThrow(gone);
  expect(await readdir(join(home, 'logs', modelId))).toHaveLength(1);
});
