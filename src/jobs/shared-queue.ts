import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import type { Claimer } from '../store/job-claim.ts';
import type { Store } from '../store/store.ts';
import type { DataFetches } from './data/data-fetches.ts';
import { periodically } from './periodic.ts';
import type { Sharing } from './sharing.ts';

interface SharedQueueParts {
  store: Store;
  folder: DataFolder;
  log: Logger;
  sharing: Sharing;
  fetches: DataFetches;
  claimer(): Claimer;
  /** Jobs that this server runs. */
  running(): number;
  /** Is told of jobs that were put back. */
  noteExpired(jobs: number): void;
  /** Call when there may be something to claim. */
  wake(): void;
}

/**
 * What one of several servers does about their queue every few seconds: it puts back the jobs of those that were silent
 * for too long, takes over their copying of data, and claims what others have queued.
 */
export class SharedQueue {
  readonly #parts: SharedQueueParts;
  #end: (() => Promise<void>) | null = null;
  /** Whether there was a job the last time, which this server left to others because it runs one. */
  #left = false;
  #mayClaimAnother = false;

  constructor(parts: SharedQueueParts) {
    this.#parts = parts;
  }

  start(): void {
    const noteFailure = (error: unknown) =>
      this.#parts.log.warn({ err: error }, 'the queue that is shared with other servers could not be looked at');
    this.#end = periodically(this.#parts.sharing.pollMs, () => this.#look(), noteFailure);
  }

  async close(): Promise<void> {
    await this.#end?.();
  }

  /**
   * Whether this server may claim now: it runs nothing, or what it would take has been left by all who run nothing. One
   * job for each time that it is seen to be left.
   */
  mayClaim(): boolean {
    if (this.#parts.running() === 0) return true;
    const may = this.#mayClaimAnother;
    this.#mayClaimAnother = false;
    return may;
  }

  /** What the database cannot tell now it tells the next time. */
  async #look(): Promise<void> {
    const { store, sharing, fetches } = this.#parts;
    try {
      const requeued = await this.#reap();
      await fetches.look(sharing);
      const claimable = this.#parts.running() > 0 && (await store.jobs.hasClaimable(this.#parts.claimer()));
      this.#mayClaimAnother = claimable && this.#left;
      // Whoever runs nothing has as long as from one look to the next for what has just been put back, too.
      this.#left = claimable || requeued;
    } finally {
      this.#parts.wake();
    }
  }

  /** Whether jobs are queued again. */
  async #reap(): Promise<boolean> {
    const { store, folder, log, noteExpired } = this.#parts;
    const { requeued, cancelled } = await store.jobs.requeueExpired();
    noteExpired(requeued.length + cancelled.length);
    if (requeued.length > 0) log.warn({ jobs: requeued }, 'jobs whose server was silent for too long are queued again');
    await removePaths(
      folder,
      cancelled.flatMap(({ paths }) => paths),
    );
    return requeued.length > 0;
  }
}
