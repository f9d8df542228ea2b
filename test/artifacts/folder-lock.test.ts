import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../src/artifacts/folder-lock.ts';
import { useDataFolder } from './data-folder.ts';

const HOLDER = `
import { openDataFolder } from './src/artifacts/data-folder.ts';
import { lockDataFolder } from './src/artifacts/folder-lock.ts';
lockDataFolder(await openDataFolder(process.argv[1]));
console.log('locked');
setInterval(() => {}, 1000);
`;

describe('the lock of the data folder', () => {
  const folder = useDataFolder();

  it('admits one server, and the next one after its release', () => {
    const lock = lockDataFolder(folder());
    expect(() => lockDataFolder(folder())).toThrow(/Another server is using the data folder/);
    lock.release();
    lockDataFolder(folder()).release();
  });

  it('ends with its process, even after SIGKILL', async () => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', HOLDER, folder().root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(() => lockDataFolder(folder())).toThrow(/Another server/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataFolder(folder()).release();
  });
});
