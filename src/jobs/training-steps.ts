import { removePaths } from '../artifacts/removal.ts';
import { keptNothing } from '../artifacts/storage-error.ts';
import type { EventRecord } from '../store/events.ts';
import type { StepDone } from '../store/job-progress.ts';
import type { JobRecord } from '../store/job-record.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from '../store/stored-value.ts';
import type { TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { JobFailure } from './job-failure.ts';
import { outlast } from './outlast.ts';
import { longestSequence, type PlannedStep, type TrainingPlan } from './training-plan.ts';
import { TrainingSession } from './training-session.ts';

/** What all steps of a plan came to. */
export interface StepsTaken {
  /** Of each step's event. */
  metrics: Metrics[];
  /** Adapter and optimizer state after the last step, relative to the data folder; null where none trained. */
  folder: string | null;
}

/** Takes the steps that are not committed yet, and commits each before the next begins. */
export async function takeSteps(parts: TrainingParts, claimed: ClaimedJob, plan: TrainingPlan): Promise<StepsTaken> {
  const { job, signal } = claimed;
  const metrics = await outlast(() => committedMetrics(parts.store, job), parts.outage, signal);
  const taken: StepsTaken = { metrics, folder: job.folder };
  const session = new TrainingSession(parts, claimed, { kind: plan.kind, longest: longestSequence(plan) });
  try {
    for (let index = job.stepsDone; index < plan.steps.length; index++) {
      signal.throwIfAborted();
      const { metrics, trained } = await compute(session, plan.steps[index], `${index + 1} of ${plan.steps.length}`);
      signal.throwIfAborted();
      const folder = trained ? await outlast(() => session.save(), parts.outage, signal) : null;
      const event = await commit(parts, claimed, { index, metrics, folder });
      if (folder !== null) {
        await dropFolder(parts, taken.folder);
        taken.folder = folder;
      }
      taken.metrics.push(event.data as Metrics);
    }
    return taken;
  } finally {
    await session.end();
  }
}

async function compute(
  session: TrainingSession,
  step: PlannedStep,
  place: string,
): Promise<{ metrics: Metrics; trained: boolean }> {
  if (step.request === null) return { metrics: step.metrics(null, 0), trained: false };
  const startedAt = performance.now();
  const result = await finite(session, step.request, place);
  return { metrics: step.metrics(result, (performance.now() - startedAt) / 1000), trained: true };
}

async function finite(session: TrainingSession, request: TrainStepRequest, place: string): Promise<TrainStepResult> {
  const result = await session.step(request);
  if (Number.isFinite(result.loss) && Number.isFinite(result.gradNorm)) return result;
  throw new JobFailure(
    `Step ${place} gave a loss that is not finite (${result.loss}), so no checkpoint was made. ` +
      'Lower the learning rate, or look for extreme log-probabilities in the data.',
  );
}

/** Before this returns the step does not exist, after it the step survives any crash. */
async function commit(
  { store, folder, outage }: TrainingParts,
  { lease, signal }: ClaimedJob,
  step: StepDone,
): Promise<EventRecord> {
  let answerLost = false;
  const attempt = async (): Promise<EventRecord> => {
    try {
      return await store.jobs.commitStep(lease, step);
    } catch (error) {
      answerLost ||= !keptNothing(error);
      throw error;
    }
  };
  try {
    return await outlast(attempt, outage, signal);
  } catch (error) {
    // A try whose answer was lost may have committed the step, whatever the next was told: its folder may be in use.
    if (step.folder !== null && !answerLost) await removePaths(folder, [step.folder]);
    throw error;
  }
}

/** What could not be removed now is at the next start: nothing points at it any more. */
async function dropFolder({ folder }: TrainingParts, path: string | null): Promise<void> {
  if (path !== null) await removePaths(folder, [path]).catch(() => {});
}

async function committedMetrics({ events }: Store, { id, stepsDone }: JobRecord): Promise<Metrics[]> {
  const metrics: Metrics[] = [];
  for (let after: string | undefined; metrics.length < stepsDone; ) {
    const page = await events.page(id, { after, limit: 100 });
    metrics.push(...page.data.filter(({ type }) => type === 'gradient_step').map(({ data }) => data as Metrics));
    if (!page.hasMore) break;
    after = page.data.at(-1)?.id;
  }
  return metrics.slice(0, stepsDone);
}
