import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lockBackups } from '../../src/artifacts/folder-lock.ts';
import { collectGarbage } from '../../src/artifacts/garbage.ts';
import { removeFileOf, removePaths } from '../../src/artifacts/removal.ts';
import { backupFolder, holdFile, maxHoldMs } from '../../src/artifacts/removal-hold.ts';
import { useDataFolder } from './data-folder.ts';

describe('while a backup links files', () => {
  const folder = useDataFolder();
  const put = async (path: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'content');
    return path;
  };
  const stored = (path: string) => put(join(folder().root, path));
  const hold = () => put(holdFile(folder()));

  it('removals and garbage collection wait until the hold file is gone', async () => {
    using stack = new DisposableStack();
    stack.adopt(lockBackups(folder()), (lock) => lock.release());
    const held = await hold();
    const files = [await stored('artifacts/a/1'), await stored('checkpoints/m/1/moments'), await stored('jobs/1.json')];
    const waiting = [
      removePaths(folder(), ['artifacts/a/1']),
      removeFileOf(folder(), ['checkpoints/m/1'], 'moments'),
      collectGarbage(folder(), { storeId: 'one', referenced: new Set(), noted: new Set(['jobs/1.json']) }),
    ];
    await writeFile(join(folder().root, 'database-id'), 'one\n');
    await sleep(200);
    expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
    await rm(held);
    await Promise.all(waiting);
    expect(files.map((file) => existsSync(file))).toEqual([false, false, false]);
    expect(existsSync(backupFolder(folder()))).toBe(true);
  });

  it('removals ignore the hold of a dead backup, and garbage collection removes its files', async () => {
    await hold();
    const file = await stored('artifacts/a/1');
    await removePaths(folder(), ['artifacts/a/1']);
    expect([existsSync(file), existsSync(backupFolder(folder()))]).toEqual([false, false]);
    const left = await put(join(backupFolder(folder()), 'files/daybreak.sqlite'));
    await collectGarbage(folder(), { storeId: 'one', referenced: new Set(), noted: new Set() });
    expect(existsSync(left)).toBe(false);
  });

  it('removals ignore a hold that is too old, and a second backup is refused', async () => {
    using stack = new DisposableStack();
    stack.adopt(lockBackups(folder()), (lock) => lock.release());
    const past = new Date(Date.now() - maxHoldMs - 1_000);
    await utimes(await hold(), past, past);
    const file = await stored('artifacts/a/1');
    await removePaths(folder(), ['artifacts/a/1']);
    expect(existsSync(file)).toBe(false);
    expect(() => lockBackups(folder())).toThrow(/Another backup of .* is in progress/);
  });
});
