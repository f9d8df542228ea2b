import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

async function syncFile(path: string): Promise<void> {
  await syncPath(path, 'r+');
}

/** Makes the names in a folder durable. Windows has no such operation: there the rename itself is journaled. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(path, 'r');
}

/** Makes a folder and everything below it durable. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
}

/** Creates a folder, with its missing parents, durably. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  let parent = dirname(firstMade);
  await syncFolder(parent);
  for (const name of relative(parent, dirname(path)).split(sep)) {
    if (name === '' || name === '..') break;
    parent = join(parent, name);
    await syncFolder(parent);
  }
}

async function syncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
