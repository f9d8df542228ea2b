import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/store/store.ts';
import { DATABASES, type TestDatabase } from './databases.ts';
import { failures } from './samples.ts';

const MOST = 64;

for (const { name, create, available } of DATABASES) {
  describe.skipIf(!available)(`the Tinker API quota of an owner on ${name}`, () => {
    let database: TestDatabase;
    // Two stores, as in a cluster. SQLite has one server.
    let stores: Store[];
    beforeAll(async () => {
      database = await create();
      const store = await openStore(database.address);
      stores = [store, name === 'SQLite' ? store : await openStore(database.address)];
    });
    afterAll(async () => {
      for (const each of new Set(stores)) await each.close();
      await database.drop();
    });

    const recordsOf = (owner: string, i: number) => stores[i % 2].ownedBy(owner);
    /** Makes concurrent requests, of which six are too many. */
    const ask = (one: (i: number) => Promise<void>) => failures(Array.from({ length: MOST + 6 }, (_, i) => one(i)));

    it('is at most 64 sessions, under concurrent requests too', async () => {
      for (const owner of ['ann', 'bob']) {
        const codes = await ask((i) => recordsOf(owner, i).tinkerSessions.add(`${owner}-${i}`, null));
        expect(codes.toSorted()).toEqual(['fulfilled', 'quota_exceeded']);
        const made = await recordsOf(owner, 0).tinkerSessions.list({ offset: 0, limit: 1_000 });
        expect(made).toHaveLength(MOST);
        await recordsOf(owner, 0).tinkerSessions.end(made[0]);
        await recordsOf(owner, 1).tinkerSessions.add(`${owner}-more`, null);
      }
    });

    it('is at most 64 models under training in all sessions together', async () => {
      for (const owner of ['cid', 'dan']) {
        const { tinkerSessions, tinkerRuns } = recordsOf(owner, 0);
        for (const session of [0, 1]) await tinkerSessions.add(`${owner}-${session}`, null);
        const run = (i: number) => {
          const session = `${owner}-${i % 2}`;
          const lora = { rank: 4, alpha: 32, targets: ['q_proj'] };
          const named = { id: `${session}:train:${i}`, session, folder: `checkpoints/${owner}-${i}` };
          return { ...named, baseModel: 'toy', lora, labels: null, answer: null };
        };
        const codes = await ask((i) => recordsOf(owner, i).tinkerRuns.add(run(i)));
        expect(codes.toSorted()).toEqual(['fulfilled', 'quota_exceeded']);
        expect((await tinkerRuns.list({ offset: 0, limit: 1 })).total).toBe(MOST);
        await expect(tinkerRuns.checkRoom()).rejects.toMatchObject({ code: 'quota_exceeded' });
        await tinkerSessions.end(`${owner}-0`);
        await tinkerRuns.add(run(MOST + 7));
      }
    });
  });
}
