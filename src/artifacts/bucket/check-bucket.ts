import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { REFERENCED_FOLDERS } from '../data-folder.ts';
import type { Bucket } from './bucket.ts';
import { BucketError, bucketProblem, isMissing } from './bucket-error.ts';

/** Object with the id of the database that the bucket belongs to, as in a file of the data folder. */
const OWNER_KEY = 'database-id';

/**
 * Puts, reads, lists and deletes a small object. Then claims the bucket for this database, if it is nobody's and the
 * database has no files in another bucket (`hasFiles`). Returns why the bucket cannot be used, in words for an
 * operator, or null if it can.
 */
export async function checkBucket(bucket: Bucket, storeId: string, hasFiles: boolean): Promise<string | null> {
  const probe = `.tmp-probe-${randomUUID()}`;
  try {
    await bucket.put(probe, Buffer.from(storeId));
    const found = await text(await bucket.get(probe));
    for await (const _ of bucket.keys(probe)) break;
    await bucket.delete(probe);
    if (found !== storeId) return 'it returned other bytes than were stored';
    return await claim(bucket, storeId, hasFiles);
  } catch (error) {
    if (error instanceof BucketError) return bucketProblem(error);
    throw error;
  }
}

async function claim(bucket: Bucket, storeId: string, hasFiles: boolean): Promise<string | null> {
  const owner = await bucket.get(OWNER_KEY).then(text, (error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (owner === storeId) return null;
  if (owner !== null) return `it contains the files of another database (${owner}, this one is ${storeId})`;
  if (hasFiles)
    return `it has no ${OWNER_KEY}, and the files of this database are in another bucket; set that bucket, or copy it`;
  for (const folder of REFERENCED_FOLDERS) {
    for await (const keys of bucket.keys(`${folder}/`)) {
      if (keys.length > 0) return `it contains ${keys[0]} but no ${OWNER_KEY} that names its owner`;
    }
  }
  await bucket.put(OWNER_KEY, Buffer.from(storeId));
  return null;
}
