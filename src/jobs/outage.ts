import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../artifacts/storage-error.ts';
import { WorkerError } from '../worker/client/worker-error.ts';

export interface OutageTimes {
  /** Pause between two tries. */
  retryMs: number;
  /** How long the database may be unreachable before a job fails. */
  timeoutMs: number;
  /** Called when work begins to wait for disk space, and when it continues. */
  note?(text: string): void;
}

export const outageTimes: OutageTimes = { retryMs: 5_000, timeoutMs: 10 * 60_000 };

/** Returns whether the error is a full disk: the work can be repeated once there is space, and nothing was written. */
export function isDiskFull(error: unknown): boolean {
  return (error instanceof StorageError || error instanceof WorkerError) && error.code === 'disk_full';
}

/**
 * Retries work that failed because the database was unreachable or the disk full, neither of which is the job's fault.
 * Waits for disk space without limit. The work must be idempotent, since its first answer may have been lost. Aborting
 * `signal` ends the wait.
 */
export async function retryThroughOutage<T>(
  work: () => Promise<T>,
  times: OutageTimes,
  signal: AbortSignal,
): Promise<T> {
  let full = false;
  for (let began = performance.now(); ; ) {
    try {
      const done = await work();
      if (full) times.note?.('The disk has space again; the job continues.');
      return done;
    } catch (error) {
      const away = error instanceof StorageError && error.code === 'unavailable';
      if (isDiskFull(error)) {
        if (!full) times.note?.('The disk is full; the job waits for space.');
        full = true;
        began = performance.now();
      } else if (!away || performance.now() - began + times.retryMs > times.timeoutMs) throw error;
    }
    await sleep(times.retryMs, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}
