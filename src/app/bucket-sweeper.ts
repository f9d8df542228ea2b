import type { Logger } from 'pino';
import type { Bucket } from '../artifacts/bucket/bucket.ts';
import { sweepBucket } from '../artifacts/bucket/sweep.ts';
import { electedEvery } from '../store/elected.ts';
import type { Store } from '../store/store.ts';

const SWEEP_EVERY_MS = 3_600_000;

interface SweeperParts {
  bucket: Bucket;
  store: Store;
  /** Name of this server, unique in the cluster. */
  holder: string;
  log: Logger;
}

/** Sweeps the bucket every hour, on one server at a time. Returns a function that stops it. */
export function sweepEveryHour({ bucket, store, holder, log }: SweeperParts): () => Promise<void> {
  const work = async (signal: AbortSignal): Promise<void> => {
    const { removed, aborted } = await sweepBucket({ bucket, manifests: store.manifests }, undefined, signal);
    log.info({ removed: removed.length, aborted }, 'swept the bucket');
  };
  return electedEvery({ leases: store.taskLeases, holder, log }, { name: 'sweep', everyMs: SWEEP_EVERY_MS, work });
}
