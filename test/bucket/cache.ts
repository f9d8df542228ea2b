import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomic, writeFolderAtomic } from '../../src/artifacts/atomic-write.ts';
import { Bucket } from '../../src/artifacts/bucket/bucket.ts';
import { CachedBucket, type CachedBucketParts } from '../../src/artifacts/bucket/cached-bucket.ts';
import { absolutePath, type DataFolder, openDataFolder } from '../../src/artifacts/data-folder.ts';
import { ensureLocal, newStoredPath } from '../../src/artifacts/stored-file.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { BUCKET } from './s3-names.ts';

/** A data folder that caches the bucket, with its parts for inspection. */
export interface TestCache {
  folder: DataFolder;
  store: Store;
  bucket: Bucket;
  cache: CachedBucket;
  /** Log records, newest last. */
  told: { facts: object; text: string }[];
}

const open: (() => Promise<unknown>)[] = [];

/** Closes all opened caches. */
export async function closeCaches(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

interface CacheOptions extends Partial<Pick<CachedBucketParts, 'cacheBytes' | 'graceMs'>> {
  /** Store of another cache, to share its database. */
  store?: Store;
  /** An existing data folder, as after a start. */
  folder?: DataFolder;
  bucketName?: string;
}

export async function openCache(endpoint: string, options: CacheOptions = {}): Promise<TestCache> {
  let { store, folder } = options;
  if (folder === undefined) {
    const home = await mkdtemp(join(tmpdir(), 'daybreak-cache-'));
    open.push(() => rm(home, { recursive: true, force: true }));
    folder = await openDataFolder(home);
  }
  if (store === undefined) {
    const opened = await openStore({ sqliteFile: folder.databaseFile });
    open.push(() => opened.close());
    store = opened;
  }
  const bucket = await Bucket.open({ endpoint, bucket: options.bucketName ?? BUCKET, region: 'us-east-1' });
  const told: TestCache['told'] = [];
  const tell = (facts: object, text: string): void => void told.push({ facts, text });
  const { cacheBytes = 2 ** 30, graceMs = 0 } = options;
  const parts = { folder, bucket, manifests: store.manifests, log: { info: tell, warn: tell }, cacheBytes, graceMs };
  const cache = new CachedBucket(parts);
  folder.blobs = cache;
  open.push(() => cache.close());
  return { folder, store, bucket, cache, told };
}

/** Writes a stored file as jobs and uploads do. */
export async function writeStored({ folder }: TestCache, path: string, bytes: Uint8Array | string): Promise<void> {
  await writeFileAtomic(await newStoredPath(folder, path), bytes);
}

/** Writes a folder as for a checkpoint, uploads it to the bucket, and returns the contents of its files. */
export async function putFolder(test: TestCache, path: string, names: readonly string[]): Promise<Map<string, Buffer>> {
  const files = new Map(names.map((name) => [name, randomBytes(1_000)]));
  await writeFolderAtomic(await newStoredPath(test.folder, path), async (temporary) => {
    for (const [name, bytes] of files) await writeFileAtomic(join(temporary, name), bytes);
  });
  await test.cache.put(path);
  return files;
}

/** Returns the content of a stored path, read as any part of the server reads it. */
export async function readStored({ folder }: TestCache, path: string): Promise<Buffer> {
  using file = await ensureLocal(folder, path);
  return await readFile(file.path);
}

/** Removes a path from the cache, as eviction does. */
export async function dropCached({ folder }: TestCache, path: string): Promise<void> {
  await rm(absolutePath(folder, path), { recursive: true });
}

/** Creates an artifact with one file at the path, so that a row references it. */
export async function pointAt({ store }: TestCache, path: string): Promise<void> {
  const artifacts = store.ownedBy('o').artifacts;
  const { id } = await artifacts.create({ entity: 'e', project: 'p', name: 'n' });
  await artifacts.putFile(id, { name: 'f', bytes: 1, sha256: '0'.repeat(64), path });
}
