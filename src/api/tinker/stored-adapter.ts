import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newCheckpointPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { isRolledBack } from '../../artifacts/storage-error.ts';
import { newStoredPath } from '../../artifacts/stored-file.ts';
import { newId } from '../../store/store.ts';

/** A new adapter folder that no record refers to yet. */
export interface StoredAdapter {
  id: string;
  /** Folder, relative to the data folder. */
  path: string;
  bytes: number;
}

/**
 * Writes a model's state durably to a new folder, then calls `commit` to store a reference to it. `commit` returns
 * folders that are no longer needed. Raises `disk_full` and what `fill` and `commit` raise. The new folder is then
 * removed, unless the commit may have succeeded.
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
    if (isRolledBack(error)) await removePaths(folder, [path]);
    throw error;
  }
  await removePaths(folder, going);
  return stored;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
