import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { writeFileAtomicBy } from './atomic-write.ts';
import { StorageError } from './storage-error.ts';

export interface ReceivedFile {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Streams a body of unknown length to `path`, atomically. Raises `too_large` past `maxBytes`, `disk_full`, and whatever
 * the source throws (a client that went away); in each case nothing is kept.
 */
export function receiveUpload(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limits: { maxBytes: number },
): Promise<ReceivedFile> {
  return writeFileAtomicBy(path, (handle) => pump(source, handle, limits.maxBytes));
}

/** Writes the source to an open file, counting and hashing. */
export async function pump(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  maxBytes: number,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new StorageError('too_large', `The upload is longer than the ${maxBytes} bytes that are allowed.`);
    }
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
