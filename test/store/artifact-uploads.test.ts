import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { openStore, type Records, type Store } from '../../src/store/store.ts';
import { DATABASES, pathsOf, type TestDatabase } from './databases.ts';

const quotas = { models: null, checkpoints: null, logBytes: null, artifactBytes: 100 };
const named = { entity: 'e', project: 'p', name: 'n' };
const invalid = { code: 'invalid_value' };
const described = {
  type: 'dataset',
  digest: 'd',
  description: null,
  metadata: {},
  aliases: [],
  tags: [],
  clientRunId: null,
};

for (const { name, create, available } of DATABASES) {
  describe.skipIf(!available)(`uploads of artifacts on ${name}`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeAll(async () => {
      database = await create();
      store = await openStore(database.address, 'migrate', { quotas, retention: null });
    });
    afterAll(async () => {
      await store.close();
      await database.drop();
    });

    const begin = async ({ uploads }: Records) => (await uploads.begin({ ...named, ...described })).id;

    it('count the bytes of their manifest towards the quota after the commit too', async () => {
      const ann = store.ownedBy('ann');
      const id = await begin(ann);
      await ann.uploads.announce(id, [{ name: 'manifest', md5: '', isManifest: true }]);
      await ann.uploads.putFile(id, { name: 'manifest', md5: '', bytes: 60, sha256: 'a', path: 'artifacts/m' });
      await ann.uploads.commit(id);
      const put = (bytes: number) => ann.artifacts.putFile(id, { name: 'f', bytes, sha256: 'a', path: 'artifacts/f' });
      await expect(put(41)).rejects.toThrow('Your other files take 60 bytes');
      await put(40);
    });

    it('require a file again if it is announced with another MD5', async () => {
      const ann = store.ownedBy('eve');
      const id = await begin(ann);
      const file = { name: 'f', md5: 'one', isManifest: false };
      await ann.uploads.announce(id, [file]);
      const put = (md5: string) =>
        ann.uploads.putFile(id, { name: 'f', md5, bytes: 1, sha256: 'a', path: `artifacts/${md5}` });
      await put('one');
      expect(await ann.uploads.announce(id, [file])).toEqual([]);
      expect(await ann.uploads.files(id)).toMatchObject([{ path: 'artifacts/one' }]);
      expect(await ann.uploads.announce(id, [{ ...file, md5: 'two' }])).toEqual(['artifacts/one']);
      const cleared = { md5: 'two', bytes: null, sha256: null, path: null };
      expect(await ann.uploads.files(id)).toMatchObject([cleared]);
      await expect(put('one')).rejects.toMatchObject({ code: 'conflict' });
      await put('two');
      expect(await ann.uploads.announce(id, [{ ...file, md5: 'two', isManifest: true }])).toEqual(['artifacts/two']);
      expect(await ann.uploads.files(id)).toMatchObject([{ isManifest: true, path: null }]);
    });

    it('refuse invalid or too many aliases', async () => {
      const { uploads, aliases } = store.ownedBy('ann');
      const many = Array.from({ length: 40_000 }, (_, i) => `a${i}`);
      for (const some of [many, ['a/b'], ['a\0']]) {
        expect(() => uploads.begin({ ...named, ...described, aliases: some })).toThrow(
          expect.objectContaining(invalid),
        );
        for (const change of ['set', 'remove'] as const) {
          const asked = () => aliases[change](named, some, { artifactId: 'a' });
          expect(asked).toThrow(expect.objectContaining(invalid));
        }
      }
      const upload = await uploads.begin({ ...named, ...described, aliases: ['latest', 'v3', 'best'] });
      expect(upload.aliases).toEqual(['best']);
    });

    it('are refused for an owner with 10,000 versions', async () => {
      const bob = store.ownedBy('bob');
      const known = await bob.artifacts.create(named);
      const { database: db } = bob.artifacts as unknown as { database: Database };
      const { url: _, ...row } = known;
      await db.write(async (write) => {
        for (let start = 1; start < 9_999; start += 500) {
          const some = Array.from({ length: Math.min(500, 9_999 - start) }, (_, i) => start + i);
          await write('artifacts').insert(some.map((version) => ({ ...row, id: `${version}`, version })));
        }
      });
      await begin(bob);
      await db.write((write) => write('artifacts').insert({ ...row, id: 'last', version: 10_001 }));
      await expect(begin(bob)).rejects.toMatchObject({ code: 'quota_exceeded' });
      await begin(store.ownedBy('ann'));
    });

    it('that are not committed within a day are deleted with their files, for all owners', async () => {
      const owners = ['fay', 'gus'].map((owner) => store.ownedBy(owner));
      const begun: string[] = [];
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 3_600_000 - 1_000 });
      for (const own of owners) for (let i = 0; i < 6; i++) begun.push(await begin(own));
      vi.useRealTimers();
      const young = await begin(owners[0]);
      for (const [i, id] of [begun[0], begun[11], young].entries()) {
        const { uploads } = owners[i % 2];
        await uploads.announce(id, [{ name: 'f', md5: 'a', isManifest: false }]);
        await uploads.putFile(id, { name: 'f', md5: 'a', bytes: 1, sha256: 'a', path: `artifacts/old/${i}` });
      }
      const parts = store.uploads.deleteExpired();
      const first = (await parts.next()).value ?? [];
      // The next part is deleted when it is requested.
      const left = await Promise.allSettled(begun.map((id, i) => owners[Math.floor(i / 6)].uploads.get(id)));
      expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      const paths = [...first, ...(await pathsOf(parts))];
      expect(paths.toSorted()).toEqual(['artifacts/old/0', 'artifacts/old/1']);
      for (const [i, id] of begun.entries())
        await expect(owners[Math.floor(i / 6)].uploads.get(id)).rejects.toMatchObject({ code: 'not_found' });
      expect(await owners[0].uploads.file(young, 'f')).toMatchObject({ path: 'artifacts/old/2' });
      expect([...(await store.notedRemovals())]).toEqual(
        expect.arrayContaining(['artifacts/old/0', 'artifacts/old/1']),
      );
      expect(await pathsOf(store.uploads.deleteExpired())).toEqual([]);
    });

    it('find their files by name, for their owner only', async () => {
      const { uploads } = store.ownedBy('hal');
      const id = await begin(store.ownedBy('hal'));
      await uploads.announce(
        id,
        ['a', 'sub/b'].map((name) => ({ name, md5: name, isManifest: false })),
      );
      expect(await uploads.file(id, 'sub/b')).toMatchObject({ name: 'sub/b', md5: 'sub/b', path: null });
      const missing = { code: 'not_found' };
      await expect(uploads.file(id, 'b')).rejects.toMatchObject(missing);
      await expect(store.ownedBy('ann').uploads.file(id, 'a')).rejects.toMatchObject(missing);
    });
  });
}
