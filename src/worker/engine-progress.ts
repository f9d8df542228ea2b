import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelStats } from './messages.ts';
import type { WatchdogTimes } from './watchdog.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Whether the engines of one compute process get on, by what they report. */
export class EngineProgress {
  readonly #stalledMs: number;
  #steps = -1;
  #since = performance.now();

  constructor({ stalledMs }: Pick<WatchdogTimes, 'stalledMs'>) {
    this.#stalledMs = stalledMs;
  }

  /** Takes a report. Idle engines get on; busy ones do when a step has been made since the last report. */
  observe(models: readonly ModelStats[]): void {
    const sum = (read: (stats: ModelStats['stats']) => number) => {
      return models.reduce((total, { stats }) => total + read(stats), 0);
    };
    const steps = sum((stats) => stats.steps);
    const open = sum(({ running, waiting }) => running + waiting);
    if (open === 0 || steps !== this.#steps) this.#since = performance.now();
    this.#steps = steps;
  }

  /** Seconds without a sign of progress once these are too many, else null. A process that does not report makes none. */
  get stalledSeconds(): number | null {
    const ms = performance.now() - this.#since;
    return ms < this.#stalledMs ? null : Math.floor(ms / 1000);
  }
}

/** Asks a process for its figures until it ends. Never rejects. */
export async function watchProgress(
  worker: WorkerProcess,
  progress: EngineProgress,
  { reportMs }: Pick<WatchdogTimes, 'reportMs'>,
): Promise<void> {
  const ended = new AbortController();
  void worker.exited.then(() => ended.abort());
  while (!ended.signal.aborted) {
    try {
      progress.observe(await worker.call('stats', null).answer);
    } catch {
      // A process that has died says so elsewhere.
    }
    await sleep(reportMs, undefined, { signal: ended.signal, ref: false }).catch(() => {});
  }
}
