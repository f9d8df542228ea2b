import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newCheckpointPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { keptNothing } from '../../artifacts/storage-error.ts';
import { newStoredPath } from '../../artifacts/stored-file.ts';
import { newId } from '../../store/store.ts';

/** A new folder that no row points at yet. */
export interface StoredAdapter {
  id: string;
  /** Relative to the data folder. */
  path: string;
  bytes: number;
}

/**
 * Writes what a model is now, durably, to a new folder, and then what points at it: `commit` gives back folders that
 * nothing needs any more. Raises `disk_full` and what `fill` and `commit` raise; then nothing of it stays.
 */
export async function storeAdapter(
  folder: DataFolder,
  model: string,
  fill: (folder: string) => Promise<void>,
  commit: (stored: StoredAdapter) => Promise<string[]>,
): Promise<StoredAdapter> {
  await folder.reserve.check(0);
  const id = newId();
  const path = newCheckpointPath(model.replaceAll(':', '-'), 0, id);
  await writeFolderAtomic(await newStoredPath(folder, path), fill);
  await publishStored(folder, path);
  const stored = { id, path, bytes: await bytesIn(absolutePath(folder, path)) };
  let going: string[];
  try {
    going = await commit(stored);
  } catch (error) {
    if (keptNothing(error)) await removePaths(folder, [path]);
    throw error;
  }
  await removePaths(folder, going);
  return stored;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
