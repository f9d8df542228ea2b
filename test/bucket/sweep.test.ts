import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { sweepEveryHour } from '../../src/app/bucket-sweeper.ts';
import { sweepBucket } from '../../src/artifacts/bucket/sweep.ts';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { removePaths } from '../../src/artifacts/removal.ts';
import { closeCaches, dropCached, openCache, pointAt, readStored, type TestCache, writeStored } from './cache.ts';
import { BUCKET, describeS3, objectsOf } from './s3.ts';

const HOUR = 3_600_000;

const sweep = ({ bucket, store }: TestCache, ageMs: number) =>
  sweepBucket({ bucket, manifests: store.manifests }, ageMs);

async function put(own: TestCache, path: string): Promise<void> {
  await writeStored(own, path, path);
  await own.cache.put(path);
}

await describeS3('the sweep of a bucket', (s3) => {
  afterEach(async () => {
    await closeCaches();
    await rm(s3().bucketFolder(BUCKET), { recursive: true });
    s3().makeBucket(BUCKET);
  });

  test('removes objects that no row references and that are old enough, and no others', async () => {
    const own = await openCache(s3().endpoint);
    for (const path of ['jobs/kept.json', 'jobs/left.json', 'jobs/left']) await put(own, path);
    await pointAt(own, 'jobs/kept.json');
    // An object unknown to this database may belong to a newer copy of it.
    await writeFile(join(s3().bucketFolder(BUCKET), 'jobs/unknown.json'), 'x');
    const upload = await own.bucket.beginParts('artifacts/a/long');
    await own.bucket.putPart('artifacts/a/long', upload, 1, Buffer.alloc(5 * 2 ** 20));
    expect(await sweep(own, HOUR)).toEqual({ removed: [], aborted: 0 });
    expect(await objectsOf(s3())).toEqual(['jobs/kept.json', 'jobs/left', 'jobs/left.json', 'jobs/unknown.json']);
    // The S3 server's times have a resolution of one second.
    await sleep(1_100);
    const { removed, aborted } = await sweep(own, 0);
    expect([removed.sort(), aborted]).toEqual([['jobs/left', 'jobs/left.json'], 1]);
    expect(await objectsOf(s3())).toEqual(['jobs/kept.json', 'jobs/unknown.json']);
    expect(await sweep(own, 0)).toEqual({ removed: [], aborted: 0 });
    await dropCached(own, 'jobs/kept.json');
    expect((await readStored(own, 'jobs/kept.json')).toString()).toBe('jobs/kept.json');
    expect(await own.store.notedRemovals()).toEqual(new Set());
  });

  test('removes an object whose deletion failed while S3 was down', async () => {
    const own = await openCache(s3().endpoint);
    await put(own, 'jobs/doomed.json');
    await pointAt(own, 'jobs/doomed.json');
    const { data } = await own.store.artifacts.list();
    await s3().kill();
    await removePaths(own.folder, await own.store.artifacts.delete(data[0].id));
    await expect.poll(() => own.told.length).toBe(1);
    await s3().start();
    expect(await objectsOf(s3())).toEqual(['jobs/doomed.json']);
    await sleep(5);
    expect((await sweep(own, 0)).removed).toEqual(['jobs/doomed.json']);
    expect(await objectsOf(s3())).toEqual([]);
  });

  test('runs on only one of five servers', async () => {
    const own = await openCache(s3().endpoint);
    const told: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void told.push(line) });
    const parts = { bucket: own.bucket, store: own.store, log };
    const ends = Array.from({ length: 5 }, (_, number) => sweepEveryHour({ ...parts, holder: `server ${number}` }));
    await expect.poll(() => told.join()).toContain('swept the bucket');
    await Promise.all(ends.map((end) => end()));
    expect(told).toHaveLength(1);
  });

  test.each([
    ['note', false, false],
    ['objects', true, false],
    ['manifest', true, false],
    ['row', true, true],
  ])(
    'a server killed after the %s leaves referenced files whole, and the sweep removes the rest',
    async (step, object, row) => {
      const home = await mkdtemp(join(tmpdir(), 'daybreak-crash-'));
      const script = fileURLToPath(new URL('crash.ts', import.meta.url));
      const { signal, stderr } = spawnSync(process.execPath, [script, home, s3().endpoint, step], { encoding: 'utf8' });
      expect(signal, stderr).toBe('SIGKILL');
      const own = await openCache(s3().endpoint, { folder: await openDataFolder(home) });
      const path = 'artifacts/crash/file';
      await dropCached(own, path);
      expect(await objectsOf(s3())).toEqual(object ? [path] : []);
      expect((await own.store.referencedPaths()).has(path)).toBe(row);
      if (row) expect((await readStored(own, path)).toString()).toBe('whole');
      expect((await sweep(own, HOUR)).removed).toEqual([]);
      expect(await objectsOf(s3())).toEqual(object ? [path] : []);
      await sleep(5);
      expect((await sweep(own, 0)).removed).toEqual(row ? [] : [path]);
      expect(await objectsOf(s3())).toEqual(row ? [path] : []);
      if (row) expect((await readStored(own, path)).toString()).toBe('whole');
      else await expect(readStored(own, path)).rejects.toMatchObject({ code: 'not_found' });
      await rm(home, { recursive: true });
    },
  );
});
