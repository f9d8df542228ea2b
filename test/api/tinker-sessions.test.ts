import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TinkerSession, TinkerSessions } from '../../src/api/tinker/sessions.ts';
import type { TrainedModel } from '../../src/api/tinker/trained-model.ts';
import type { DataFolder } from '../../src/artifacts/data-folder.ts';
import type { ServedModel } from '../../src/inference/served-models.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newSqlite, type TestDatabase } from '../store/databases.ts';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await newSqlite();
  store = await openStore(database.address);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const open = () => {
  const folder = {} as DataFolder;
  return new TinkerSessions({ store, folder, restore: async ({ owner, id }) => new TinkerSession(owner, id) });
};

test('a Tinker session that is finishing cannot be resumed', async () => {
  const sessions = open();
  const session = await sessions.create('ann', null);
  const closed = Promise.withResolvers<void>();
  session.models.set('m', { close: () => closed.promise } as TrainedModel);
  const finished = sessions.finish(session);
  await expect(sessions.get('ann', session.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await store.ownedBy('ann').tinkerSessions.get(session.id)).not.toBeNull();
  closed.resolve();
  await finished;
  await expect(sessions.get('ann', session.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('an idle Tinker session whose client returns while its models are closed is kept', async () => {
  const sessions = open();
  const idleMs = 6 * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - idleMs });
  const session = await sessions.create('ann', null);
  vi.useRealTimers();
  session.lastSeenAt -= idleMs;
  const [closing, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const close = () => {
    closing.resolve();
    return closed.promise;
  };
  session.models.set('m', { close } as TrainedModel);
  const finished = sessions.finishIdle();
  await closing.promise;
  const again = await sessions.get('ann', session.id);
  closed.resolve();
  await finished;
  expect(await sessions.get('ann', session.id)).toBe(again);
  expect(await store.ownedBy('ann').tinkerSessions.get(session.id)).not.toBeNull();
});

test('the oldest of 1,025 samplers is removed from the database and from memory', async () => {
  const sessions = open();
  const session = await sessions.create('ann', null);
  const base = { id: 'toy' } as ServedModel;
  const add = (i: number) =>
    sessions.addSampler(session, { id: `${session.id}:sample:${i}`, base, path: null, adapter: null });
  await add(0);
  // Creation times have a resolution of a millisecond.
  await sleep(2);
  for (let i = 1; i < 1_025; i++) await add(i);
  await expect(sessions.sampler('ann', `${session.id}:sample:0`)).rejects.toMatchObject({ code: 'not_found' });
  await sessions.sampler('ann', `${session.id}:sample:1`);
  expect(session.samplers.size).toBe(1_024);
});
