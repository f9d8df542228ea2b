import type { DataFolder } from './data-folder.ts';
import { removePaths } from './removal.ts';

/** Repeats what may be repeated for as long as whoever asks has patience. */
export type Patience = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Call when what was written at a stored path is whole, before a row points at it: with a bucket it is put there. Where
 * that fails nothing of it stays. Raises `unavailable`.
 */
export async function publishStored(folder: DataFolder, path: string, patience: Patience = once): Promise<void> {
  const { blobs } = folder;
  if (!blobs) return;
  try {
    await patience(() => blobs.put(path));
  } catch (error) {
    await removePaths(folder, [path]).catch(() => {});
    throw error;
  }
}

function once<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
