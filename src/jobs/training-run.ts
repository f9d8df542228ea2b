import { removePaths } from '../artifacts/removal.ts';
import { isRolledBack, StorageError } from '../artifacts/storage-error.ts';
import type { EventRecord } from '../store/events.ts';
import type { EndedJob } from '../store/job-end.ts';
import type { StepDone } from '../store/job-progress.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { JobResult } from '../store/jobs.ts';
import type { HistoryEntry } from '../store/runs.ts';
import { newId, type Store } from '../store/store.ts';
import type { MetricValues } from '../store/stored-value.ts';
import type { NewTokenFile } from '../store/trajectory-files.ts';
import type { TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import type { MemoryPlan } from '../training/trainer/memory-plan.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { JobFailure } from './job-failure.ts';
import { writeTokens } from './kept-tokens.ts';
import { retryThroughOutage } from './outage.ts';
import { averageMetrics, type PlannedStep, type TrainedStep, type TrainingPlan } from './plan/training-plan.ts';
import { storedRank } from './stored-rank.ts';
import { adapterBytes, dropOptimizerState, TrainingSession } from './training-session.ts';

/**
 * Runs the steps of a plan that are not yet committed. It writes `training_started`, then one `gradient_step` for each
 * step, committed with its weights, then checkpoint and end in one transaction. Events of an earlier attempt stay
 * unchanged.
 */
export async function runPlan(
  parts: TrainingParts,
  claimed: ClaimedJob,
  plan: TrainingPlan,
  memory: MemoryPlan | null,
): Promise<EndedJob> {
  await start(parts, claimed, plan);
  const taken = await takeSteps(parts, claimed, plan, new TrainingSession(parts, claimed, plan.kind, memory));
  const { from } = claimed;
  const ended = await complete(parts, claimed, await resultOf(parts, claimed, plan, taken));
  if (taken.folder !== null && from?.folder) await dropOptimizerState(parts.folder, from.folder);
  return ended;
}

/** Adds `training_started`. Throws `JobFailure` if clients were told another number of steps by an earlier attempt. */
async function start({ store, outage }: TrainingParts, claimed: ClaimedJob, plan: TrainingPlan): Promise<void> {
  const { lease, signal } = claimed;
  const data = { ...plan.started, num_sequences: plan.steps.length };
  const event = { type: 'training_started' as const, data, key: 'started' };
  const { data: told } = await retryThroughOutage(() => store.events.append(lease, event), outage, signal);
  if (told.num_sequences === plan.steps.length) return;
  throw new JobFailure(
    `The job began with ${told.num_sequences} steps; this version of the server plans ${plan.steps.length}. ` +
      'Create the job again.',
  );
}

/** Returns the job's checkpoint: the files of the last step, or the starting weights if no step trained. */
async function resultOf(
  { folder }: TrainingParts,
  { from }: ClaimedJob,
  plan: TrainingPlan,
  taken: StepsTaken,
): Promise<JobResult> {
  const metrics = { ...averageMetrics(taken.metrics), ...plan.metrics };
  const step = (from?.step ?? 0) + 1;
  const weights =
    taken.folder === null
      ? { folder: from?.folder ?? null, kind: from?.kind ?? null }
      : { folder: taken.folder, kind: plan.kind };
  const history: HistoryEntry[] = Object.keys(plan.record).length > 0 ? [{ step, metrics: plan.record }] : [];
  const bytes = weights.folder === null ? 0 : await adapterBytes(folder, weights.folder);
  const rank = weights.folder === null ? null : await storedRank(folder, weights.folder);
  return { checkpoint: { id: newId(), step, metrics, ...weights, bytes, rank }, history };
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
      const newest = await store.checkpoints.newest(model.id);
      if (newest?.id !== result.checkpoint.id) throw error;
      return { job: await store.jobs.get(job.id), paths: job.payload === null ? [] : [job.payload] };
    }
  };
  return retryThroughOutage(attempt, outage, signal);
}

/** Result of all steps of a plan. */
interface StepsTaken {
  /** Event data of each step. */
  metrics: MetricValues[];
  /** Adapter and optimizer state after the last step, relative to the data folder; null if no step trained. */
  folder: string | null;
}

