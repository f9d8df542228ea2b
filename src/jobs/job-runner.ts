import { setTimeout as sleep } from 'node:timers/promises';
import { removePaths } from '../artifacts/removal.ts';
import { electedEvery } from '../store/elected.ts';
import type { Claimer } from '../store/job-claim.ts';
import { lacksData } from '../store/job-data.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { Lease } from '../store/lease.ts';
import { MAX_JOBS } from '../worker/protocol.ts';
import { DataFetches } from './data/data-fetches.ts';
import type { TrainingData } from './data/training-data.ts';
import { dropKeptData, JobRun, type JobRunParts, keptMs, type StopReason } from './job-run.ts';
import { isDiskFull } from './outage.ts';
import { periodically } from './periodic.ts';
import { SharedQueue } from './shared-queue.ts';
import type { Sharing } from './sharing.ts';
import { dropOldOptimizerStates } from './training-session.ts';

const sweepMs = 3_600_000;
/** Interval and longest time of polling whether a job has stopped on another server. */
const askMs = 500;
const longestStopMs = 60_000;

interface JobRunnerParts extends JobRunParts {
  data: Pick<TrainingData, 'copy'>;
  /** Called when a job begins here. */
  onLaunch?(): void;
}

/** Runs the jobs of the store's queue: one at a time for each model, several models in parallel. */
export class JobRunner {
  /** Counts of leases lost here, and of expired leases of silent servers that were ended here. */
  readonly leases = { lost: 0, expired: 0 };
  readonly #parts: JobRunnerParts;
  readonly #fetches: DataFetches;
  /** Null if this is the only server of its database. */
  readonly #shared: SharedQueue | null;
  readonly #running = new Map<string, JobRun>();
  /** Sequence number of each owner's last claim. */
  readonly #lastClaims = new Map<string, number>();
  #claims = 0;
  #closing = false;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #failure: string | null = null;
  #retry: NodeJS.Timeout | undefined;
  #endSweeps: (() => Promise<void>) | null = null;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    const claimJobs = () => this.claimJobs();
    this.#fetches = new DataFetches(parts, claimJobs);
    const { sharing } = parts;
    const noteExpired = (jobs: number): void => {
      this.leases.expired += jobs;
    };
    const own = {
      noteExpired,
      fetches: this.#fetches,
      claimJobs,
      claimer: () => this.#claimer(),
      running: () => this.#running.size,
    };
    this.#shared = sharing && new SharedQueue({ ...parts, ...own, sharing });
  }

  /** Number of jobs that run here. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Starts the queue. A single server first requeues the jobs that a dead server left running; several servers requeue
   * jobs with expired leases.
   */
  async start(): Promise<void> {
    const { sharing } = this.#parts;
    if (this.#shared === null || sharing === null) await this.#startAlone();
    else this.#startShared(this.#shared, sharing);
    this.claimJobs();
  }

  async #startAlone(): Promise<void> {
    const { store, folder, log } = this.#parts;
    const { requeued, cancelled } = await store.jobs.requeueRunning();
    await removePaths(
      folder,
      cancelled.flatMap(({ paths }) => paths),
    );
    await dropOldOptimizerStates(this.#parts);
    if (requeued.length > 0) log.info({ jobs: requeued }, 'jobs continue after a restart');
    const noteFailure = (error: unknown) => log.warn({ err: error }, 'leftover files of jobs could not be removed');
    this.#endSweeps = periodically(sweepMs, () => dropOld(this.#parts), noteFailure);
    await this.#fetches.start();
  }

  #startShared(shared: SharedQueue, { holder }: Sharing): void {
    const { store, log } = this.#parts;
    const sweep = { name: 'leftover files of jobs', everyMs: sweepMs, work: () => dropLeft(this.#parts) };
    this.#endSweeps = electedEvery({ leases: store.taskLeases, holder, log }, sweep);
    shared.start();
  }

  /** Notes a new job. Call it when one was added. */
  onJobAdded(job: JobRecord, owner: string): void {
    const { id, config } = job;
    const { sharing } = this.#parts;
    if (!lacksData(job)) this.claimJobs();
    else if (sharing === null) this.#fetches.begin({ id, owner, url: String(config.training_data_url) });
    // A failed look is repeated within seconds.
    else void this.#fetches.poll(sharing).catch(() => {});
  }

  /** Claims jobs until the device is full or the queue has no more. */
  claimJobs(): void {
    if (this.#closing || this.#parts.sharing?.claims === false) return;
    this.#claimAgain = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
      if (this.#claimAgain) this.claimJobs();
    });
  }

  /**
   * Stops a job. Call it when the job was or will be cancelled. Resolves when it has stopped, here or on another
   * server.
   */
  async cancel(jobId: string): Promise<void> {
    await this.#stop(jobId, 'cancelled');
    if (this.#shared !== null) await this.#stoppedOnOtherServer(jobId);
  }

  /** Stops jobs whose rows were deleted before they ended. Resolves when they have stopped. */
  async abandon(jobIds: readonly string[]): Promise<void> {
    await Promise.all(jobIds.map((jobId) => this.#stop(jobId, 'gone')));
  }

  /** Stops the runner. Running jobs continue at the next start, or on another server. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#retry);
    const others = [this.#claiming, this.#endSweeps?.(), this.#shared?.close(), this.#fetches.close()];
    await Promise.all([this.#stopAll(), ...others]);
    // Stops jobs that were claimed meanwhile.
    await this.#stopAll();
  }

  /** Throws if the last read of the queue failed. */
  checkAlive(): void {
    if (this.#failure !== null) throw new Error(this.#failure);
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((jobId) => this.#stop(jobId, 'closing')));
  }

  async #stop(jobId: string, reason: StopReason): Promise<void> {
    const running = this.#running.get(jobId);
    running?.stop(reason);
    await Promise.all([running?.done, this.#fetches.stop(jobId)]);
  }

  /**
   * Waits until another server has stopped the job. A live one notices within seconds; a dead one loses the job when
   * its lease expires.
   */
  async #stoppedOnOtherServer(jobId: string): Promise<void> {
    const { jobs } = this.#parts.store;
    for (const began = performance.now(); !this.#closing && performance.now() - began < longestStopMs; ) {
      const job = await jobs.get(jobId).catch(() => null);
      if (job?.status !== 'running') return;
      await sleep(askMs, undefined, { ref: false });
    }
  }

  /**
   * Describes this server to the queue. With several servers it claims only jobs of base models that it serves; a
   * single server claims all.
   */
  #claimer(): Claimer {
    const { sharing, served } = this.#parts;
    const baseModels = sharing === null ? null : served.list().map(({ id }) => id);
    return { holder: sharing?.holder ?? null, turnOf: (owner) => this.#lastClaims.get(owner) ?? 0, baseModels };
  }

  /** Returns how many jobs fit into device memory, or `MAX_JOBS` while there is no device: jobs then wait for it. */
  #maxJobs(): number {
    return this.#parts.compute.report().loaded?.training.jobs ?? MAX_JOBS;
  }

  async #claimAll(): Promise<void> {
    while (this.#claimAgain && !this.#closing) {
      this.#claimAgain = false;
      try {
        while (this.#running.size < this.#maxJobs() && !this.#closing && (this.#shared?.mayClaim() ?? true)) {
          const claimed = await this.#parts.store.jobs.claimNext(this.#claimer());
          if (claimed === null) break;
          this.#lastClaims.set(claimed.owner, ++this.#claims);
          this.#launch(claimed.job, claimed.lease);
        }
        this.#failure = null;
      } catch (error) {
        // A full disk makes jobs wait but is no fault of the server.
        this.#failure = isDiskFull(error) ? null : 'The job queue could not be read.';
        this.#parts.log.error({ err: error }, this.#failure ?? 'The disk is full; queued jobs wait for space.');
        this.#retry = setTimeout(() => this.claimJobs(), this.#parts.outage.retryMs);
      }
    }
  }

  #launch(job: JobRecord, lease: Lease): void {
    const run = new JobRun(this.#parts, job, lease);
    this.#running.set(job.id, run);
    this.#parts.onLaunch?.();
    void run.done.then(() => {
      if (run.isLost) this.leases.lost += 1;
      this.#running.delete(job.id);
      this.claimJobs();
    });
  }
}

/**
 * Removes data of old jobs and old removal notes. Notes this old serve nobody, in whatever order files were removed and
 * rows committed.
 */
async function dropOld(parts: JobRunnerParts): Promise<void> {
  await dropKeptData(parts);
  // The sweeper of a bucket uses the notes.
  if (parts.folder.blobs) return;
  const forgotten = parts.store.forgetRemovals(keptMs);
  await forgotten.catch((error) => parts.log.warn({ err: error }, 'old removal notes could not be deleted'));
}

/** Removes what crashed servers of a shared database left, once it is so old that none can still use it. */
async function dropLeft(parts: JobRunnerParts): Promise<void> {
  await dropKeptData(parts);
  await parts.kept.dropUnlisted(keptMs);
  await dropOldOptimizerStates(parts);
}
