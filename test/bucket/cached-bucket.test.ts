import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { Bucket } from '../../src/artifacts/bucket/bucket.ts';
import { BucketError, fromBucketError } from '../../src/artifacts/bucket/bucket-error.ts';
import { UPLOAD_PART_BYTES } from '../../src/artifacts/bucket/transfer.ts';
import { absolutePath } from '../../src/artifacts/data-folder.ts';
import { publishStored } from '../../src/artifacts/publish.ts';
import { removeFileOf, removePaths } from '../../src/artifacts/removal.ts';
import { openStoredFile, storedBytes } from '../../src/artifacts/stored-file.ts';
import {
  closeCaches,
  dropCached,
  openCache,
  pointAt,
  putFolder,
  readStored,
  type TestCache,
  writeStored,
} from './cache.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { BUCKET, describeS3, objectsOf } from './s3.ts';

/** Records the downloads of a bucket; `alter` may change their bytes. */
function watchDownloads(bucket: Bucket, alter?: (download: number, bytes: Buffer) => Buffer) {
  const seen: string[] = [];
  const get = bucket.get.bind(bucket);
  bucket.get = async (key) => {
    const stream = await get(key);
    const download = seen.push(key);
    return alter === undefined ? stream : stream.map((chunk: Buffer) => alter(download, Buffer.from(chunk)));
  };
  return seen;
}

async function openParts(bucket: Bucket): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of bucket.openParts('', new Date(Date.now() + 1e9))) found.push(key);
  return found;
}

const anyFile = () => randomBytes(50_000);

