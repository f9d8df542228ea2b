import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Pin } from './blob-store.ts';
import { absolutePath, type DataFolder } from './data-folder.ts';
import { notFound, StorageError } from './storage-error.ts';
import { makeFolder } from './sync-to-disk.ts';

/**
 * Returns the absolute path of a stored path, after checking that no link leads out of the data folder on the way.
 * Throws `unsafe_name` for a link, `not_found` if its folder is missing.
 */
export async function confinedPath(folder: DataFolder, relativePath: string): Promise<string> {
  const path = absolutePath(folder, relativePath);
  const parent = dirname(path);
  let real: string;
  try {
    real = await realpath(parent);
  } catch (error) {
    throw missing(error, relativePath);
  }
  if (real !== parent) throw linked(relativePath);
  return path;
}

/** Returns the absolute path for new content, and creates its folder. Throws `unsafe_name` for a link on the way. */
export async function newStoredPath(folder: DataFolder, relativePath: string): Promise<string> {
  await makeFolder(dirname(absolutePath(folder, relativePath)));
  return confinedPath(folder, relativePath);
}

/**
 * Opens a stored file for reading; the caller closes the handle. A replacement or removal meanwhile does not affect it.
 * Throws `not_found`, and `unsafe_name` for a link or anything else that is not a plain file.
 */
export async function openStoredFile(
  folder: DataFolder,
  relativePath: string,
): Promise<{ handle: FileHandle; bytes: number }> {
  // Once the file is open, its copy in the cache may be removed.
  using _ = folder.blobs ? await folder.blobs.fetch(relativePath) : null;
  const path = await confinedPath(folder, relativePath);
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw linked(relativePath);
    throw missing(error, relativePath);
  }
  const stat = await handle.stat();
  if (stat.isFile()) return { handle, bytes: stat.size };
  await handle.close();
  throw new StorageError('unsafe_name', `${relativePath} is not a regular file.`);
}

/** A stored path that is on disk, at an absolute path, for as long as it is pinned. */
export interface LocalCopy extends Pin {
  path: string;
}

/**
 * Brings a stored path to disk, for callers that read it by its path. For a folder, `names` are the files needed, by
 * default all. Without a bucket nothing is checked. Throws `unsafe_name`, and what `BlobStore.fetch` throws.
 */
export async function ensureLocal(
  folder: DataFolder,
  relativePath: string,
  names?: readonly string[],
): Promise<LocalCopy> {
  const path = absolutePath(folder, relativePath);
  const pin = folder.blobs ? await folder.blobs.fetch(relativePath, names) : null;
  return { path, [Symbol.dispose]: () => pin?.[Symbol.dispose]() };
}

/** Returns the size of a stored file. Throws as `openStoredFile` does. */
export async function storedBytes(folder: DataFolder, relativePath: string): Promise<number> {
  if (folder.blobs) return folder.blobs.bytes(relativePath);
  const { handle, bytes } = await openStoredFile(folder, relativePath);
  await handle.close();
  return bytes;
}

function linked(relativePath: string): StorageError {
  return new StorageError('unsafe_name', `${relativePath} is a symbolic link, or its path contains one.`);
}

function missing(error: unknown, relativePath: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR' ? notFound('file', relativePath) : error;
}
