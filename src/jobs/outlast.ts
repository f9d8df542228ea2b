import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../artifacts/storage-error.ts';
import { WorkerError } from '../worker/client/worker-error.ts';

export interface OutageTimes {
  /** Pause between two tries. */
  retryMs: number;
  /** How long the database may be away before a job fails for it. */
  patienceMs: number;
  /** Is told when work begins to wait for space on the disk, and when it goes on. */
  note?(text: string): void;
}

export const outageTimes: OutageTimes = { retryMs: 5_000, patienceMs: 10 * 60_000 };

/** Whether what failed can be done once there is space on the disk; nothing of it was kept. */
export function isDiskFull(error: unknown): boolean {
  return (error instanceof StorageError || error instanceof WorkerError) && error.code === 'disk_full';
}

/**
 * Repeats what could not be done because the database was away, or the disk full: neither is a fault of the job. A full
 * disk is waited for as long as it takes. The work must be such that a second time does no harm, as its first answer
 * may have been lost. An aborted `signal` ends the waiting.
 */
export async function outlast<T>(work: () => Promise<T>, times: OutageTimes, signal: AbortSignal): Promise<T> {
  let full = false;
  for (let began = performance.now(); ; ) {
    try {
      const done = await work();
      if (full) times.note?.('There is space on the disk again; the job goes on.');
      return done;
    } catch (error) {
      const away = error instanceof StorageError && error.code === 'unavailable';
      if (isDiskFull(error)) {
        if (!full) times.note?.('The disk is full; the job waits for space.');
        full = true;
        began = performance.now();
      } else if (!away || performance.now() - began + times.retryMs > times.patienceMs) throw error;
    }
    await sleep(times.retryMs, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}
