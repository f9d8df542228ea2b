import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fromFileError, StorageError } from '../storage-error.ts';
import { pump, type ReceivedFile } from '../upload.ts';
import type { Bucket } from './bucket.ts';
import { isMissing } from './bucket-error.ts';
import type { BucketLog } from './bucket-log.ts';
import type { ManifestFile } from './manifest.ts';

/**
 * Downloads an object to a new file and compares it with its manifest. Retries once if they differ, the object is
 * missing or the download breaks off. Throws `damaged`, which names the object, and what the bucket throws.
 */
export async function fetchObject(
  bucket: Bucket,
  key: string,
  file: ManifestFile,
  path: string,
  log: BucketLog,
): Promise<void> {
  for (let again = false; ; again = true) {
    const source = await bucket.get(key).catch(nullWhereMissing);
    const { found, cut } = source === null ? { found: null, cut: null } : await receive(source, file, path);
    if (found !== null && found.bytes === file.bytes && found.sha256 === file.sha256) return;
    await rm(path, { force: true });
    if (again && cut !== null) throw cut;
    const expected = { bytes: file.bytes, sha256: file.sha256 };
    if (cut === null) log.warn({ key, again, found, expected }, 'an object is damaged');
    if (again) throw damaged(key, found);
  }
}

/** Receives a download. Returns a complete file, which may be a wrong one, or the error that interrupted it. */
async function receive(
  source: Readable,
  { bytes }: ManifestFile,
  path: string,
): Promise<{ found: ReceivedFile | null; cut: unknown }> {
  const handle = await open(path, 'wx', 0o600);
  try {
    return { found: await pump(source, handle, bytes), cut: null };
  } catch (error) {
    const known = fromFileError(error, 'writing a file');
    if (!(known instanceof StorageError)) return { found: null, cut: error };
    if (known.code !== 'too_large') throw known;
    return { found: { bytes: bytes + 1, sha256: 'of more bytes' }, cut: null };
  } finally {
    source.destroy();
    await handle.close();
  }
}

function nullWhereMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function damaged(key: string, found: ReceivedFile | null): StorageError {
  const what = found === null ? 'is missing' : 'is damaged: its size or SHA-256 does not match';
  return new StorageError('damaged', `The object '${key}' of the bucket ${what}. It was downloaded twice.`);
}
