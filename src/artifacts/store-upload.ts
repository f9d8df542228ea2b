import type { DataFolder } from './data-folder.ts';
import { publishStored } from './publish.ts';
import { removePaths } from './removal.ts';
import { isRolledBack } from './storage-error.ts';
import { newStoredPath } from './stored-file.ts';
import { type ReceivedFile, receiveUpload } from './upload.ts';

interface Upload<Kept> {
  source: AsyncIterable<Uint8Array>;
  maxBytes: number;
  /** Gets the bytes received so far, and throws if they are too many. */
  check(bytes: number): void;
  /** Creates the row that points at the file. `replaced` is the path of the file that it pointed at before. */
  keep(file: ReceivedFile & { path: string }): Promise<Kept>;
}

/**
 * Receives a file at a new stored path, and removes the file that it replaces. Throws what `receiveUpload`,
 * `publishStored` and `keep` throw; if the store kept nothing, the file is removed.
 */
export async function storeUpload<Kept extends { replaced: string | null }>(
  folder: DataFolder,
  path: string,
  { source, maxBytes, check, keep }: Upload<Kept>,
): Promise<Kept & ReceivedFile> {
  const guarded = folder.reserve.guard(source);
  const received = await receiveUpload(guarded, await newStoredPath(folder, path), { maxBytes, check });
  await publishStored(folder, path);
  const kept = await keep({ ...received, path }).catch(async (error: unknown) => {
    if (isRolledBack(error)) await removePaths(folder, [path]);
    throw error;
  });
  if (kept.replaced !== null) await removePaths(folder, [kept.replaced]);
  return { ...kept, ...received };
}
