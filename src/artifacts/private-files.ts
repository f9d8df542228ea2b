import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Takes from everybody but their owner all access to the data folder and to the files directly in it: the database, its
 * journals, the key file, the lock. Gives back the names of those that others had access to: `failed` are those
 * that could not be changed, because they are another user's.
 */
export async function makePrivate({ root }: DataFolder): Promise<{ tightened: string[]; failed: string[] }> {
  const tightened: string[] = [];
  const failed: string[] = [];
  // Windows has no such modes.
  if (process.platform === 'win32') return { tightened, failed };
  for (const name of ['.', ...(await readdir(root))]) {
    const path = join(root, name);
    const found = await lstat(path).catch(() => null);
    if (found === null || !(name === '.' || found.isFile()) || (found.mode & 0o077) === 0) continue;
    const change = chmod(path, name === '.' ? FOLDER_MODE : FILE_MODE);
    await change.then(
      () => tightened.push(name === '.' ? root : name),
      () => failed.push(name === '.' ? root : name),
    );
  }
  return { tightened, failed };
}
