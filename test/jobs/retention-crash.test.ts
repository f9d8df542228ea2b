import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { tidyDataFolder } from '../../src/app/tidy-data-folder.ts';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { claimFolder } from '../../src/artifacts/garbage.ts';
import { openStore } from '../../src/store/store.ts';

test('after a kill between a retention deletion and the removal of files, the next start removes them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-retention-'));
  try {
    const folder = await openDataFolder(home);
    const first = await openStore({ sqliteFile: folder.databaseFile });
    const named = { owner: 'ann', entity: 'e', project: 'p', name: 'm', baseModel: 'toy', returnExisting: false };
    const retention = { keepLast: 2, keepEvery: null, keepBest: null };
    const { model } = await first.models.create({ ...named, retention });
    await claimFolder(folder, first.id);
    await first.close();

    const script = fileURLToPath(new URL('retention-crash.ts', import.meta.url));
    const child = spawn(process.execPath, [script, home, model.id], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(String(said)).toBe('committed\n');
    const left = async () => (await readdir(join(home, 'checkpoints', model.id))).toSorted();
    expect(await left()).toEqual(['3', '4', '5']);

    const store = await openStore({ sqliteFile: folder.databaseFile });
    expect((await store.checkpoints.page(model.id)).data.map(({ step }) => step)).toEqual([0, 4, 5]);
    const warnings: string[] = [];
    await tidyDataFolder({ folder, store, log: pino({ level: 'silent' }), print: (text) => warnings.push(text) });
    expect(await left()).toEqual(['4', '5']);
    expect(await readdir(home)).not.toContain('orphaned');
    expect(warnings).toEqual([]);
    await store.close();
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
