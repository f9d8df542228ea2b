import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { ReceivedFile } from '../upload.ts';
import type { Bucket } from './bucket.ts';

/** Longer files are uploaded in parts of this size, from memory: S3 allows 10,000 parts, of 5 MiB or more. */
export const UPLOAD_PART_BYTES = 16 * 2 ** 20;

/** Uploads a file from disk; returns its size and SHA-256. On failure no part remains. */
export async function uploadFile(bucket: Bucket, key: string, path: string): Promise<ReceivedFile> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const hash = createHash('sha256');
    const parts = partsOf(handle, size);
    if (size <= UPLOAD_PART_BYTES) {
      for await (const body of parts) await bucket.put(key, count(hash, body));
    } else {
      await uploadParts(bucket, key, parts, (body) => count(hash, body));
    }
    return { bytes: size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

async function uploadParts(
  bucket: Bucket,
  key: string,
  parts: AsyncIterable<Uint8Array>,
  seen: (body: Uint8Array) => Uint8Array,
): Promise<void> {
  const upload = await bucket.beginParts(key);
  const tags: string[] = [];
  try {
    for await (const body of parts) tags.push(await bucket.putPart(key, upload, tags.length + 1, seen(body)));
    await bucket.completeParts(key, upload, tags);
  } catch (error) {
    // If this fails, the sweep aborts the upload later.
    await bucket.abortParts(key, upload).catch(() => {});
    throw error;
  }
}

function count(hash: ReturnType<typeof createHash>, body: Uint8Array): Uint8Array {
  hash.update(body);
  return body;
}

/**
 * Yields the parts of a file; an empty file is one empty part. All parts share the same memory, which the next one
 * overwrites.
 */
async function* partsOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.allocUnsafe(Math.min(size, UPLOAD_PART_BYTES));
  for (let at = 0; at < size || at === 0; at += buffer.length) {
    const part = buffer.subarray(0, Math.min(buffer.length, size - at));
    for (let filled = 0; filled < part.length; ) {
      const { bytesRead } = await handle.read(part, filled, part.length - filled, at + filled);
      if (bytesRead === 0) throw new Error('a stored file shrank during its upload');
      filled += bytesRead;
    }
    yield part;
    if (size === 0) return;
  }
}

/** Returns size and SHA-256 of a file on disk. */
export async function sizeAndDigest(path: string): Promise<ReceivedFile> {
  const handle = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 2 ** 20 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
