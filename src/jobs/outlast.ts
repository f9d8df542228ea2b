import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../artifacts/storage-error.ts';

export interface OutageTimes {
  /** Pause between two tries. */
  retryMs: number;
  /** How long the database may be away before a job fails for it. */
  patienceMs: number;
}

export const outageTimes: OutageTimes = { retryMs: 5_000, patienceMs: 10 * 60_000 };

/**
 * Repeats what the database could not do because it was away: a restart of it is no fault of the job. The work must be
 * such that a second time does no harm, as its first answer may have been lost. An aborted `signal` ends the waiting.
 */
export async function outlast<T>(work: () => Promise<T>, times: OutageTimes, signal: AbortSignal): Promise<T> {
  for (const began = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const away = error instanceof StorageError && error.code === 'unavailable';
      if (!away || performance.now() - began + times.retryMs > times.patienceMs) throw error;
    }
    await sleep(times.retryMs, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}
