import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerProcess } from './worker-process.ts';

export interface WatchdogTimes {
  /** Pause between an answer and the next ping. */
  everyMs: number;
  /** Time after which a process with an unanswered ping is killed. Compiling a pipeline keeps it busy for seconds. */
  timeoutMs: number;
  /** Pause between reports of the engines' statistics. */
  reportMs: number;
  /** Time after which an engine with work but without a step is reported as hanging. */
  stalledMs: number;
}

export const watchdogTimes: WatchdogTimes = {
  everyMs: 30_000,
  timeoutMs: 180_000,
  reportMs: 1_000,
  stalledMs: 180_000,
};

/** Pings the process until it ends, and kills it if it hangs. Never rejects. */
export async function watchProcess(worker: WorkerProcess, times: WatchdogTimes, onHang: () => void): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  void worker.exited.then(() => ended.abort());
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  for (;;) {
    await pause(times.everyMs);
    if (signal.aborted) return;
    // A failed ping is an answer too: a process that has lost its device reports it and exits.
    const answered = worker.call('ping', null).answer.then(
      () => true,
      () => true,
    );
    const late = new AbortController();
    const hangs = sleep(times.timeoutMs, false, { signal: late.signal, ref: false }).catch(() => true);
    const alive = await Promise.race([answered, hangs]);
    late.abort();
    if (alive) continue;
    onHang();
    await worker.stop(0);
    return;
  }
}
