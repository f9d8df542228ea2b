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
  /** Returns the number of jobs that this server runs. */
  running(): number;
  /** Called with the number of jobs requeued or cancelled. */
  noteExpired(jobs: number): void;
  /** Called when there may be a job to claim. */
  claimJobs(): void;
}

/**
 * Periodic work on a queue that several servers share. Requeues jobs of servers that were silent for too long, takes
 * over their copying of data, and claims jobs that others queued.
 */
export class SharedQueue {
  readonly #parts: SharedQueueParts;
  #end: (() => Promise<void>) | null = null;
  /** Whether the last look found a job that this server left to idle servers. */
  #left = false;
  #mayClaimAnother = false;

  constructor(parts: SharedQueueParts) {
    this.#parts = parts;
  }

  start(): void {
    const noteFailure = (error: unknown) =>
      this.#parts.log.warn({ err: error }, 'the job queue shared with other servers could not be checked');
    this.#end = periodically(this.#parts.sharing.pollMs, () => this.#poll(), noteFailure);
  }

  async close(): Promise<void> {
    await this.#end?.();
  }

  /**
   * Returns whether this server may claim a job: it runs none, or idle servers have left one unclaimed. Allows one job
   * for each such look.
   */
  mayClaim(): boolean {
    if (this.#parts.running() === 0) return true;
    const may = this.#mayClaimAnother;
    this.#mayClaimAnother = false;
    return may;
  }

  /** Looks at the queue; a failed look is repeated the next time. */
  async #poll(): Promise<void> {
    const { store, sharing, fetches } = this.#parts;
    try {
      const requeued = await this.#reap();
      await fetches.poll(sharing);
      const claimable = this.#parts.running() > 0 && (await store.jobs.hasClaimable(this.#parts.claimer()));
      this.#mayClaimAnother = claimable && this.#left;
      // Idle servers get until the next look to claim jobs that were just requeued, too.
      this.#left = claimable || requeued;
    } finally {
      this.#parts.claimJobs();
    }
  }

  /** Requeues jobs of expired leases, or cancels them as requested. Returns whether any were requeued. */
  async #reap(): Promise<boolean> {
    const { store, folder, log, noteExpired } = this.#parts;
    const { requeued, cancelled } = await store.jobs.requeueExpired();
    noteExpired(requeued.length + cancelled.length);
    if (requeued.length > 0) log.warn({ jobs: requeued }, 'requeued jobs whose server was silent for too long');
    await removePaths(
      folder,
      cancelled.flatMap(({ paths }) => paths),
    );
    return requeued.length > 0;
  }
}
