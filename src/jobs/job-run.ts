import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { ServedModel, ServedModels } from '../inference/served-models.ts';
import type { EndedJob } from '../store/job-end.ts';
import type { JobKind, JobRecord } from '../store/job-record.ts';
import type { Lease } from '../store/lease.ts';
import type { ModelRecord } from '../store/models.ts';
import type { Store } from '../store/store.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { WorkerDown, WorkerError } from '../worker/client/worker-error.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { failureSentence, JobFailure } from './job-failure.ts';
import { retryThroughOutage } from './outage.ts';
import { policyLogprobs, withPolicyLogprobs } from './plan/policy-logprobs.ts';
import type { TrainingPlan } from './plan/training-plan.ts';
import { type Sharing, sharingTimes } from './sharing.ts';
import { runPlan } from './training-run.ts';
import { planJobMemory } from './training-session.ts';

/** Ends of the server during a job, without progress in between, at which it is given up: it may be their cause. */
const maxAttemptsWithoutProgress = 5;

/** How long the data of a failed or cancelled job is kept for a retry. */
export const keptMs = 24 * 3_600_000;
/** Number of device losses or out-of-memory errors without a new step in between at which a job is given up. */
const maxFaults = 3;
/** Pauses before the second and third try after an out-of-memory error: chats and other jobs need time to end. */
export const memoryPausesMs: readonly number[] = [5_000, 60_000];

export interface JobRunParts extends TrainingParts {
  /** Reads the job's data and plans its steps. */
  planners: Record<JobKind, (claimed: ClaimedJob) => Promise<TrainingPlan>>;
  served: Pick<ServedModels, 'get' | 'list'>;
  /** Pauses after the first out-of-memory error, the second and so on. */
  memoryPausesMs: readonly number[];
  /** Null if this is the only server of its database. */
  sharing: Sharing | null;
}

/**
 * Why a running job must stop. `gone`: deleted or taken over. `silent`: its lease could not be renewed for too long.
 */
export type StopReason = 'cancelled' | 'gone' | 'closing' | 'silent';

class Stopped extends Error {
  override name = 'Stopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Runs one claimed job, from its claim to the record of its end. */
export class JobRun {
  readonly #parts: JobRunParts;
  readonly #job: JobRecord;
  readonly #lease: Lease;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #closing = false;
  /** Whether it ended because the lease was lost or could not be renewed. */
  isLost = false;
  /** When the last successful renewal of the lease was requested, by `performance.now`. */
  #renewedAt = performance.now();
  /** Resolves when the job has stopped completely. Never rejects: any error ends in the job's record or in the log. */
  readonly done: Promise<void>;

