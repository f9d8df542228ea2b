import { open, rm } from 'node:fs/promises';
import { fromFileError, StorageError } from '../storage-error.ts';
import { pump, type ReceivedFile } from '../upload.ts';
import type { Bucket } from './bucket.ts';
import { isMissing } from './bucket-error.ts';
import type { BucketLog } from './bucket-log.ts';
import type { ManifestFile } from './manifest.ts';

/**
 * Downloads an object to a new file, which holds what its manifest says then; once more where it did not. Raises
 * `damaged`, which names the object, and what the bucket raises.
 */
export async function fetchObject(
  bucket: Bucket,
  key: string,
  file: ManifestFile,
  path: string,
  log: BucketLog,
): Promise<void> {
  for (let again = false; ; again = true) {
    const found = await download(bucket, key, file, path);
    if (found !== null && found.bytes === file.bytes && found.sha256 === file.sha256) return;
    await rm(path, { force: true });
    log.warn({ key, again, found, expected: { bytes: file.bytes, sha256: file.sha256 } }, 'an object is damaged');
    if (again) throw damaged(key, found);
  }
}

/** Null where there is no such object. */
async function download(
  bucket: Bucket,
  key: string,
  { bytes }: ManifestFile,
  path: string,
): Promise<ReceivedFile | null> {
  const source = await bucket.get(key).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (source === null) return null;
  const handle = await open(path, 'wx', 0o600);
  try {
    return await pump(source, handle, bytes);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'too_large')
      return { bytes: bytes + 1, sha256: 'of more bytes' };
    throw fromFileError(error, 'writing a file');
  } finally {
    source.destroy();
    await handle.close();
  }
}

function damaged(key: string, found: ReceivedFile | null): StorageError {
  const what = found === null ? 'is gone' : 'is not what was stored: its size or SHA-256 is another';
  return new StorageError('damaged', `The object '${key}' of the bucket ${what}. It was asked for twice.`);
}
