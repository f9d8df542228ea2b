/**
 * Uploads a stored path and creates its row, and kills itself after a step: the note, the objects, the manifest or
 * the row. Arguments: data folder, endpoint, step.
 */
import { Bucket } from '../../src/artifacts/bucket/bucket.ts';
import { CachedBucket } from '../../src/artifacts/bucket/cached-bucket.ts';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { openStore } from '../../src/store/store.ts';
import { pointAt, writeStored } from './cache.ts';
import { BUCKET } from './s3-names.ts';

const [, , home, endpoint, step] = process.argv;
const folder = await openDataFolder(home);
const store = await openStore({ sqliteFile: folder.databaseFile });
const bucket = await Bucket.open({ endpoint, bucket: BUCKET, region: 'us-east-1' });
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const put = bucket.put.bind(bucket);
bucket.put = async (key, body) => {
  if (step === 'note') die();
  await put(key, body);
};
const { manifests } = store;
const add = manifests.add.bind(manifests);
manifests.add = async (manifest) => {
  if (step === 'objects') die();
  await add(manifest);
};
const log = { info() {}, warn() {} };
const cache = new CachedBucket({ folder, bucket, manifests, cacheBytes: 2 ** 30, log });
const test = { folder, store, bucket, cache, told: [] };
await writeStored(test, 'artifacts/crash/file', 'whole');
await cache.put('artifacts/crash/file');
if (step === 'manifest') die();
await pointAt(test, 'artifacts/crash/file');
die();
