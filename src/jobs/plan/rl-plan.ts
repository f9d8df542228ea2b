import { rm, stat } from 'node:fs/promises';
import { publishFile } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newTrajectoriesPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { isRolledBack } from '../../artifacts/storage-error.ts';
import { ensureLocal, newStoredPath } from '../../artifacts/stored-file.ts';
import { temporarySibling } from '../../artifacts/temporary-name.ts';
import type { Store } from '../../store/store.ts';
import type { NewTrajectoryFile, NewTrajectoryGroup } from '../../store/trajectory-files.ts';
import { referenceNotice } from '../../training/rl/kl-reference.ts';
import { type DeviationPoint, deviationMultiplier } from '../../training/rl/learning-rate.ts';
import { type RlConfig, readRlConfig } from '../../training/rl/rl-config.ts';
import { rlStepMetrics } from '../../training/step-metrics.ts';
import type { ClaimedJob } from '../claimed-job.ts';
import { JobFailure } from '../job-failure.ts';
import type { KeptTrajectories } from '../kept-trajectories.ts';
import { type OutageTimes, retryThroughOutage } from '../outage.ts';
import type { JobPlanner } from './job-planner.ts';
import type { RlSummary } from './job-planner-messages.ts';
import type { TrainingPlan } from './training-plan.ts';

interface RlPlanParts {
  store: Store;
  folder: DataFolder;
  planner: JobPlanner;
  outage: OutageTimes;
  kept: KeptTrajectories;
}

/** Limits of the contract: characters of a notice, and number of ignored fields. */
const mostCharacters = 1_024;
const mostIgnored = 256;

/** Returns the plan of an RL job, from the trajectory groups in the payload file of its request. */
export async function planRl(parts: RlPlanParts, claimed: ClaimedJob): Promise<TrainingPlan> {
  const { job, model, base, from, trainingLength, signal } = claimed;
  if (job.payload === null) throw new JobFailure('The trajectories of this job are missing; start it again.');
  const { payload } = job;
  using trajectories = await retryThroughOutage(() => ensureLocal(parts.folder, payload), parts.outage, signal);
  const { path } = trajectories;
  const { entity, project, name } = model;
  const config = readRlConfig(job.config);
  const request = { basePath: base.path, maxLength: trainingLength, path, model: { entity, project, name }, config };
  const plan = await keeping(parts, claimed, path, (keepIn) =>
    parts.planner.rl(model.owner, { ...request, keepIn }, signal),
  );
  const multiplier = await rateMultiplier(parts, claimed, config, plan.rewardDeviation);
  const rewards = {
    'train/reward': plan.metrics.reward,
    'train/reward_std_dev': plan.metrics.reward_std_dev,
    'train/exception_rate': plan.metrics.exception_rate,
  };
  return {
    kind: 'rl',
    started: startedData(config, plan, from?.step ?? 0),
    steps: plan.steps.map((step) => ({
      request: { ...step, learningRate: step.learningRate * multiplier },
      metrics: (done) => (done === null ? {} : rlStepMetrics(plan.metrics, done.request, done.result, done.seconds)),
    })),
    policies: {
      start: config.precalculateLogprobs,
      reference: config.loss.kl === null ? null : config.klReference,
    },
    tokenGroups: new Set(plan.trainedGroups.slice(0, parts.kept.limits.tokenGroups)),
    metrics: rewards,
    record: { ...withSplit(plan.trajectoryMetrics), ...rewards },
  };
}

/** Returns metrics under the names that a log of the same trajectories would use. */
function withSplit(metrics: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(metrics).map(([name, mean]) => [`train/${name}`, mean]));
}

/**
 * Returns the path, relative to the data folder, under which to store the job's trajectories, or null to store none.
 */
async function keepPath(
  { store, kept, outage }: RlPlanParts,
  { job, model, signal }: ClaimedJob,
  payload: string,
): Promise<string | null> {
  if (await retryThroughOutage(() => store.trajectories.areOf(job.id), outage, signal)) return null;
  return (await kept.hasRoomFor((await stat(payload)).size)) ? newTrajectoriesPath(model.id, job.id) : null;
}

