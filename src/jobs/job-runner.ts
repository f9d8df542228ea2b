import { removePaths } from '../artifacts/removal.ts';
import { lacksData } from '../store/job-data.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { Lease } from '../store/lease.ts';
import { MOST_JOBS } from '../worker/protocol.ts';
import { DataFetches } from './data/data-fetches.ts';
import type { TrainingData } from './data/training-data.ts';
import { dropKeptData, JobRun, type JobRunParts, type StopReason } from './job-run.ts';
import { isDiskFull } from './outlast.ts';
import { dropOldOptimizerStates } from './training-session.ts';

const sweepMs = 3_600_000;

interface JobRunnerParts extends JobRunParts {
  data: Pick<TrainingData, 'copy'>;
}

/** Runs the jobs of the store's queue: one at a time for each model, those of several models side by side. */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #fetches: DataFetches;
  readonly #running = new Map<string, JobRun>();
  /** The number of each owner's last claim. */
  readonly #lastClaims = new Map<string, number>();
  #claims = 0;
  #closing = false;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #failure: string | null = null;
  #retry: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#fetches = new DataFetches(parts, () => this.wake());
  }

  /** Puts the jobs that a dead server left running back into the queue, and begins. */
  async start(): Promise<void> {
    const { requeued, cancelled } = await this.#parts.store.jobs.requeueRunning();
    await removePaths(
      this.#parts.folder,
      cancelled.flatMap(({ paths }) => paths),
    );
    await dropOldOptimizerStates(this.#parts);
    await dropKeptData(this.#parts);
    this.#sweeping = setInterval(() => void dropKeptData(this.#parts), sweepMs).unref();
    if (requeued.length > 0) this.#parts.log.info({ jobs: requeued }, 'jobs continue after a restart');
    await this.#fetches.start();
    this.wake();
  }

  /** Call when a job was added. */
  added(job: JobRecord, owner: string): void {
    const { id, config } = job;
    if (lacksData(job)) this.#fetches.begin({ id, owner, url: String(config.training_data_url) });
    else this.wake();
  }

  /** Claims what can be claimed. */
  wake(): void {
    if (this.#closing) return;
    this.#claimAgain = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
      if (this.#claimAgain) this.wake();
    });
  }

  /** Call when a job was cancelled, or is to be. Resolves when it has stopped. */
  async cancel(jobId: string): Promise<void> {
    await this.#stop(jobId, 'cancelled');
  }

  /** Call when the rows of jobs that had not ended were deleted. Resolves when they have stopped. */
  async abandon(jobIds: readonly string[]): Promise<void> {
    await Promise.all(jobIds.map((jobId) => this.#stop(jobId, 'gone')));
  }

  /** Stops; what was running goes on at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#retry);
    clearInterval(this.#sweeping);
    await this.#claiming;
    await this.#fetches.close();
    await Promise.all([...this.#running.keys()].map((jobId) => this.#stop(jobId, 'closing')));
  }

  /** Throws when the queue could not be read the last time. */
  checkAlive(): void {
    if (this.#failure !== null) throw new Error(this.#failure);
  }

  async #stop(jobId: string, reason: StopReason): Promise<void> {
    const running = this.#running.get(jobId);
    running?.stop(reason);
    await Promise.all([running?.done, this.#fetches.stop(jobId)]);
  }

  async #claimAll(): Promise<void> {
    while (this.#claimAgain && !this.#closing) {
      this.#claimAgain = false;
      try {
        while (this.#running.size < MOST_JOBS && !this.#closing) {
          const claimed = await this.#parts.store.jobs.claimNext({
            turnOf: (owner) => this.#lastClaims.get(owner) ?? 0,
          });
          if (claimed === null) break;
          this.#lastClaims.set(claimed.owner, ++this.#claims);
          this.#launch(claimed.job, claimed.lease);
        }
        this.#failure = null;
      } catch (error) {
        // Jobs wait while the disk is full; the server is well.
        this.#failure = isDiskFull(error) ? null : 'The job queue could not be read.';
        this.#parts.log.error({ err: error }, this.#failure ?? 'The disk is full; queued jobs wait for space.');
        this.#retry = setTimeout(() => this.wake(), this.#parts.outage.retryMs);
      }
    }
  }

  #launch(job: JobRecord, lease: Lease): void {
    const run = new JobRun(this.#parts, job, lease);
    this.#running.set(job.id, run);
    void run.done.then(() => {
      this.#running.delete(job.id);
      this.wake();
    });
  }
}
