import type { DataFolder } from './data-folder.ts';
import { removePaths } from './removal.ts';

/** Function that repeats an operation for as long as the caller is willing to wait. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Uploads the content of a stored path to the bucket, if there is one. Call once the content is complete, before a row
 * points at it. On failure the content is removed. Throws `unavailable`.
 */
export async function publishStored(folder: DataFolder, path: string, retry: Retry = once): Promise<void> {
  const { blobs } = folder;
  if (!blobs) return;
  try {
    await retry(() => blobs.put(path));
  } catch (error) {
    await removePaths(folder, [path]).catch(() => {});
    throw error;
  }
}

function once<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
