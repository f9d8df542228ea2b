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
 * Streams a body of unknown length to `path`, atomically. Throws `too_large` above `maxBytes`, `disk_full`, and
 * whatever `check` (of the bytes so far) and the source (a client that disconnected) throw; in each case nothing is
 * kept.
 */
export function receiveUpload(
  source: AsyncIterable<Uint8Array>,
  path: string,
  { maxBytes, check }: { maxBytes: number; check?: (bytes: number) => void },
): Promise<ReceivedFile> {
  return writeFileAtomicBy(path, (handle) => pump(source, handle, maxBytes, check));
}

/** Writes the source to an open file; returns its size and SHA-256. Throws `too_large` above `maxBytes`. */
export async function pump(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  maxBytes: number,
  check: (bytes: number) => void = () => {},
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new StorageError('too_large', `The upload is larger than the allowed ${maxBytes} bytes.`);
    }
    check(bytes);
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
