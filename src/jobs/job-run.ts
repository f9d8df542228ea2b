import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { removePaths } from '../artifacts/removal.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { EndedJob } from '../store/job-end.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { Lease } from '../store/lease.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { failureSentence, JobFailure } from './job-failure.ts';
import { type TryingParts, trainUntilDone } from './job-tries.ts';
import { dropKeptData } from './kept-data.ts';

const heartbeatMs = 5_000;
/** A job during which the server ended this often without a new step between is given up: it may be what ends it. */
const mostFruitless = 5;

/** Why a running job is told to stop. */
export type StopReason = 'cancelled' | 'gone' | 'closing';

class Stopped extends Error {
  override name = 'Stopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/** The life of one claimed job, from its claim to the record of its end. */
export class JobRun {
  readonly #parts: TryingParts;
  readonly #job: JobRecord;
  readonly #lease: Lease;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #closing = false;
  /**
   * Resolves when nothing of it runs any more. Never rejects: whatever happens ends in the job's record, or in the log.
   */
  readonly done: Promise<void>;

  constructor(parts: TryingParts, job: JobRecord, lease: Lease) {
    this.#job = job;
    this.#lease = lease;
    this.#log = parts.log.child({ job: job.id, kind: job.kind });
    this.#parts = { ...parts, outage: { ...parts.outage, note: (text) => this.#log.warn(text) } };
    this.done = this.#run();
  }

  stop(reason: StopReason): void {
    this.#closing ||= reason === 'closing';
    this.#stopping.abort(new Stopped(reason));
  }

  async #run(): Promise<void> {
    const { attempts, stepsDone, fruitless } = this.#job;
    const { signal } = this.#stopping;
    const heartbeat = setInterval(() => void this.#heartbeat(), heartbeatMs);
    this.#log.info({ attempt: attempts, stepsDone }, 'job starts');
    try {
      if (fruitless > mostFruitless) {
        throw new JobFailure(
          `The server ended ${fruitless - 1} times while this job ran, so it was given up. Train on less data in one job.`,
        );
      }
      const ended = await trainUntilDone(this.#parts, this.#job, this.#lease, signal);
      this.#log.info('job succeeded');
      await this.#removeFiles(ended);
    } catch (error) {
      await this.#recordEnd(signal.aborted ? signal.reason : error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #heartbeat(): Promise<void> {
    try {
      const { cancelRequested } = await this.#parts.store.jobs.heartbeat(this.#lease);
      if (cancelRequested) this.stop('cancelled');
    } catch (error) {
      if (error instanceof StorageError && error.code === 'stale_lease') this.stop('gone');
      else this.#log.warn({ err: error }, 'a heartbeat failed');
    }
  }

  /** Tries until it is recorded: a job left running would hold up its model, and clients would poll for ever. */
  async #recordEnd(error: unknown): Promise<void> {
    for (;;) {
      try {
        return await this.#endBadly(error);
      } catch (failure) {
        if (failure instanceof StorageError && failure.code === 'stale_lease') return this.#dropped();
        this.#log.error({ err: failure }, 'the end of the job could not be recorded yet');
      }
      if (this.#closing) return;
      await sleep(this.#parts.outage.retryMs, undefined, { ref: false });
    }
  }

  async #endBadly(error: unknown): Promise<void> {
    const { jobs } = this.#parts.store;
    const stopped = error instanceof Stopped ? error.reason : null;
    const code = error instanceof StorageError ? error.code : null;
    if (stopped === 'gone' || code === 'stale_lease') return this.#dropped();
    if (stopped === 'closing') {
      await jobs.pause(this.#lease);
      return this.#log.info('job interrupted: it goes on at the next start');
    }
    if (stopped === 'cancelled' || code === 'job_cancelled') {
      const ended = await jobs.cancelled(this.#lease);
      this.#log.info('job cancelled');
      return this.#removeFiles(ended);
    }
    // What the owner of the data can mend is no fault of the server; the sentence for him may quote the data.
    if (error instanceof JobFailure || error instanceof TrainingInputError) this.#log.warn('job failed by its data');
    else this.#log.error({ err: error }, 'job failed');
    await this.#removeFiles(await jobs.fail(this.#lease, failureSentence(error, this.#job.id)));
  }

  #dropped(): void {
    this.#log.info('job dropped: it was deleted or taken over');
  }

  async #removeFiles({ paths }: EndedJob): Promise<void> {
    const { folder } = this.#parts;
    await removePaths(folder, paths).catch((error) =>
      this.#log.warn({ err: error, paths }, 'files of a job could not be removed'),
    );
    await dropKeptData(this.#parts);
  }
}
