import { REFERENCED_FOLDERS } from '../data-folder.ts';
import { type CachedBucketParts, removeObjects } from './cached-bucket.ts';

/** Upper bound of the time from the first object of a path to its row. */
export const SWEEP_AGE_MS = 24 * 3_600_000;

/** Result of a sweep. */
export interface SweepReport {
  /** Paths whose objects were removed. */
  removed: string[];
  /** Number of multipart uploads that were aborted. */
  aborted: number;
}

/**
 * Removes from the bucket what crashes left behind and what could not be removed earlier: objects that were announced
 * or released at least `ageMs` ago, and that no row points at. Also aborts multipart uploads that began as long ago.
 * Only one server may run it at a time. Throws `unavailable`.
 */
export async function sweepBucket(
  parts: Pick<CachedBucketParts, 'bucket' | 'manifests'>,
  ageMs: number = SWEEP_AGE_MS,
  signal?: AbortSignal,
): Promise<SweepReport> {
  const { bucket, manifests } = parts;
  const report: SweepReport = { removed: [], aborted: 0 };
  for (const { path, referenced } of await manifests.notes(ageMs)) {
    signal?.throwIfAborted();
    if (referenced) {
      await manifests.forget(path);
    } else {
      await removeObjects(parts, path, null);
      report.removed.push(path);
    }
  }
  const before = await manifests.ago(ageMs);
  for (const folder of REFERENCED_FOLDERS) {
    for await (const { key, upload } of bucket.openParts(`${folder}/`, before)) {
      signal?.throwIfAborted();
      await bucket.abortParts(key, upload);
      report.aborted++;
    }
  }
  return report;
}
