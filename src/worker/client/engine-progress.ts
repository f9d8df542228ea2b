import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelStats } from '../protocol.ts';
import type { WatchdogTimes } from './watchdog.ts';
import type { WorkerProcess } from './worker-process.ts';

interface ModelProgress {
  steps: number;
  /** When it last made progress or was idle, by `performance.now()`. */
  since: number;
}

/** Tracks whether the engines of one compute process make progress, from their reports. */
export class EngineProgress {
  readonly #stalledMs: number;
  readonly #models = new Map<string, ModelProgress>();
  #reported = performance.now();

  constructor({ stalledMs }: Pick<WatchdogTimes, 'stalledMs'>) {
    this.#stalledMs = stalledMs;
  }

  /** Records a report. An engine progresses if it is idle or has made a step since the last report. */
  observe(models: readonly ModelStats[]): void {
    this.#reported = performance.now();
    for (const { model, stats } of models) {
      const { steps, running, waiting } = stats;
      const getsOn = running + waiting === 0 || steps !== this.#models.get(model)?.steps;
      if (getsOn) this.#models.set(model, { steps, since: this.#reported });
    }
  }

  /** Seconds without progress once these are too many, else null. A process that sends no reports makes none. */
  get stalledSeconds(): number | null {
    const since = [...this.#models.values()].map((progress) => progress.since);
    const ms = performance.now() - Math.min(this.#reported, ...since);
    return ms < this.#stalledMs ? null : Math.floor(ms / 1000);
  }
}

/** Polls the statistics of a process until it ends. Never rejects. */
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
