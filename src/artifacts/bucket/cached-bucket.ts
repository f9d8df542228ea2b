import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BlobStore, Pin, Transferred } from '../blob-store.ts';
import { absolutePath, type DataFolder } from '../data-folder.ts';
import { notFound, StorageError } from '../storage-error.ts';
import { makeFolder } from '../sync-to-disk.ts';
import { temporarySibling } from '../temporary-name.ts';
import type { Bucket } from './bucket.ts';
import { fromBucketError } from './bucket-error.ts';
import type { BucketLog } from './bucket-log.ts';
import { type CacheEntry, CacheIndex, markOf } from './cache-index.ts';
import { fetchObject } from './fetch-object.ts';
import { type BucketManifest, keyOf, type ManifestFile, type Manifests } from './manifest.ts';
import { Semaphore } from './semaphore.ts';
import { objectsAt } from './stored-objects.ts';
import { sizeAndDigest, uploadFile } from './transfer.ts';

export interface CachedBucketParts {
  folder: DataFolder;
  bucket: Bucket;
  manifests: Manifests;
  /** Most bytes of the cache; files in use may take more. */
  cacheBytes: number;
  log: BucketLog;
  /** Entries used within this time are not evicted: a caller that has just fetched one is about to open it. */
  graceMs?: number;
}

const defaultGraceMs = 120_000;
/** Concurrent uploads; each holds a part in memory. */
const uploadsAtOnce = 4;
const removalsAtOnce = 4;

/**
 * A bucket with the files of a data folder, whose stored paths are the keys. The data folder is the cache: files that
 * are written there are uploaded, and missing files are downloaded. Downloads are compared with their manifest, and so
 * are files that an earlier server, or anybody else, left there.
 */
export class CachedBucket implements BlobStore {
  readonly transferred = { put: nothing(), fetched: nothing() };
  readonly #parts: CachedBucketParts;
  readonly #index = new CacheIndex();
  readonly #uploads = new Semaphore(uploadsAtOnce);
  readonly #removals = new Semaphore(removalsAtOnce);
  /** Current operation by path on disk: one at a time for each path. */
  readonly #busy = new Map<string, Promise<unknown>>();
  readonly #removing = new Set<Promise<void>>();
  #closing = false;

  constructor(parts: CachedBucketParts) {
    this.#parts = parts;
  }

  /** Registers a path that the cache held at start. */
  registerCached(path: string, bytes: number, usedAt: number): void {
    const entry = this.#index.of(path);
    this.#index.resize(entry, bytes);
    entry.usedAt = usedAt;
  }

  async put(path: string): Promise<void> {
    const { folder, bucket, manifests } = this.#parts;
    const names = await this.#namesAt(path);
    using _ = this.#index.pin(this.#index.of(path));
    await manifests.announce(path);
    const files: ManifestFile[] = [];
    const marks = new Map<string, string>();
    for (const name of names) {
      const [key, file] = [keyOf(path, name), join(absolutePath(folder, path), name)];
      const began = performance.now();
      const put = await this.#uploads.run(() => uploadFile(bucket, key, file)).catch(rethrow('an upload'));
      count(this.transferred.put, put.bytes, began);
      files.push({ name, ...put });
      marks.set(name, markOf(await lstat(file)));
    }
    await manifests.add({ path, files });
    const entry = this.#index.of(path);
    entry.manifest = { path, files };
    for (const [name, mark] of marks) entry.checked.set(name, mark);
    this.#index.resize(entry, sumOf(files));
    void this.#evict();
  }

