import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fromFileError, StorageError } from './storage-error.ts';
import { makeFolder, syncFolder, syncTree } from './sync-to-disk.ts';
import { temporaryBeside } from './temporary-name.ts';

/** Who may read what we write: only the account that runs the server. */
const PRIVATE_FILE = 0o600;

/**
 * Writes a file so that after any crash either the old content or the whole new one is there.
 * Raises `disk_full`; then the old content stands and no other file is left.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await writeFileAtomicBy(path, (handle) => handle.writeFile(data));
}

/** As `writeFileAtomic`, with `write` filling the empty file. What `write` throws is passed on. */
export async function writeFileAtomicBy<T>(path: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  const temporary = temporaryBeside(path);
  try {
    await makeFolder(dirname(path));
    const result = await writeNewFile(temporary, write);
    await publishFile(temporary, path);
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw fromFileError(error, 'writing a file');
  }
}

/** Gives a whole file of the same folder its name, durably. */
export async function publishFile(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/**
 * Writes a folder so that it appears whole or not at all. `fill` gets an empty folder of a temporary name, which may be
 * filled by another process; whatever `fill` throws is passed on, and the temporary folder is gone.
 * Raises `disk_full`, and `conflict` when the folder is already there.
 */
export async function writeFolderAtomic(path: string, fill: (temporaryFolder: string) => Promise<void>): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    await makeFolder(dirname(path));
    await mkdir(temporary, { mode: 0o700 });
    await fill(temporary);
    await syncTree(temporary);
    await renameToNew(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw fromFileError(error, 'writing a folder');
  }
}

/** Writes a file that is not there yet, durably. */
export async function writeNewFile<T>(path: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, 'wx', PRIVATE_FILE);
  try {
    const result = await write(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') {
      // Clients read it: the cause names the path.
      throw new StorageError('conflict', 'The folder that is to be written is already there.', { cause: error });
    }
    throw error;
  }
}
