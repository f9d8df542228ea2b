import { StorageError } from '../artifacts/storage-error.ts';
import type { EndedJob } from '../store/job-end.ts';
import type { JobResult } from '../store/jobs.ts';
import type { HistoryEntry } from '../store/runs.ts';
import { newId } from '../store/store.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { JobFailure } from './job-failure.ts';
import { dropOptimizerState } from './optimizer-state.ts';
import { outlast } from './outlast.ts';
import { averageMetrics, type TrainingPlan } from './training-plan.ts';
import { type StepsTaken, takeSteps } from './training-steps.ts';

/**
 * Carries out a plan, or what is left of it: `training_started`, one `gradient_step` a step, each committed with its
 * weights, then the checkpoint and the end in one transaction. Events of an earlier attempt are kept as they are.
 */
export async function carryOut(parts: TrainingParts, claimed: ClaimedJob, plan: TrainingPlan): Promise<EndedJob> {
  await start(parts, claimed, plan);
  const taken = await takeSteps(parts, claimed, plan);
  const { from } = claimed;
  const ended = await complete(parts, claimed, resultOf(claimed, plan, taken));
  if (taken.folder !== null && from?.folder) await dropOptimizerState(parts.folder, from.folder);
  return ended;
}

/**
 * Adds `training_started`. A plan of another length than clients were told cannot go on under the events of the first.
 */
async function start({ store, outage }: TrainingParts, claimed: ClaimedJob, plan: TrainingPlan): Promise<void> {
  const { lease, signal } = claimed;
  const data = { ...plan.started, num_sequences: plan.steps.length };
  const event = { type: 'training_started' as const, data, key: 'started' };
  const { data: told } = await outlast(() => store.events.append(lease, event), outage, signal);
  if (told.num_sequences === plan.steps.length) return;
  throw new JobFailure(
    `The job was begun with ${told.num_sequences} steps; this version of the server plans ${plan.steps.length}. ` +
      'Create it anew.',
  );
}

/** The checkpoint is what the last step left on disk; one that trained nothing has the weights that it started from. */
function resultOf({ from }: ClaimedJob, plan: TrainingPlan, taken: StepsTaken): JobResult {
  const metrics = { ...averageMetrics(taken.metrics), ...plan.metrics };
  const step = (from?.step ?? 0) + 1;
  const weights =
    taken.folder === null
      ? { folder: from?.folder ?? null, kind: from?.kind ?? null }
      : { folder: taken.folder, kind: plan.kind };
  const history: HistoryEntry[] = Object.keys(plan.metrics).length > 0 ? [{ step, metrics: plan.metrics }] : [];
  return { checkpoint: { id: newId(), step, metrics, ...weights }, history };
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