  async fetch(path: string, names?: readonly string[]): Promise<Pin> {
    const { entry, file } = await this.#entryOf(path);
    const pin = this.#index.pin(entry);
    try {
      const wanted = file === null ? names : [file];
      if (!(await this.#isChecked(entry, wanted))) {
        await this.#exclusively(entry.path, () => this.#fetchFiles(entry, wanted));
        void this.#evict();
      }
      return pin;
    } catch (error) {
      pin[Symbol.dispose]();
      throw error;
    }
  }

  async bytes(path: string): Promise<number> {
    const { entry, file } = await this.#entryOf(path);
    return sumOf(await this.#filesOf(entry, file === null ? undefined : [file]));
  }

  async address(path: string, seconds: number): Promise<string> {
    const { entry, file } = await this.#entryOf(path);
    return this.#parts.bucket.signedAddress(keyOf(entry.path, file ?? ''), seconds);
  }

  pin(path: string): Pin {
    return this.#index.pin(this.#index.of(path));
  }

  async dropCopy(path: string): Promise<void> {
    const entry = this.#index.get(path);
    if (entry !== undefined) await this.#drop(entry);
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const entry = this.#index.get(path);
      if (entry !== undefined) this.#index.delete(entry);
      this.#later({ path }, () => removeObjects(this.#parts, path, entry?.manifest ?? null));
    }
  }

  async removeFile(paths: readonly string[], name: string): Promise<void> {
    const { bucket, manifests } = this.#parts;
    this.#later({ paths: paths.length, name }, async () => {
      for (const path of await manifests.withFile(paths, name)) {
        // In this order, a file that a crash leaves behind is still in the manifest, and is removed the next time.
        await bucket.delete(keyOf(path, name));
        await manifests.dropFile(path, name);
        const entry = this.#index.get(path);
        if (entry !== undefined) entry.manifest = null;
      }
    });
  }

  /** Closes the bucket. Skips removals that have not begun: the sweep does them. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#removing);
    this.#parts.bucket.close();
  }

  /** Returns the entry of a path, or of the folder that contains it; `file` is its name there. Throws `not_found`. */
  async #entryOf(path: string): Promise<{ entry: CacheEntry; file: string | null }> {
    const parent = dirname(path);
    for (const [at, file] of [
      [path, null],
      [parent, basename(path)],
    ] as const) {
      const known = this.#index.get(at);
      const manifest = known?.manifest ?? (await this.#parts.manifests.find(at));
      if (manifest === null || (file !== null && !manifest.files.some(({ name }) => name === file))) continue;
      const entry = this.#index.of(at);
      entry.manifest ??= manifest;
      return { entry, file };
    }
    throw notFound('file', path);
  }

  async #filesOf(entry: CacheEntry, names?: readonly string[]): Promise<readonly ManifestFile[]> {
    entry.manifest ??= await this.#parts.manifests.find(entry.path);
    if (entry.manifest === null) throw notFound('file', entry.path);
    return names === undefined ? entry.manifest.files : entry.manifest.files.filter(({ name }) => names.includes(name));
  }

  /** Returns whether all wanted files are on disk, unchanged since their bytes were checked. */
  async #isChecked(entry: CacheEntry, names?: readonly string[]): Promise<boolean> {
    for (const { name } of await this.#filesOf(entry, names)) {
      const mark = entry.checked.get(name);
      if (mark === undefined) return false;
      const found = await lstat(join(absolutePath(this.#parts.folder, entry.path), name)).catch(() => null);
      if (found === null || markOf(found) !== mark) return false;
    }
    return true;
  }

  async #fetchFiles(entry: CacheEntry, names?: readonly string[]): Promise<void> {
    for (const file of await this.#filesOf(entry, names)) {
      if (await this.#isChecked(entry, [file.name])) continue;
      const path = join(absolutePath(this.#parts.folder, entry.path), file.name);
      if (!(await isWhole(path, file)) && !(await this.#download(entry, file, path))) continue;
      entry.checked.set(file.name, markOf(await lstat(path)));
    }
    this.#index.resize(entry, await this.#bytesOnDisk(entry));
  }

  /** Downloads a file. Returns false if it was removed from its folder meanwhile. */
  async #download(entry: CacheEntry, file: ManifestFile, path: string): Promise<boolean> {
    const { bucket, manifests, folder, log } = this.#parts;
    await makeFolder(dirname(path));
    const temporary = temporarySibling(path);
    try {
      await folder.reserve?.check(file.bytes);
      const began = performance.now();
      await fetchObject(bucket, keyOf(entry.path, file.name), file, temporary, log);
      count(this.transferred.fetched, file.bytes, began);
      await rename(temporary, path);
      return true;
    } catch (error) {
      await rm(temporary, { force: true });
      if (!(error instanceof StorageError && error.code === 'damaged')) throw rethrown(error, 'a download');
      entry.manifest = await manifests.find(entry.path);
      if ((await this.#filesOf(entry)).some(({ name }) => name === file.name)) throw error;
      return false;
    }
  }

  async #bytesOnDisk(entry: CacheEntry): Promise<number> {
    const path = absolutePath(this.#parts.folder, entry.path);
    const sizes = (entry.manifest?.files ?? []).map(({ name }) =>
      lstat(join(path, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** Removes the least recently used entries while the cache is too large. Never rejects. */
  async #evict(): Promise<void> {
    const { cacheBytes, graceMs = defaultGraceMs } = this.#parts;
    for (const entry of this.#index.victims(cacheBytes, graceMs)) await this.#drop(entry);
  }

  /** Removes an entry from the cache, unless it is pinned. Never rejects. */
  async #drop(entry: CacheEntry): Promise<void> {
    const { folder, log } = this.#parts;
    await this.#exclusively(entry.path, async () => {
      // Fetched meanwhile.
      if (entry.pins > 0) return;
      this.#index.delete(entry);
      const path = absolutePath(folder, entry.path);
      const doomed = temporarySibling(path);
      await rename(path, doomed);
      await rm(doomed, { recursive: true, force: true });
    }).catch((error) => log.warn({ err: error, path: entry.path }, 'a cached file could not be removed'));
  }

  /** Returns the names of the files at a stored path; a path that is itself a file has the empty name. */
  async #namesAt(path: string): Promise<string[]> {
    const absolute = absolutePath(this.#parts.folder, path);
    if (!(await lstat(absolute)).isDirectory()) return [''];
    const entries = await readdir(absolute, { withFileTypes: true });
    const other = entries.find((entry) => !entry.isFile());
    if (other !== undefined) throw new Error(`${path}/${other.name} is not a regular file`);
    return entries.map(({ name }) => name).sort();
  }

  async #exclusively<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(path) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#busy.set(path, mine);
    try {
      return await mine;
    } finally {
      if (this.#busy.get(path) === mine) this.#busy.delete(path);
    }
  }

  #later(facts: object, work: () => Promise<void>): void {
    const done = this.#removals
      .run(async () => {
        if (!this.#closing) await work();
      })
      .catch((error) =>
        this.#parts.log.warn(
          { err: error, ...facts },
          'objects could not be deleted and stay in the bucket until the next sweep',
        ),
      );
    this.#removing.add(done);
    void done.finally(() => this.#removing.delete(done));
  }
}

function nothing(): Transferred {
  return { objects: 0, bytes: 0, seconds: 0 };
}

function count(transferred: Transferred, bytes: number, began: number): void {
  transferred.objects += 1;
  transferred.bytes += bytes;
  transferred.seconds += (performance.now() - began) / 1000;
}

/** Removes the objects of a path that no row points at, its manifest first. Throws `unavailable`. */
export async function removeObjects(
  { bucket, manifests }: Pick<CachedBucketParts, 'bucket' | 'manifests'>,
  path: string,
  known: BucketManifest | null,
): Promise<void> {
  try {
    const manifest = known ?? (await manifests.find(path));
    await manifests.release(path);
    const keys = manifest?.files.map(({ name }) => keyOf(path, name)) ?? (await objectsAt(bucket, path));
    for (const key of keys) await bucket.delete(key);
    await manifests.forget(path);
  } catch (error) {
    throw rethrown(error, 'a removal');
  }
}

async function isWhole(path: string, { bytes, sha256 }: ManifestFile): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.size !== bytes) return false;
  return (await sizeAndDigest(path)).sha256 === sha256;
}

function sumOf(files: readonly ManifestFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function rethrown(error: unknown, doing: string): unknown {
  return fromBucketError(error, doing);
}

function rethrow(doing: string): (error: unknown) => never {
  return (error) => {
    throw fromBucketError(error, doing);
  };
}
