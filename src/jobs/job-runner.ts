import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { removePaths } from '../artifacts/removal.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { CheckpointRecord } from '../store/checkpoints.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { EndedJob } from '../store/jobs.ts';
import type { Lease } from '../store/lease.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { WorkerDown, WorkerError } from '../worker/worker-error.ts';
import { failureSentence, JobFailure } from './job-failure.ts';
import type { TrainingPlan } from './training-plan.ts';
import { type ClaimedJob, carryOut, type TrainingParts } from './training-run.ts';

/** Jobs of different models that train at the same time; each holds an adapter and its moments on the device. */
const mostRunning = 4;
const heartbeatMs = 5_000;
/** A job that takes the compute process down this often is given up. */
const mostDeaths = 3;
/** A job that was running at this many starts of the server is given up: it may be what ends the server. */
const mostAttempts = 5;

/** A job that is no longer ours has been ended by somebody else. */
function ifNotStale(error: unknown): null {
  if (error instanceof StorageError && error.code === 'stale_lease') return null;
  throw error;
}

/** A lost device takes the compute process with it, which says so before it ends. */
function endedTheProcess(error: unknown): boolean {
  return error instanceof WorkerDown || (error instanceof WorkerError && error.code === 'device_lost');
}

type Planner = (claimed: ClaimedJob) => Promise<TrainingPlan>;

export interface JobRunnerParts extends TrainingParts {
  /** Reads the job's data and says what is to be done. */
  planners: Record<JobRecord['kind'], Planner>;
  log: Logger;
}

/** Why a running job is told to stop. */
type StopReason = 'cancelled' | 'gone' | 'closing';

class Stopped extends Error {
  override name = 'Stopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Runs the jobs of the store's queue: one at a time for each model, those of several models side by side. */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>();
  #closing = false;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #failure: string | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  /** Puts the jobs that a dead server left running back into the queue, and begins. */
  async start(): Promise<void> {
    const { requeued, cancelled } = await this.#parts.store.jobs.requeueRunning();
    for (const ended of cancelled) await this.#removePayload(ended);
    if (requeued.length > 0) this.#parts.log.info({ jobs: requeued }, 'jobs continue after a restart');
    this.wake();
  }

  /** Call when a job was added. */
  wake(): void {
    if (this.#closing) return;
    this.#claimAgain = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
      if (this.#claimAgain) this.wake();
    });
  }

  /** Call when the cancellation of a running job was requested. Resolves when it has stopped. */
  async cancel(jobId: string): Promise<void> {
    await this.#stop(jobId, 'cancelled');
  }

