import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type DataFolder, openDataFolder } from '../../src/artifacts/data-folder.ts';

/** Creates a data folder for each test, and removes it afterwards. */
export function useDataFolder(): () => DataFolder {
  let folder: DataFolder;
  beforeEach(async () => {
    folder = await openDataFolder(await mkdtemp(join(tmpdir(), 'daybreak-data-')));
  });
  afterEach(() => rm(folder.root, { recursive: true }));
  return () => folder;
}

/** Returns the paths of all files below a folder, relative to it and sorted. */
export async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
}