/** Runs the steps that are not yet committed, and commits each before the next begins. */
async function takeSteps(
  parts: TrainingParts,
  claimed: ClaimedJob,
  plan: TrainingPlan,
  session: TrainingSession,
): Promise<StepsTaken> {
  const { job, signal } = claimed;
  const metrics = await retryThroughOutage(() => committedMetrics(parts.store, job), parts.outage, signal);
  const taken: StepsTaken = { metrics, folder: job.folder };
  try {
    for (let index = job.stepsDone; index < plan.steps.length; index++) {
      signal.throwIfAborted();
      const { metrics, done } = await compute(session, plan.steps[index], {
        number: `${index + 1} of ${plan.steps.length}`,
        committed: taken.folder,
      });
      signal.throwIfAborted();
      const folder = done && (await session.save());
      const tokens = done && (await keepTokens(parts, claimed, done, plan));
      const event = await commit(parts, claimed, { index, metrics, folder, tokens });
      if (folder !== null) {
        await dropFolder(parts, taken.folder);
        taken.folder = folder;
      }
      taken.metrics.push(event.data as MetricValues);
    }
    return taken;
  } finally {
    await session.end();
  }
}

/** Position of a step, as text for people, and the folder of the previous step. */
interface StepPlace {
  number: string;
  committed: string | null;
}

async function compute(
  session: TrainingSession,
  { request, metrics }: PlannedStep,
  at: StepPlace,
): Promise<{ metrics: MetricValues; done: TrainedStep | null }> {
  if (request === null) return { metrics: metrics(null), done: null };
  const startedAt = performance.now();
  const result = await finite(session, request, at);
  const done = { request, result, seconds: (performance.now() - startedAt) / 1000 };
  return { metrics: metrics(done), done };
}

/** Writes token values. Returns null if there are none or the disk is full: no job waits or fails for them. */
async function keepTokens(
  parts: TrainingParts,
  claimed: ClaimedJob,
  done: TrainedStep,
  { tokenGroups }: TrainingPlan,
): Promise<NewTokenFile | null> {
  try {
    return await writeTokens(parts, claimed, done, tokenGroups);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'disk_full') return null;
    throw error;
  }
}

async function finite(
  session: TrainingSession,
  request: TrainStepRequest,
  { number, committed }: StepPlace,
): Promise<TrainStepResult> {
  const result = await session.step(request, committed);
  if (Number.isFinite(result.loss) && Number.isFinite(result.gradNorm)) return result;
  throw new JobFailure(
    `The loss of step ${number} is not finite (${result.loss}), so no checkpoint was saved. ` +
      'Lower the learning rate, or check the data for extreme log-probabilities.',
  );
}

/** Commits a step: before this returns the step does not exist, afterwards it survives any crash. */
async function commit(
  { store, folder, outage, kept }: TrainingParts,
  { lease, signal }: ClaimedJob,
  step: StepDone,
): Promise<EventRecord> {
  let answerLost = false;
  const attempt = async (): Promise<EventRecord> => {
    try {
      return await store.jobs.commitStep(lease, step);
    } catch (error) {
      answerLost ||= !isRolledBack(error);
      throw error;
    }
  };
  try {
    const event = await retryThroughOutage(attempt, outage, signal);
    if (step.tokens) await kept.dropOldest();
    return event;
  } catch (error) {
    // A try whose answer was lost may have committed the step, whatever the next try was told. Its files may be in use.
    const written = [step.folder, step.tokens?.path].filter((path) => path != null);
    if (!answerLost) await removePaths(folder, written);
    throw error;
  }
}

/** Removes a folder that nothing refers to any more; the next start removes what is left. */
async function dropFolder({ folder }: TrainingParts, path: string | null): Promise<void> {
  if (path !== null) await removePaths(folder, [path]).catch(() => {});
}

async function committedMetrics({ events }: Store, { id, stepsDone }: JobRecord): Promise<MetricValues[]> {
  const metrics: MetricValues[] = [];
  for (let after: string | undefined; metrics.length < stepsDone; ) {
    const page = await events.page(id, { after, limit: 100 });
    metrics.push(...page.data.filter(({ type }) => type === 'gradient_step').map(({ data }) => data as MetricValues));
    if (!page.hasMore) break;
    after = page.data.at(-1)?.id;
  }
  return metrics.slice(0, stepsDone);
}