  /** Call when the rows of running jobs were deleted. Resolves when they have stopped. */
  async abandon(jobIds: readonly string[]): Promise<void> {
    await Promise.all(jobIds.map((jobId) => this.#stop(jobId, 'gone')));
  }

  /** Stops; what was running runs again at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#retry);
    await this.#claiming;
    await Promise.all([...this.#running.keys()].map((jobId) => this.#stop(jobId, 'closing')));
  }

  /** Throws when the queue could not be read the last time. */
  checkAlive(): void {
    if (this.#failure !== null) throw new Error(this.#failure);
  }

  async #stop(jobId: string, reason: StopReason): Promise<void> {
    const running = this.#running.get(jobId);
    running?.stop.abort(new Stopped(reason));
    await running?.done;
  }

  async #claimAll(): Promise<void> {
    while (this.#claimAgain && !this.#closing) {
      this.#claimAgain = false;
      try {
        while (this.#running.size < mostRunning && !this.#closing) {
          const claimed = await this.#parts.store.jobs.claimNext();
          if (claimed === null) break;
          this.#launch(claimed.job, claimed.lease);
        }
        this.#failure = null;
      } catch (error) {
        this.#failure = 'The job queue could not be read.';
        this.#parts.log.error({ err: error }, this.#failure);
        this.#retry = setTimeout(() => this.wake(), this.#parts.outage.retryMs);
      }
    }
  }

  #launch(job: JobRecord, lease: Lease): void {
    const stop = new AbortController();
    const done = this.#run(job, lease, stop).finally(() => {
      this.#running.delete(job.id);
      this.wake();
    });
    this.#running.set(job.id, { stop, done });
  }

  /** Never rejects: whatever happens ends in the job's record and events, or in the log. */
  async #run(job: JobRecord, lease: Lease, stop: AbortController): Promise<void> {
    const log = this.#parts.log.child({ job: job.id, kind: job.kind });
    const heartbeat = setInterval(() => void this.#heartbeat(lease, stop), heartbeatMs);
    log.info({ attempt: job.attempts }, 'job starts');
    try {
      if (job.attempts > mostAttempts) {
        throw new JobFailure(
          `The server ended ${job.attempts - 1} times while this job ran, so it was given up. Train on less data in one job.`,
        );
      }
      await this.#removePayload(await this.#trainUntilDone(job, lease, stop.signal));
      log.info('job succeeded');
    } catch (error) {
      await this.#recordEnd(job, lease, stop.signal.aborted ? stop.signal.reason : error, log);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Starts again when the compute process dies, and once when the checkpoint that it starts from is deleted. */
  async #trainUntilDone(job: JobRecord, lease: Lease, signal: AbortSignal): Promise<EndedJob> {
    const { store, compute, planners, log } = this.#parts;
    let moved = false;
    for (let deaths = 0; ; ) {
      await compute.ready(signal);
      const from = await store.checkpoints.newest(job.modelId);
      try {
        const claimed = { job, lease, model: await store.models.get(job.modelId), from, signal };
        return await carryOut(this.#parts, claimed, await planners[job.kind](claimed));
      } catch (error) {
        if (signal.aborted) throw error;
        if (!moved && from !== null && (await this.#wasDeleted(from, error))) {
          moved = true;
          log.info({ job: job.id, checkpoint: from.id }, 'the checkpoint under a job was deleted: it starts again');
          continue;
        }
        if (!endedTheProcess(error)) throw error;
        deaths++;
        log.warn({ job: job.id, deaths }, 'the compute process died under a job');
        if (deaths >= mostDeaths) {
          throw new JobFailure(
            `The compute process ended ${deaths} times while it worked on this job, so it was given up. ` +
              'Train on fewer or shorter sequences in one job.',
          );
        }
      }
    }
  }

  /** Whether the worker could not load the checkpoint because it is not there any more. */
  async #wasDeleted(from: CheckpointRecord, error: unknown): Promise<boolean> {
    if (!(error instanceof WorkerError && error.code === 'adapter_load_failed')) return false;
    return (await this.#parts.store.checkpoints.newest(from.modelId))?.id !== from.id;
  }

  /** Tries until it is recorded: a job left running would hold up its model, and clients would poll for ever. */
  async #recordEnd(job: JobRecord, lease: Lease, error: unknown, log: Logger): Promise<void> {
    for (;;) {
      try {
        return await this.#endBadly(job, lease, error, log);
      } catch (failure) {
        log.error({ err: failure }, 'the end of the job could not be recorded yet');
      }
      if (this.#closing) return;
      await sleep(this.#parts.outage.retryMs, undefined, { ref: false });
    }
  }

  async #endBadly(job: JobRecord, lease: Lease, error: unknown, log: Logger): Promise<void> {
    const { jobs } = this.#parts.store;
    const stopped = error instanceof Stopped ? error.reason : null;
    const code = error instanceof StorageError ? error.code : null;
    if (stopped === 'gone' || code === 'stale_lease') {
      log.info('job dropped: it was deleted or taken over');
    } else if (stopped === 'closing' || (error instanceof WorkerError && error.code === 'aborted' && this.#closing)) {
      log.info('job interrupted: it runs again at the next start');
    } else if (stopped === 'cancelled' || code === 'job_cancelled') {
      const ended = await jobs.cancelled(lease).catch(ifNotStale);
      log.info('job cancelled');
      if (ended) await this.#removePayload(ended);
    } else {
      const ended = await jobs.fail(lease, failureSentence(error, job.id)).catch(ifNotStale);
      // What the owner of the data can mend is no fault of the server; the sentence for him may quote the data.
      if (error instanceof JobFailure || error instanceof TrainingInputError) log.warn('job failed by its data');
      else log.error({ err: error }, 'job failed');
      if (ended) await this.#removePayload(ended);
    }
  }

  async #heartbeat(lease: Lease, stop: AbortController): Promise<void> {
    try {
      const { cancelRequested } = await this.#parts.store.jobs.heartbeat(lease);
      if (cancelRequested) stop.abort(new Stopped('cancelled'));
    } catch (error) {
      if (error instanceof StorageError && error.code === 'stale_lease') stop.abort(new Stopped('gone'));
      else this.#parts.log.warn({ err: error }, 'a heartbeat failed');
    }
  }

  async #removePayload(ended: EndedJob): Promise<void> {
    await removePaths(this.#parts.folder, ended.paths).catch((error) =>
      this.#parts.log.warn({ err: error, paths: ended.paths }, 'files of a job could not be removed'),
    );
  }
}
