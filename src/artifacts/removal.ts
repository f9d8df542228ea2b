import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { absolutePath, type DataFolder } from './data-folder.ts';
import { untilLinked } from './removal-hold.ts';
import { StorageError } from './storage-error.ts';
import { confinedPath } from './stored-file.ts';
import { syncFolder } from './sync-to-disk.ts';
import { temporarySibling } from './temporary-name.ts';

/**
 * Removes stored files and folders, by the relative paths that the store returns after their rows are deleted. Skips
 * missing paths. Renames first, so that a crash leaves no partial folder under its own name. Waits while a backup has
 * yet to link them.
 */
export async function removePaths(folder: DataFolder, relativePaths: readonly string[]): Promise<void> {
  if (relativePaths.length === 0) return;
  await untilLinked(folder);
  for (const relativePath of relativePaths) await removePath(folder, relativePath);
  await folder.blobs?.remove(relativePaths);
}

/** Removes one file from each of these stored folders, if it is there. Waits as `removePaths` does. */
export async function removeFileOf(folder: DataFolder, relativePaths: readonly string[], name: string): Promise<void> {
  await untilLinked(folder);
  for (const path of relativePaths) await rm(join(absolutePath(folder, path), name), { force: true });
  await folder.blobs?.removeFile(relativePaths, name);
}

async function removePath(folder: DataFolder, relativePath: string): Promise<void> {
  try {
    const path = await confinedPath(folder, relativePath);
    const doomed = temporarySibling(path);
    await rename(path, doomed);
    await syncFolder(dirname(path));
    await rm(doomed, { recursive: true, force: true });
  } catch (error) {
    const alreadyGone =
      (error instanceof StorageError && error.code === 'not_found') ||
      (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!alreadyGone) throw error;
  }
}
