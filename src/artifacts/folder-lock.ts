import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DataFolder } from './data-folder.ts';
import { StorageError } from './storage-error.ts';

interface FolderLock {
  release(): void;
}

/** Keeps the locks from being garbage-collected, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only server on the data folder, until it releases the lock or ends, in whatever way. Garbage
 * collection and requeueing at start would ruin another server's work. Throws `folder_in_use`.
 *
 * Node has no file locks. SQLite uses those of the operating system, which end with the process.
 */
export function lockDataFolder({ root, lockFile }: Pick<DataFolder, 'root' | 'lockFile'>): FolderLock {
  return takeLock(lockFile, `Another server is using the data folder ${root}.`);
}

/** Makes this process the only one that backs up the data folder, in the same way. Throws `folder_in_use`. */
export function lockBackups({ root }: DataFolder): FolderLock {
  return takeLock(join(root, 'backup-lock.sqlite'), `Another backup of ${root} is in progress.`);
}

function takeLock(file: string, inUse: string): FolderLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw new StorageError('folder_in_use', inUse, { cause: error });
  }
  held.add(database);
  return {
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}