  constructor(parts: JobRunParts, job: JobRecord, lease: Lease) {
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
    const { attempts, stepsDone, attemptsWithoutProgress } = this.#job;
    const { signal } = this.#stopping;
    const { renewMs } = this.#parts.sharing ?? sharingTimes;
    const heartbeat = setInterval(() => void this.#heartbeat(), renewMs);
    const watch = setInterval(() => this.#stopOnLeaseTimeout(), renewMs / 5);
    this.#log.info({ attempt: attempts, stepsDone }, 'job starts');
    try {
      if (attemptsWithoutProgress > maxAttemptsWithoutProgress) {
        throw new JobFailure(
          `The server stopped ${attemptsWithoutProgress - 1} times during this job, so it was given up. Use less data in one job.`,
        );
      }
      const ended = await trainUntilDone(this.#parts, this.#job, this.#lease, signal);
      this.#log.info('job succeeded');
      await this.#removeFiles(ended);
    } catch (error) {
      await this.#recordEnd(signal.aborted ? signal.reason : error);
    } finally {
      clearInterval(heartbeat);
      clearInterval(watch);
    }
  }

  async #heartbeat(): Promise<void> {
    const askedAt = performance.now();
    try {
      const { cancelRequested } = await this.#parts.store.jobs.heartbeat(this.#lease);
      this.#renewedAt = askedAt;
      if (cancelRequested) this.stop('cancelled');
    } catch (error) {
      this.isLost ||= isStale(error);
      if (isStale(error)) this.stop('gone');
      else this.#log.warn({ err: error }, 'a heartbeat failed');
    }
  }

  /**
   * Stops the job if its lease could not be renewed for too long. The only server of a database keeps its jobs, however
   * long the database is unreachable.
   */
  #stopOnLeaseTimeout(): void {
    const { sharing } = this.#parts;
    if (sharing === null || this.#stopping.signal.aborted) return;
    if (performance.now() - this.#renewedAt < sharing.leaseTimeoutMs) return;
    this.#log.warn(
      'the lease of the job could not be renewed; it stops here, and continues on the worker that claims it next',
    );
    this.stop('silent');
  }

  /** Retries until the end is recorded: a job left running would block its model, and clients would poll for ever. */
  async #recordEnd(error: unknown): Promise<void> {
    for (;;) {
      try {
        return await this.#endBadly(error);
      } catch (failure) {
        this.isLost ||= isStale(failure);
        if (isStale(failure)) return this.#dropped();
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
    this.isLost ||= stopped === 'silent' || isStale(error);
    if (stopped === 'gone' || isStale(error)) return this.#dropped();
    if (stopped === 'closing' || stopped === 'silent') return this.#interrupted();
    if (stopped === 'cancelled' || code === 'job_cancelled') {
      const ended = await jobs.cancelled(this.#lease);
      this.#log.info('job cancelled');
      return this.#removeFiles(ended);
    }
    // An error in the data is no server fault. Its message may quote the data, so it is not logged.
    if (error instanceof JobFailure || error instanceof TrainingInputError)
      this.#log.warn('job failed because of its data');
    else this.#log.error({ err: error }, 'job failed');
    await this.#removeFiles(await jobs.fail(this.#lease, failureSentence(error, this.#job.id)));
  }

  /** Pauses the job until the next start, or requeues it if several servers share the database. */
  async #interrupted(): Promise<void> {
    const { store, folder, sharing } = this.#parts;
    if (sharing === null) {
      await store.jobs.pause(this.#lease);
      return this.#log.info('job interrupted: it continues at the next start');
    }
    const paths = await store.jobs.release(this.#lease);
    this.#log.info('job interrupted: it was requeued');
    await removePaths(folder, paths);
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

function isStale(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'stale_lease';
}

/**
 * Trains until the job ends. After a device fault it continues from the last committed step, in a new compute process
 * if the old one ended.
 */
async function trainUntilDone(
  parts: JobRunParts,
  job: JobRecord,
  lease: Lease,
  signal: AbortSignal,
): Promise<EndedJob> {
  const { compute, log } = parts;
  let exitedPid: number | null = null;
  for (let faults = 0; ; ) {
    await compute.ready(signal, exitedPid);
    const { pid } = compute.report();
    const claimed = await retryThroughOutage(() => begin(parts, job, lease, signal), parts.outage, signal);
    const { stepsDone } = claimed.job;
    try {
      const plan = await parts.planners[job.kind](claimed);
      const memory = await planJobMemory(parts, claimed, plan);
      const completed = await withPolicyLogprobs(parts, claimed, plan, policyLogprobs(parts, claimed));
      return await runPlan(parts, claimed, completed, memory);
    } catch (error) {
      if (signal.aborted || !(endedTheProcess(error) || outOfMemory(error))) throw error;
      const now = await retryThroughOutage(() => parts.store.jobs.get(job.id), parts.outage, signal);
      faults = now.stepsDone > stepsDone ? 1 : faults + 1;
      log.warn({ err: error, job: job.id, faults }, 'the device failed under a job');
      if (faults >= maxFaults) throw givenUp(error, faults);
      if (endedTheProcess(error)) exitedPid = pid;
      else await pause(parts.memoryPausesMs[faults - 1], signal);
    }
  }
}

/** Sleeps. Rejects with the signal's reason if `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

async function begin(parts: JobRunParts, job: JobRecord, lease: Lease, signal: AbortSignal): Promise<ClaimedJob> {
  const { store, folder } = parts;
  const model = await store.models.get(job.modelId);
  const base = requireServed(parts.served, model);
  const begun = await store.jobs.begin(lease, base.trainingLength);
  await removePaths(folder, begun.paths);
  const { checkpoint: from, trainingLength } = begun.job.start;
  return { job: begun.job, lease, model, base, from, trainingLength, signal };
}

/** Returns the base model. Throws `JobFailure` if the operator no longer serves it. */
function requireServed(served: JobRunParts['served'], model: ModelRecord): ServedModel {
  const base = served.get(model.baseModel);
  if (base !== null) return base;
  const ids = served.list().map(({ id }) => id);
  throw new JobFailure(
    `The base model '${model.baseModel}' is no longer served; served are ${ids.join(', ')}. ` +
      'Start the server with it in DAYBREAK_MODEL and train again.',
  );
}

function givenUp(error: unknown, faults: number): unknown {
  if (outOfMemory(error)) return error;
  return new JobFailure(
    `The compute process ended ${faults} times during this job, so the job was given up. ` +
      'Train on fewer or shorter sequences in one job.',
  );
}

/**
 * Returns whether the error means the end of the compute process. After a loss of its device the process reports it,
 * then exits.
 */
function endedTheProcess(error: unknown): boolean {
  return error instanceof WorkerDown || (error instanceof WorkerError && error.code === 'device_lost');
}

/** Returns whether memory was short, possibly only for a moment: chats and other jobs come and go. */
function outOfMemory(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'out_of_memory';
}

/** Removes the data of jobs that can no longer be retried. Never rejects: the next call removes what is left. */
export async function dropKeptData(parts: { store: Store; folder: DataFolder; log: Logger }): Promise<void> {
  try {
    await removePaths(parts.folder, await parts.store.jobs.dropKept(keptMs));
  } catch (error) {
    parts.log.warn({ err: error }, 'the data of old jobs could not be removed');
  }
}
