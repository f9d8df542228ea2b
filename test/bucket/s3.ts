import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { SetupError } from '../../scripts/run.mjs';
import { type S3Server, s3ServerProgram, startS3Server } from '../../scripts/s3-server.mjs';
import { REFERENCED_FOLDERS } from '../../src/artifacts/data-folder.ts';
import { isTemporaryName } from '../../src/artifacts/temporary-name.ts';
import { BUCKET } from './s3-names.ts';

export { BUCKET };

/** Returns whether no S3 server can be built for tests, as without Go. Throws in CI instead. */
export async function lacksS3(): Promise<boolean> {
  try {
    await s3ServerProgram();
    return false;
  } catch (error) {
    if (process.env.CI || !(error instanceof SetupError)) throw error;
    return true;
  }
}

/**
 * Runs a suite beside a real S3 server. Without Go, which builds it, that is a counted skip, and in CI a failure.
 */
export async function describeS3(title: string, suite: (s3: () => S3Server) => void): Promise<void> {
  const lacking = await lacksS3();
  describe.skipIf(lacking)(title, () => {
    let server: S3Server;
    beforeAll(async () => {
      server = await startS3Server();
      server.makeBucket(BUCKET);
      // AWS clients read their credentials from the environment.
      Object.assign(process.env, server.credentials);
    });
    afterAll(() => server.stop());
    suite(() => server);
  });
}

/** Returns the settings of a server that stores its files in the bucket. */
export function bucketVariables({ endpoint }: S3Server, bucket = BUCKET): Record<string, string> {
  return { DAYBREAK_S3_ENDPOINT: endpoint, DAYBREAK_S3_BUCKET: bucket };
}

/** Returns all entries below a folder, except entries removed meanwhile: servers delete while a test lists. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map(({ name }) => entriesBelow(join(folder, name))));
  return [...entries, ...below.flat()];
}

/** Returns the keys of all objects in a bucket. */
export async function objectsOf(s3: S3Server, bucket = BUCKET): Promise<string[]> {
  const entries = await entriesBelow(s3.bucketFolder(bucket));
  const files = entries.filter((entry) => entry.isFile());
  const keys = files.map(({ parentPath, name }) => join(parentPath, name).slice(s3.bucketFolder(bucket).length + 1));
  // Omits the S3 server's own folder for multipart uploads.
  return keys.filter((key) => !key.startsWith('.sgwtmp')).sort();
}

/** Empties the cache, so that the server reads from the bucket again. Files still being written stay. */
export async function wipeCache(home: string): Promise<void> {
  for (const folder of REFERENCED_FOLDERS) {
    const finished = (await readdir(join(home, folder))).filter((name) => !isTemporaryName(name));
    for (const name of finished) await rm(join(home, folder, name), { recursive: true, force: true });
  }
}

/** Returns the paths of all files in the cache. */
export async function cachedFiles(home: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of REFERENCED_FOLDERS) {
    const entries = await entriesBelow(join(home, folder));
    const files = entries.filter((entry) => entry.isFile());
    found.push(...files.map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1)));
  }
  return found.sort();
}
