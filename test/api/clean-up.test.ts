import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanUp } from '../../src/app/clean-up.ts';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { defaultKeepLimits } from '../../src/jobs/kept-trajectories.ts';
import { openStore } from '../../src/store/store.ts';
import { filesBelow } from '../artifacts/data-folder.ts';

test('clean-up deletes abandoned uploads and expired weights even if ending idle sessions fails', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-abandoned-'));
  const folder = await openDataFolder(home);
  const store = await openStore({ sqliteFile: folder.databaseFile });
  try {
    const { uploads } = store.ownedBy('ann');
    const described = {
      type: 'dataset',
      digest: 'd',
      description: null,
      metadata: {},
      aliases: [],
      tags: [],
      clientRunId: null,
    };
    const begin = async (path: string) => {
      const { id } = await uploads.begin({ entity: 'e', project: 'p', name: 'n', ...described });
      await uploads.announce(id, [{ name: 'f', md5: 'a', isManifest: false }]);
      await uploads.putFile(id, { name: 'f', md5: 'a', bytes: 1, sha256: 'a', path });
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), 'f');
      return id;
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 25 * 3_600_000 });
    const old = await begin('artifacts/old/1');
    vi.useRealTimers();
    const young = await begin('artifacts/young/1');
    const expired = { id: 'w', run: 'r', kind: 'weights', name: 'n', baseModel: 'toy', rank: 8, targets: [] } as const;
    const stored = { folder: 'artifacts/tinker', bytes: 1, labels: null, ttlMs: 0, overwrite: false };
    await store.ownedBy('bob').tinker.add({ ...expired, ...stored });
    await mkdir(join(home, 'artifacts/tinker'), { recursive: true });
    await writeFile(join(home, 'artifacts/tinker/adapter'), 'f');
    const finishIdle = vi.fn(() => Promise.reject(new Error('the database is away')));
    const dropOldest = vi.fn(async () => {});
    const clean = (ownerBytes: number | null) =>
      cleanUp({
        sessions: { finishIdle },
        store,
        folder,
        kept: { limits: { ...defaultKeepLimits, ownerBytes }, dropOldest },
      });
    await expect(clean(1)).rejects.toThrow('the database is away');
    expect(dropOldest).toHaveBeenCalledOnce();
    await expect(clean(null)).rejects.toThrow('the database is away');
    expect(dropOldest).toHaveBeenCalledOnce();
    await expect(uploads.get(old)).rejects.toMatchObject({ code: 'not_found' });
    expect(await uploads.file(young, 'f')).toMatchObject({ path: 'artifacts/young/1' });
    const left = (await filesBelow(home)).filter((path) => path.startsWith('artifacts/'));
    expect(left).toEqual(['artifacts/young/1']);
  } finally {
    await store.close();
    await rm(home, { recursive: true, force: true });
  }
});
