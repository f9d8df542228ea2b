import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Bucket } from '../artifacts/bucket/bucket.ts';
import { CachedBucket } from '../artifacts/bucket/cached-bucket.ts';
import { checkBucket } from '../artifacts/bucket/check-bucket.ts';
import { type CachedPath, tidyCache } from '../artifacts/bucket/tidy-cache.ts';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import { claimFolder } from '../artifacts/garbage.ts';
import type { Store } from '../store/store.ts';
import { type Config, ConfigError } from './config.ts';
import { tidyDataFolder } from './tidy-data-folder.ts';

interface BlobParts {
  config: Pick<Config, 'bucket' | 'cacheBytes'>;
  folder: DataFolder;
  store: Store;
  /** `store.referencedPaths()` */
  referenced: ReadonlySet<string>;
  log: Logger;
  print(text: string): void;
}

/** A checked bucket, and the cache of it in the data folder. */
export interface OpenBlobs {
  bucket: Bucket;
  cache: CachedBucket;
}

/**
 * Runs at start, before the first request. Makes the data folder the cache of the bucket, and uploads files that only
 * the data folder has. Returns null if no bucket is set; then the data folder is tidied. Throws `ConfigError` if the
 * bucket cannot be used.
 */
export async function openBlobs(parts: BlobParts): Promise<OpenBlobs | null> {
  const { config, folder, store } = parts;
  if (config.bucket === null) {
    if (!(await store.manifests.isEmpty())) {
      throw new ConfigError(
        'DAYBREAK_S3_BUCKET',
        'it is not set, but the files of this database are in a bucket',
        'the name of that bucket',
      );
    }
    await tidyDataFolder(parts);
    return null;
  }
  const wrong = await claimFolder(folder, store.id);
  if (wrong !== null)
    throw new ConfigError('DAYBREAK_HOME', wrong, 'an empty folder, or the data folder of this database');
  const bucket = await Bucket.open(config.bucket);
  try {
    const manifests = await store.manifests.all();
    const stored = new Set(manifests.map(({ path }) => path));
    await requireUsable(bucket, store.id, stored.size > 0);
    // The data folder was the only place so far: files that the database does not know are kept.
    if (stored.size === 0) await tidyDataFolder(parts);
    const cacheBytes = config.cacheBytes ?? (await defaultCacheBytes(folder));
    const cache = new CachedBucket({ folder, bucket, manifests: store.manifests, cacheBytes, log: parts.log });
    for (const path of await putMissing(parts, cache, stored)) stored.add(path);
    know(cache, await tidyCache(folder, stored));
    return { bucket, cache };
  } catch (error) {
    bucket.close();
    throw error;
  }
}

async function requireUsable(bucket: Bucket, storeId: string, hasFiles: boolean): Promise<void> {
  const problem = await checkBucket(bucket, storeId, hasFiles);
  if (problem === null) return;
  const { endpoint, bucket: name, region } = bucket.address;
  const wrong = `the bucket ${JSON.stringify(name)} at ${endpoint ?? 'AWS'} in ${region} cannot be used: ${problem}`;
  throw new ConfigError('DAYBREAK_S3_BUCKET', wrong, 'a separate bucket for each database');
}

/** Returns half of the free disk space beyond the reserve, but at least 1 GiB. */
async function defaultCacheBytes({ reserve }: DataFolder): Promise<number> {
  const { freeBytes, reserveBytes } = await reserve.figures();
  return Math.max(2 ** 30, (freeBytes - reserveBytes) / 2);
}

/** Uploads files that rows refer to but only the data folder has, as before a bucket was set. Returns their paths. */
async function putMissing(
  { folder, referenced, log, print }: BlobParts,
  cache: CachedBucket,
  stored: ReadonlySet<string>,
): Promise<string[]> {
  const lacking = [...referenced].filter((path) => !stored.has(path));
  const there: string[] = [];
  const missing: string[] = [];
  for (const path of lacking) {
    const found = await stat(absolutePath(folder, path)).catch(() => null);
    (found === null ? missing : there).push(path);
  }
  if (missing.length > 0) log.warn({ missing }, 'files of the database are missing');
  if (there.length > 0) print(`uploading ${there.length} files and folders of the data folder to the bucket`);
  for (const path of there) await cache.put(path);
  return there;
}

function know(cache: CachedBucket, found: readonly CachedPath[]): void {
  const now = Date.now() - performance.now();
  for (const { path, bytes, usedAt } of found) cache.registerCached(path, bytes, usedAt - now);
}
