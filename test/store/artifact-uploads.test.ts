import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { openStore, type Records, type Store } from '../../src/store/store.ts';
import { DATABASES, type TestDatabase } from './databases.ts';

const quotas = { models: null, checkpoints: null, artifactBytes: 100 };
const named = { entity: 'e', project: 'p', name: 'n' };
const invalid = { code: 'invalid_value' };
const described = { type: 'dataset', digest: 'd', description: null, metadata: {}, aliases: [] };

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

    const begin = async ({ uploads }: Records) => (await uploads.begin({ ...named, ...described })).upload.id;

    it('count their manifest, also when they are over', async () => {
      const ann = store.ownedBy('ann');
      const id = await begin(ann);
      await ann.uploads.announce(id, [{ name: 'manifest', md5: '', isManifest: true }]);
      await ann.uploads.putFile(id, { name: 'manifest', md5: '', bytes: 60, sha256: 'a', path: 'artifacts/m' });
      await ann.uploads.commit(id);
      const put = (bytes: number) => ann.artifacts.putFile(id, { name: 'f', bytes, sha256: 'a', path: 'artifacts/f' });
      await expect(put(41)).rejects.toThrow('Your other files have 60 bytes');
      await put(40);
    });

    it('of files that are announced with another MD5 have them come anew', async () => {
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

    it('take aliases that can be, and not too many, before anything is kept', async () => {
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
      const { upload } = await uploads.begin({ ...named, ...described, aliases: ['latest', 'v3', 'best'] });
      expect(upload.aliases).toEqual(['best']);
    });

    it('begin for an owner until he has 10,000 versions', async () => {
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
  });
}