/** Plans the job. If its trajectories are to be stored, it writes them to a new file and lists them. */
async function keeping<Plan extends { keptBytes: number | null; groups: NewTrajectoryGroup[] }>(
  parts: RlPlanParts,
  claimed: ClaimedJob,
  payload: string,
  plan: (keepIn: string | null) => Promise<Plan>,
): Promise<Plan> {
  const path = await keepPath(parts, claimed, payload);
  if (path === null) return plan(null);
  const final = await newStoredPath(parts.folder, path);
  const temporary = temporarySibling(final);
  try {
    const planned = await plan(temporary);
    if (planned.keptBytes === null) return planned;
    await publishFile(temporary, final);
    await publishStored(parts.folder, path, (put) => retryThroughOutage(put, parts.outage, claimed.signal));
    await list(parts, claimed, { path, bytes: planned.keptBytes, groups: planned.groups });
    return planned;
  } finally {
    // The planner may have been killed while it wrote.
    await rm(temporary, { force: true });
  }
}

/** Adds the job's trajectories to the store. */
async function list(
  { store, folder, kept, outage }: RlPlanParts,
  { lease, signal }: ClaimedJob,
  file: NewTrajectoryFile,
): Promise<void> {
  try {
    await retryThroughOutage(() => store.trajectories.addOfJob(lease, file), outage, signal);
  } catch (error) {
    if (isRolledBack(error)) await removePaths(folder, [file.path]);
    throw error;
  }
  await kept.dropOldest();
}

/**
 * Returns the factor of the learning rate: 1, or the trend of the model's reward deviations (`deviationMultiplier`) if
 * the configuration asks for it. The job keeps its first result, so that its plan stays the same.
 */
async function rateMultiplier(
  { store, outage }: RlPlanParts,
  { job, lease, model, from, signal }: ClaimedJob,
  config: RlConfig,
  deviation: number,
): Promise<number> {
  if (!config.scaleLearningRate) return 1;
  const known = job.start.learningRateMultiplier;
  if (known !== undefined) return known;
  const start = from?.step ?? 0;
  const history = await deviationHistory(store, model.runId, start);
  const multiplier = deviationMultiplier([...history, { job: start, deviation }]);
  const choices = { learningRateMultiplier: multiplier };
  await retryThroughOutage(() => store.jobs.keepChoices(lease, choices), outage, signal);
  return multiplier;
}

function startedData(config: RlConfig, plan: RlSummary, start: number): TrainingPlan['started'] {
  const ignored = [...config.ignoredKeys, ...plan.unknown].slice(0, mostIgnored);
  const notice = [plan.notice, referenceNotice(config, start)].filter((sentence) => sentence !== null).join(' ');
  return {
    ...(ignored.length > 0 ? { ignored_fields: ignored } : {}),
    ...(notice === '' ? {} : { notice: notice.slice(0, mostCharacters) }),
  };
}

const METRIC = 'train/reward_std_dev';
const PAGE = 1_000;

/**
 * Returns the reward deviations that a model's jobs found, up to the job that made step `until`. Excludes what clients
 * logged.
 */
async function deviationHistory(
  { runs }: Pick<Store, 'runs'>,
  runId: string | null,
  until: number,
): Promise<DeviationPoint[]> {
  const points: DeviationPoint[] = [];
  for (let after: string | undefined; runId !== null; ) {
    const page = await runs.history(runId, { after, limit: PAGE }, { ofJobs: true });
    for (const { step, metrics } of page.data) {
      if (step > until || !(METRIC in metrics)) continue;
      // Jobs count from 0: the first one made step 1.
      points.push({ job: step - 1, deviation: metrics[METRIC] });
    }
    if (!page.hasMore) return points;
    after = page.data[page.data.length - 1].id;
  }
  return points;
}
