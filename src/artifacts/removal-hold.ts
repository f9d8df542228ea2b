import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { lockBackups } from './folder-lock.ts';
import { StorageError } from './storage-error.ts';

/** A backup that has not linked its files by then holds nothing any more, and fails. */
export const mostHoldMs = 600_000;
/** The waiting is for a copy of the database and for the links: seconds at most. */
const lookMs = 50;

/** What a backup has while it works. It lies in the data folder, since no link leads to another disk. */
export function backupFolder({ root }: DataFolder): string {
  return join(root, '.backup-in-progress');
}

/** While this file is there, and the backup that made it lives, nothing is removed. */
export function holdFile(folder: DataFolder): string {
  return join(backupFolder(folder), 'hold');
}

/**
 * Waits while a backup has yet to link the files of the rows that it has copied. Files go after their rows have gone:
 * what is to be removed when the hold begins is in no copy of the database that is made after that.
 */
export async function untilLinked(folder: DataFolder): Promise<void> {
  while (await isHeld(folder)) await sleep(lookMs);
}

async function isHeld(folder: DataFolder): Promise<boolean> {
  const hold = await stat(holdFile(folder)).catch((error: NodeJS.ErrnoException) => {
    // That of another user is no hold: only who owns the data folder can back it up.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
    throw error;
  });
  if (hold === null || Date.now() - hold.mtimeMs > mostHoldMs) return false;
  return !(await endDeadBackup(folder));
}

/** Removes what a backup has left that died. False where one is alive. */
export async function endDeadBackup(folder: DataFolder): Promise<boolean> {
  if (!existsSync(backupFolder(folder))) return true;
  let lock: ReturnType<typeof lockBackups>;
  try {
    lock = lockBackups(folder);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'folder_in_use') return false;
    throw error;
  }
  try {
    await rm(backupFolder(folder), { recursive: true, force: true });
    return true;
  } finally {
    lock.release();
  }
}
