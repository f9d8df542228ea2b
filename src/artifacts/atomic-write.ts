import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fromFileError, StorageError } from './storage-error.ts';
import { makeFolder, syncFolder, syncTree } from './sync-to-disk.ts';
import { temporarySibling } from './temporary-name.ts';

/** Mode of written files: only the account that runs the server may read them. */
const PRIVATE_FILE = 0o600;

/**
 * Writes a file so that after any crash it has either the old content or all of the new. Throws `disk_full`; then the
 * old content stays, and no other file is left.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await writeFileAtomicBy(path, (handle) => handle.writeFile(data));
}

/** Writes a file like `writeFileAtomic`, with `write` filling the empty file. Rethrows what `write` throws. */
export async function writeFileAtomicBy<T>(path: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  const temporary = temporarySibling(path);
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

/** Renames a complete file within its folder, durably. */
export async function publishFile(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/**
 * Writes a folder so that it appears complete or not at all. `fill` gets an empty temporary folder, which another
 * process may fill. Rethrows what `fill` throws, after removing the temporary folder. Throws `disk_full`, and
 * `conflict` if the folder exists.
 */
export async function writeFolderAtomic(path: string, fill: (temporaryFolder: string) => Promise<void>): Promise<void> {
  const temporary = temporarySibling(path);
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

/** Writes a file that must not exist yet, durably. */
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
      // Clients read the message, so only the cause names the path.
      throw new StorageError('conflict', 'The folder to write already exists.', { cause: error });
    }
    throw error;
  }
}
