import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newCheckpointPath } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import { StorageError, type StorageErrorCode } from '../artifacts/storage-error.ts';
import { newStoredPath } from '../artifacts/stored-file.ts';
import type { CheckpointRecord } from '../store/checkpoints.ts';
import type { EventRecord, NewEvent } from '../store/events.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { EndedJob, JobResult } from '../store/jobs.ts';
import type { Lease } from '../store/lease.ts';
import type { ModelRecord } from '../store/models.ts';
import type { HistoryEntry } from '../store/runs.ts';
import { newId, type Store } from '../store/store.ts';
import type { Metrics } from '../store/stored-value.ts';
import type { ComputeClient } from '../worker/client.ts';
import { OPTIMIZER_FILE } from '../worker/protocol.ts';
import { JobFailure } from './job-failure.ts';
import { type OutageTimes, outlast } from './outlast.ts';
import { averageMetrics, type TrainingPlan } from './training-plan.ts';

const notCommitted: ReadonlySet<StorageErrorCode> = new Set(['stale_lease', 'job_cancelled', 'conflict', 'not_found']);

export interface TrainingParts {
  store: Store;
  folder: DataFolder;
  compute: ComputeClient;
  outage: OutageTimes;
}

export interface ClaimedJob {
  job: JobRecord;
  lease: Lease;
  model: ModelRecord;
  /** The checkpoint that the job starts from. */
  from: CheckpointRecord | null;
  signal: AbortSignal;
}

/**
 * Carries out a plan: `training_started`, one `gradient_step` a step, the checkpoint's files, then everything visible in
 * one transaction. Events of an earlier attempt are kept as they are, so a repeated attempt doubles nothing.
 */
export async function carryOut(parts: TrainingParts, claimed: ClaimedJob, plan: TrainingPlan): Promise<EndedJob> {
  const { model, from } = claimed;
  await append(parts, claimed, {
    type: 'training_started',
    data: { ...plan.started, num_sequences: plan.steps.length },
    key: 'started',
  });
  const trained = plan.steps.some((step) => step.request !== null);
  const kind = trained ? plan.kind : (from?.kind ?? null);
  const checkpoint = { id: newId(), step: (from?.step ?? 0) + 1, kind };
  const folder = trained ? newCheckpointPath(model.id, checkpoint.step, checkpoint.id) : (from?.folder ?? null);
  const stepMetrics =
    trained && folder !== null ? await train(parts, claimed, plan, folder) : await report(parts, claimed, plan);
  const metrics = { ...averageMetrics(stepMetrics), ...plan.metrics };
  const history: HistoryEntry[] = [...stepMetrics, plan.metrics]
    .filter((entry) => Object.keys(entry).length > 0)
    .map((entry) => ({ step: checkpoint.step, metrics: entry }));
  const ended = await complete(parts, claimed, { checkpoint: { ...checkpoint, folder, metrics }, history }).catch(
    async (error) => {
      // Only where the store has said that nothing was committed; after a lost answer the folder may be in use.
      if (trained && folder !== null && error instanceof StorageError && notCommitted.has(error.code)) {
        await removePaths(parts.folder, [folder]);
      }
      throw error;
    },
  );
  if (trained && from?.folder) await dropOptimizerState(parts.folder, from.folder);
  return ended;
}

function append(
  { store, outage }: TrainingParts,
  { lease, signal }: ClaimedJob,
  event: NewEvent,
): Promise<EventRecord> {
  return outlast(() => store.events.append(lease, event), outage, signal);
}

async function complete(
  { store, outage }: TrainingParts,
  { job, lease, model, signal }: ClaimedJob,
  result: JobResult,
): Promise<EndedJob> {
  let answerLost = false;
  const attempt = async (): Promise<EndedJob> => {
    try {
      return await store.jobs.complete(lease, result);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (error.code === 'unavailable') answerLost = true;
      if (error.code !== 'stale_lease' || !answerLost) throw error;
      // A try whose answer was lost may have ended the job.
      const made = await store.checkpoints.newest(model.id);
      if (made?.id !== result.checkpoint.id) throw error;
      return { job: await store.jobs.get(job.id), paths: job.payload === null ? [] : [job.payload] };
    }
  };
  return outlast(attempt, outage, signal);
}

async function train(
  parts: TrainingParts,
  claimed: ClaimedJob,
  plan: TrainingPlan,
  folder: string,
): Promise<Metrics[]> {
  const { compute } = parts;
  const { job, model, from, signal } = claimed;
  const session = `${job.id}:${job.attempts}:${newId()}`;
  const start = from?.folder ? { id: from.id, folder: absolutePath(parts.folder, from.folder) } : null;
  // Moments of the other kind of loss have another scale; they are dropped when the kind changes.
  const moments = start !== null && from?.kind === plan.kind ? join(start.folder, OPTIMIZER_FILE) : null;
  const kept = moments !== null && (await isThere(moments));
  await compute.trainBegin({
    session,
    model: model.baseModel,
    adapter: start,
    optimizerFile: kept ? moments : null,
  });
  try {
    const metrics = await trainSteps(parts, claimed, plan, session);
    signal.throwIfAborted();
    await writeFolderAtomic(await newStoredPath(parts.folder, folder), (temporary) =>
      compute.trainSave({ session, folder: temporary }),
    );
    return metrics;
  } finally {
    await compute.trainEnd(session).catch(() => {});
  }
}

async function trainSteps(
  parts: TrainingParts,
  claimed: ClaimedJob,
  plan: TrainingPlan,
  session: string,
): Promise<Metrics[]> {
  const all: Metrics[] = [];
  for (const [index, step] of plan.steps.entries()) {
    claimed.signal.throwIfAborted();
    const startedAt = performance.now();
    const result = step.request && (await parts.compute.trainStep(session, step.request, claimed.signal));
    if (result && !(Number.isFinite(result.loss) && Number.isFinite(result.gradNorm))) {
      throw new JobFailure(
        `Step ${index + 1} of ${plan.steps.length} gave a loss that is not finite (${result.loss}), so nothing was ` +
          'saved. Lower the learning rate, or look for extreme log-probabilities in the data.',
      );
    }
    const metrics = step.metrics(result, (performance.now() - startedAt) / 1000);
    all.push(await record(parts, claimed, index, metrics));
  }
  return all;
}

/** The steps of a plan that trains on nothing. */
async function report(parts: TrainingParts, claimed: ClaimedJob, plan: TrainingPlan): Promise<Metrics[]> {
  const all: Metrics[] = [];
  for (const [index, step] of plan.steps.entries()) {
    all.push(await record(parts, claimed, index, step.metrics(null, 0)));
  }
  return all;
}

/** Adds the step's event; gives back what is recorded, which may be of an earlier attempt. */
async function record(parts: TrainingParts, claimed: ClaimedJob, index: number, metrics: Metrics): Promise<Metrics> {
  const event = await append(parts, claimed, { type: 'gradient_step', data: metrics, key: `step-${index}` });
  return event.data as Metrics;
}

/** Moments go with the checkpoint after theirs, which may have been deleted since. */
async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Only the newest checkpoint needs its moments; they are twice the adapter's size. */
async function dropOptimizerState(folder: DataFolder, checkpointFolder: string): Promise<void> {
  await rm(join(absolutePath(folder, checkpointFolder), OPTIMIZER_FILE), { force: true });
}
