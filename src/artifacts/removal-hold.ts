import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { lockBackups } from './folder-lock.ts';
import { StorageError } from './storage-error.ts';

/** Longest hold. A backup that has not linked its files by then no longer holds anything, and fails. */
export const maxHoldMs = 600_000;
/** Polling interval: a hold lasts for a copy of the database and for the links, seconds at most. */
const lookMs = 50;

/** Returns the working folder of a backup. It is in the data folder, since hard links cannot lead to another disk. */
export function backupFolder({ root }: DataFolder): string {
  return join(root, '.backup-in-progress');
}

/** Returns the file that prevents removals while it exists and the backup that made it lives. */
export function holdFile(folder: DataFolder): string {
  return join(backupFolder(folder), 'hold');
}

/**
 * Waits until a running backup has linked the files of the rows that it copied. A file is removed after its row is
 * deleted, so a file to be removed when the hold begins is in no copy of the database that is made after that.
 */
export async function untilLinked(folder: DataFolder): Promise<void> {
  while (await isHeld(folder)) await sleep(lookMs);
}

async function isHeld(folder: DataFolder): Promise<boolean> {
  const hold = await stat(holdFile(folder)).catch((error: NodeJS.ErrnoException) => {
    // A file of another user is no hold: only the owner of the data folder can back it up.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
    throw error;
  });
  if (hold === null || Date.now() - hold.mtimeMs > maxHoldMs) return false;
  return !(await endDeadBackup(folder));
}

/** Removes what a dead backup left behind. Returns false if a backup is alive. */
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
