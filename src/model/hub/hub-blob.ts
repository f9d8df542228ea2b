import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DownloadProgress } from './download-progress.ts';
import type { HubClient, HubFile, HubRepository } from './hub-client.ts';
import { ModelSourceError } from './model-source-error.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;

/**
 * Downloads a file to `path`, which appears only when the file is complete and its hash is checked. A partial download,
 * of this process or an earlier one, lies in `path`.incomplete and is resumed. Throws `ModelSourceError`.
 */
export async function downloadBlob(
  client: HubClient,
  repository: HubRepository,
  file: HubFile,
  path: string,
  progress: DownloadProgress,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.incomplete`;
  const bar = progress.file(file.name, file.size);
  for (let attempt = 1; ; attempt++) {
    const resumed = (await sizeOf(partial)) > 0;
    try {
      await continueDownload(client, repository, file, partial, bar);
      break;
    } catch (error) {
      const corrupt = error instanceof ModelSourceError && error.code === 'corrupt';
      if (corrupt) await rm(partial, { force: true });
      if (corrupt && resumed) {
        progress.line(`${file.name}: the partial download of an earlier attempt does not match; starting over`);
        continue;
      }
      const again = error instanceof ModelSourceError && error.code === 'unreachable' && attempt < ATTEMPTS;
      if (!again) throw error;
      progress.line(`${file.name}: ${error.message}; trying again (${attempt} of ${ATTEMPTS - 1})`);
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
  await rename(partial, path);
  bar.done();
}

async function continueDownload(
  client: HubClient,
  repository: HubRepository,
  file: HubFile,
  partial: string,
  bar: { at(bytes: number): void },
): Promise<void> {
  const found = await sizeOf(partial);
  let have = found <= file.size ? found : 0;
  await checkSpace(partial, file, file.size - have);
  const hash = blobHash(file);
  const handle = await open(partial, have > 0 ? 'r+' : 'w');
  try {
    if (have < file.size) {
      const response = await client.download(repository, file, have);
      if (have > 0 && !resumesAt(response, have)) have = 0;
      if (have > 0) await hashStart(hash, partial, have);
      have = await receive(response, handle, hash, have, file, bar);
    } else {
      await hashStart(hash, partial, have);
    }
    await handle.truncate(have);
    await handle.sync();
  } catch (error) {
    throw fileError(error, partial);
  } finally {
    await handle.close();
  }
  checkWhole(file, hash, have);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

function resumesAt(response: Response, offset: number): boolean {
  return response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${offset}-`) === true;
}

async function receive(
  response: Response,
  handle: FileHandle,
  hash: Hash | null,
  offset: number,
  file: HubFile,
  bar: { at(bytes: number): void },
): Promise<number> {
  if (response.status !== 200 && response.status !== 206) {
    throw new ModelSourceError('unreachable', `${file.url} answered with status ${response.status}`);
  }
  let have = offset;
  const chunks = response.body === null ? [] : readable(response.body, file);
  for await (const chunk of chunks) {
    if (have + chunk.length > file.size) {
      throw new ModelSourceError(
        'corrupt',
        `${file.name}: the hub sends more than the ${file.size} bytes it announced`,
      );
    }
    await handle.write(chunk, 0, chunk.length, have);
    hash?.update(chunk);
    have += chunk.length;
    bar.at(have);
  }
  if (have < file.size) {
    throw new ModelSourceError('unreachable', `the connection closed after ${have} of ${file.size} bytes`);
  }
  return have;
}

/** Yields the body's chunks. Marks a broken connection as `unreachable`, to tell it from a disk error. */
async function* readable(body: ReadableStream<Uint8Array>, file: HubFile): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new ModelSourceError('unreachable', `${file.name}: the connection broke`, { cause: error });
  }
}

async function hashStart(hash: Hash | null, path: string, length: number): Promise<void> {
  if (hash === null) return;
  for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk as Uint8Array);
}

/** Returns a hash to check the etag: SHA-256 for large files, git's blob SHA-1 for small ones, null for other etags. */
function blobHash(file: HubFile): Hash | null {
  if (/^[0-9a-f]{64}$/.test(file.etag)) return createHash('sha256');
  if (/^[0-9a-f]{40}$/.test(file.etag)) return createHash('sha1').update(`blob ${file.size}\0`);
  return null;
}

function checkWhole(file: HubFile, hash: Hash | null, have: number): void {
  const got = hash?.digest('hex') ?? file.etag;
  if (have === file.size && got === file.etag) return;
  throw new ModelSourceError(
    'corrupt',
    `${file.name}: downloaded ${have} bytes with hash ${got}; expected ${file.size} bytes with hash ${file.etag}. ` +
      'The download was discarded.',
  );
}

async function checkSpace(partial: string, file: HubFile, bytes: number): Promise<void> {
  const disk = await statfs(dirname(partial));
  const free = disk.bavail * disk.bsize;
  if (free < bytes) {
    throw new ModelSourceError(
      'no_space',
      `${file.name} needs ${bytes} bytes in ${dirname(partial)}, but only ${free} are free`,
    );
  }
}

function fileError(error: unknown, partial: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new ModelSourceError(
    'no_space',
    `no space left for ${partial}; the next attempt resumes the partial download`,
    {
      cause: error,
    },
  );
}
