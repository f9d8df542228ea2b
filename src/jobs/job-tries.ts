import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { removePaths } from '../artifacts/removal.ts';
import type { EndedJob } from '../store/job-end.ts';
import type { JobKind, JobRecord } from '../store/job-record.ts';
import type { Lease } from '../store/lease.ts';
import type { ModelRecord } from '../store/models.ts';
import { WorkerDown, WorkerError } from '../worker/worker-error.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { JobFailure } from './job-failure.ts';
import { outlast } from './outlast.ts';
import { scorer } from './policy-scores.ts';
import { withMemory } from './training-memory.ts';
import type { TrainingPlan } from './training-plan.ts';
import { carryOut } from './training-run.ts';

/** A job that loses its device, or finds it full, this often without a new step between is given up. */
const mostFaults = 3;
/** Before the second try and the third of what found the device full: chats and other jobs need time to end. */
export const memoryPausesMs: readonly number[] = [5_000, 60_000];

type Planner = (claimed: ClaimedJob) => Promise<TrainingPlan>;

export interface TryingParts extends TrainingParts {
  /** Reads the job's data and says what is to be done. */
  planners: Record<JobKind, Planner>;
  /** Longest sequence of the model, in tokens, that can be trained now. Raises `JobFailure` for a model not served. */
  trainingLength(model: ModelRecord): number;
  /** Pauses after the first time that memory was short, the second and so on. */
  memoryPausesMs: readonly number[];
  log: Logger;
}

/** A lost device takes the compute process with it, which says so before it ends. */
function endedTheProcess(error: unknown): boolean {
  return error instanceof WorkerDown || (error instanceof WorkerError && error.code === 'device_lost');
}

/** Memory may have been short for a moment only: chats come and go, and other jobs. */
function outOfMemory(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'out_of_memory';
}

/** Trains to the job's end; after a fault of the device on a new one, from the last committed step. */
export async function trainUntilDone(
  parts: TryingParts,
  job: JobRecord,
  lease: Lease,
  signal: AbortSignal,
): Promise<EndedJob> {
  const { compute, log } = parts;
  let dead: number | null = null;
  for (let faults = 0; ; ) {
    await compute.ready(signal, dead);
    const { pid } = compute.report();
    const claimed = await outlast(() => begin(parts, job, lease, signal), parts.outage, signal);
    const { stepsDone } = claimed.job;
    try {
      const plan = await parts.planners[job.kind](claimed);
      return await carryOut(parts, await withMemory(parts, claimed, plan), plan);
    } catch (error) {
      if (signal.aborted || !(endedTheProcess(error) || outOfMemory(error))) throw error;
      const now = await outlast(() => parts.store.jobs.get(job.id), parts.outage, signal);
      faults = now.stepsDone > stepsDone ? 1 : faults + 1;
      log.warn({ err: error, job: job.id, faults }, 'the device failed under a job');
      if (faults >= mostFaults) throw givenUp(error, faults);
      if (endedTheProcess(error)) dead = pid;
      else await pause(parts.memoryPausesMs[faults - 1], signal);
    }
  }
}

/** An aborted `signal` ends it with its reason. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

async function begin(parts: TryingParts, job: JobRecord, lease: Lease, signal: AbortSignal): Promise<ClaimedJob> {
  const { store, folder } = parts;
  const model = await store.models.get(job.modelId);
  const begun = await store.jobs.begin(lease, parts.trainingLength(model));
  await removePaths(folder, begun.paths);
  const { checkpoint: from, trainingLength } = begun.job.start;
  const capacity = begun.job.start.capacity ?? null;
  const score = scorer(parts, { model, from, capacity, signal });
  return { job: begun.job, lease, model, from, trainingLength, signal, score };
}

function givenUp(error: unknown, faults: number): unknown {
  if (outOfMemory(error)) return error;
  return new JobFailure(
    `The compute process ended ${faults} times while it worked on this job, so it was given up. ` +
      'Train on fewer or shorter sequences in one job.',
  );
}