await describeS3('a data folder that is the cache of a bucket', (s3) => {
  afterEach(closeCaches);

  async function stored(test: TestCache, path = `logs/m/${randomBytes(8).toString('hex')}.jsonl`) {
    const bytes = anyFile();
    await writeStored(test, path, bytes);
    await test.cache.put(path);
    return { path, bytes };
  }

  test('stores files under their paths as keys, and downloads them when they left the disk', async () => {
    const own = await openCache(s3().endpoint);
    const { path, bytes } = await stored(own);
    expect(await readFile(join(s3().bucketFolder(BUCKET), path))).toEqual(bytes);
    const downloads = watchDownloads(own.bucket);
    expect(await readStored(own, path)).toEqual(bytes);
    expect(downloads).toEqual([]);
    await dropCached(own, path);
    expect(await storedBytes(own.folder, path)).toBe(bytes.length);
    expect(downloads).toEqual([]);
    const { handle, bytes: length } = await openStoredFile(own.folder, path);
    expect([await handle.readFile(), length]).toEqual([bytes, bytes.length]);
    await handle.close();
    expect(downloads).toEqual([path]);
    await expect(openStoredFile(own.folder, 'logs/m/unknown.jsonl')).rejects.toMatchObject({ code: 'not_found' });
    await writeStored(own, 'logs/m/empty.jsonl', '');
    await own.cache.put('logs/m/empty.jsonl');
    await dropCached(own, 'logs/m/empty.jsonl');
    expect((await readStored(own, 'logs/m/empty.jsonl')).length).toBe(0);
  });

  test('fetches only the requested files of a folder, and one file by its own path', async () => {
    const own = await openCache(s3().endpoint);
    const files = await putFolder(own, 'checkpoints/m/1-a', ['config', 'moments', 'weights']);
    await dropCached(own, 'checkpoints/m/1-a');
    const there = (name: string) => existsSync(join(own.folder.root, 'checkpoints/m/1-a', name));
    using _ = await own.cache.fetch('checkpoints/m/1-a', ['config', 'weights']);
    expect(['config', 'moments', 'weights'].map(there)).toEqual([true, false, true]);
    const { handle } = await openStoredFile(own.folder, 'checkpoints/m/1-a/moments');
    expect(await handle.readFile()).toEqual(files.get('moments'));
    await handle.close();
    const missing = openStoredFile(own.folder, 'checkpoints/m/1-a/other');
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  });

  test('downloads an object once for 20 concurrent readers', async () => {
    const own = await openCache(s3().endpoint);
    const { path, bytes } = await stored(own);
    await dropCached(own, path);
    const downloads = watchDownloads(own.bucket);
    const reads = await Promise.all(Array.from({ length: 20 }, () => readStored(own, path)));
    for (const read of reads) expect(read).toEqual(bytes);
    expect(downloads).toEqual([path]);
  });

  test('never returns an altered object: downloads it twice, then fails as damaged with its path', async () => {
    const own = await openCache(s3().endpoint);
    const { path, bytes } = await stored(own);
    await dropCached(own, path);
    const object = join(s3().bucketFolder(BUCKET), path);
    const altered = Buffer.from(bytes);
    altered[100] ^= 1;
    await writeFile(object, altered);
    const downloads = watchDownloads(own.bucket);
    await expect(readStored(own, path)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(path),
    });
    expect(downloads).toEqual([path, path]);
    expect(existsSync(absolutePath(own.folder, path))).toBe(false);
    expect(own.told.filter(({ text }) => text === 'an object is damaged')).toHaveLength(2);
    for (const wrong of [bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
      await writeFile(object, wrong);
      await expect(readStored(own, path)).rejects.toMatchObject({ code: 'damaged' });
    }
    await rm(object);
    await expect(readStored(own, path)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('is missing'),
    });
    await writeFile(object, bytes);
    expect(await readStored(own, path)).toEqual(bytes);
  });

  test('repeats a download that was altered in transit', async () => {
    const own = await openCache(s3().endpoint);
    const { path, bytes } = await stored(own);
    await dropCached(own, path);
    const downloads = watchDownloads(own.bucket, (download, chunk) => {
      if (download === 1) chunk[0] ^= 1;
      return chunk;
    });
    expect(await readStored(own, path)).toEqual(bytes);
    expect(downloads).toHaveLength(2);
  });

  test('repeats an interrupted download, and fails as unavailable if the second is interrupted too', async () => {
    const own = await openCache(s3().endpoint);
    const { path, bytes } = await stored(own);
    await dropCached(own, path);
    let cuts = 1;
    const downloads = watchDownloads(own.bucket, (_, chunk) => {
      if (cuts-- > 0) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      return chunk;
    });
    expect(await readStored(own, path)).toEqual(bytes);
    expect(downloads).toHaveLength(2);
    await dropCached(own, path);
    cuts = 2;
    await expect(readStored(own, path)).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(absolutePath(own.folder, path))).toBe(false);
  });

  test('downloads a cached file again if it was changed, also after a restart', async () => {
    const own = await openCache(s3().endpoint);
    const [first, second] = [await stored(own), await stored(own)];
    const spoil = (path: string) => writeFile(absolutePath(own.folder, path), anyFile());
    const downloads = watchDownloads(own.bucket);
    await spoil(first.path);
    expect(await readStored(own, first.path)).toEqual(first.bytes);
    expect(downloads).toEqual([first.path]);
    await spoil(second.path);
    const later = await openCache(s3().endpoint, { store: own.store, folder: own.folder });
    const again = watchDownloads(later.bucket);
    expect(await readStored(later, second.path)).toEqual(second.bytes);
    expect(await readStored(later, first.path)).toEqual(first.bytes);
    expect(again).toEqual([second.path]);
  });

  test('reports a refusal without the key and signature that the S3 server repeats', () => {
    const repeated = { AWSAccessKeyId: 'the-key', StringToSign: 'the-key', SignatureProvided: 'signed' };
    const error = Object.assign(new Error('refused'), { name: 'SignatureDoesNotMatch', ...repeated });
    const told = fromBucketError(BucketError.of(error), 'an upload');
    expect(told).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('the secret key does not match'),
    });
    expect(inspect(told, { depth: 9, showHidden: true })).not.toMatch(/the-key|signed/);
  });

  test('evicts the least recently used files, and no file in use', async () => {
    const own = await openCache(s3().endpoint, { cacheBytes: 120_000 });
    const [first, second] = [await stored(own), await stored(own)];
    const there = (paths: { path: string }[]) => paths.map(({ path }) => existsSync(absolutePath(own.folder, path)));
    await readStored(own, first.path);
    const third = await stored(own);
    await expect.poll(() => there([first, second, third])).toEqual([true, false, true]);
    {
      using _ = await own.cache.fetch(first.path);
      using __ = own.cache.pin(third.path);
      const { handle } = await openStoredFile(own.folder, second.path);
      const fourth = await stored(own);
      await expect.poll(() => there([first, second, third, fourth])).toEqual([true, false, true, true]);
      expect(await handle.readFile()).toEqual(second.bytes);
      await handle.close();
    }
    expect(await readStored(own, second.path)).toEqual(second.bytes);
  });

  test('evicts no file within the grace period after its last use', async () => {
    const own = await openCache(s3().endpoint, { cacheBytes: 60_000, graceMs: 60_000 });
    const all = [await stored(own), await stored(own), await stored(own)];
    await readStored(own, all[0].path);
    for (const { path } of all) expect(existsSync(absolutePath(own.folder, path))).toBe(true);
  });

  test('dropCopy removes one cached file unless it is in use; the next read downloads it', async () => {
    const own = await openCache(s3().endpoint);
    const { path, bytes } = await stored(own);
    const file = absolutePath(own.folder, path);
    const hold = own.cache.pin(path);
    await own.cache.dropCopy(path);
    expect(existsSync(file)).toBe(true);
    hold[Symbol.dispose]();
    await own.cache.dropCopy(path);
    expect(existsSync(file)).toBe(false);
    await own.cache.dropCopy('logs/m/another.jsonl');
    expect(await readStored(own, path)).toEqual(bytes);
    const { put, fetched } = own.cache.transferred;
    expect([put.objects, fetched.objects, fetched.bytes]).toEqual([1, 1, bytes.length]);
    expect(fetched.seconds).toBeGreaterThan(0);
  });

  test.each([
    ['daybreak', 'eu-west-1', 'https://daybreak.s3.eu-west-1.amazonaws.com/logs/a%20b?'],
    ['day.break', 'cn-north-1', 'https://s3.cn-north-1.amazonaws.com.cn/day.break/logs/a%20b?'],
  ])('signs AWS URLs for the bucket %s in %s', async (name, region, address) => {
    const bucket = await Bucket.open({ endpoint: null, bucket: name, region });
    const signed = await bucket.signedAddress('logs/a b', 900);
    expect(signed.slice(0, address.length)).toBe(address);
    expect(new URL(signed).searchParams.get('X-Amz-Expires')).toBe('900');
    bucket.close();
  });

  test('reads files that another server uploaded, and not_found for files that it removed', async () => {
    const own = await openCache(s3().endpoint);
    const other = await openCache(s3().endpoint, { store: own.store });
    const { path, bytes } = await stored(own);
    expect(await readStored(other, path)).toEqual(bytes);
    const unread = await stored(own);
    await removePaths(own.folder, [unread.path]);
    await expect.poll(() => objectsOf(s3())).not.toContain(unread.path);
    await expect(readStored(other, unread.path)).rejects.toMatchObject({ code: 'not_found' });
    await expect.poll(() => own.store.notedRemovals()).not.toContain(unread.path);
  });

  test('removes one file of a folder from the bucket, and the rest can still be fetched', async () => {
    const own = await openCache(s3().endpoint);
    const other = await openCache(s3().endpoint, { store: own.store });
    await putFolder(own, 'checkpoints/m/2-b', ['moments', 'weights']);
    using _ = await other.cache.fetch('checkpoints/m/2-b', ['weights']);
    await removeFileOf(own.folder, ['checkpoints/m/2-b', 'checkpoints/m/unknown'], 'moments');
    await expect.poll(() => objectsOf(s3())).not.toContain('checkpoints/m/2-b/moments');
    await expect.poll(() => own.store.manifests.withFile(['checkpoints/m/2-b'], 'moments')).toEqual([]);
    for (const each of [own, other]) {
      using _ = await each.cache.fetch('checkpoints/m/2-b');
      expect(existsSync(join(each.folder.root, 'checkpoints/m/2-b/weights'))).toBe(true);
    }
  });

  test('uploads a long file in parts of PART_BYTES, and downloads it', async () => {
    const own = await openCache(s3().endpoint);
    const part = randomBytes(2 ** 20);
    const bytes = Buffer.concat(Array.from({ length: 50 }, (_, i) => Buffer.concat([Buffer.of(i), part])));
    expect(bytes.length).toBeGreaterThan(3 * UPLOAD_PART_BYTES);
    await writeStored(own, 'artifacts/a/long', bytes);
    const sizes: number[] = [];
    const putPart = own.bucket.putPart.bind(own.bucket);
    own.bucket.putPart = (key, upload, place, body) => {
      sizes.push(body.length);
      return putPart(key, upload, place, body);
    };
    await own.cache.put('artifacts/a/long');
    expect(sizes).toEqual([
      UPLOAD_PART_BYTES,
      UPLOAD_PART_BYTES,
      UPLOAD_PART_BYTES,
      bytes.length - 3 * UPLOAD_PART_BYTES,
    ]);
    await dropCached(own, 'artifacts/a/long');
    expect((await readStored(own, 'artifacts/a/long')).equals(bytes)).toBe(true);
    expect(await openParts(own.bucket)).toEqual([]);
  });

  test.each([2 ** 20, 3 * UPLOAD_PART_BYTES])(
    'an interrupted upload of %d bytes leaves no object, and the next try succeeds',
    async (length) => {
      const proxy = await startCuttingProxy(s3().endpoint);
      const own = await openCache(proxy.endpoint);
      const path = `artifacts/cut/${length}`;
      const bytes = randomBytes(length);
      await writeStored(own, path, bytes);
      proxy.cutAfter = Math.min(length, UPLOAD_PART_BYTES) / 2;
      await expect(own.cache.put(path)).rejects.toMatchObject({ code: 'unavailable' });
      expect(proxy.cuts).toBeGreaterThan(0);
      proxy.cutAfter = null;
      expect(await objectsOf(s3())).not.toContain(path);
      await expect(own.bucket.get(path)).rejects.toMatchObject({ name: 'NoSuchKey' });
      expect(await openParts(own.bucket)).toEqual([]);
      await expect(readStored(own, path)).rejects.toMatchObject({ code: 'not_found' });
      await own.cache.put(path);
      await dropCached(own, path);
      expect((await readStored(own, path)).equals(bytes)).toBe(true);
      await proxy.close();
    },
  );

  test('serves cached files while S3 is down, refuses others as unavailable, and recovers with S3', async () => {
    const own = await openCache(s3().endpoint);
    const [kept, gone, doomed] = [await stored(own), await stored(own), await stored(own)];
    await pointAt(own, doomed.path);
    await dropCached(own, gone.path);
    await s3().kill();
    expect(await readStored(own, kept.path)).toEqual(kept.bytes);
    await expect(readStored(own, gone.path)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The object store is currently unavailable'),
    });
    await writeStored(own, 'jobs/waiting.json', '{}');
    await expect(publishStored(own.folder, 'jobs/waiting.json')).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(absolutePath(own.folder, 'jobs/waiting.json'))).toBe(false);
    await removePaths(own.folder, [doomed.path]);
    await expect.poll(() => own.told.some(({ text }) => text.startsWith('objects could not be deleted'))).toBe(true);
    expect(await own.store.notedRemovals()).toContain(doomed.path);
    await s3().start();
    expect(await readStored(own, gone.path)).toEqual(gone.bytes);
    await writeStored(own, 'jobs/waiting.json', '{}');
    await own.cache.put('jobs/waiting.json');
  });
});
