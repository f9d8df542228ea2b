import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import type { ServedModels } from '../inference/served-models.ts';
import type { Store } from '../store/store.ts';
import { modelChatText } from '../training/model-chat-text.ts';
import { deviationMultiplier } from '../training/rl/learning-rate.ts';
import { referenceNotice } from '../training/rl/reference-notice.ts';
import { type RlConfig, readRlConfig } from '../training/rl/rl-config.ts';
import { planRlJob, type RlPlan, rewardDeviation } from '../training/rl/rl-job.ts';
import type { TrajectoryGroup } from '../training/rl/trajectory.ts';
import { rlStepMetrics } from '../training/step-metrics.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { deviationHistory } from './deviation-history.ts';
import { givingWay } from './giving-way.ts';
import { JobFailure } from './job-failure.ts';
import { keptScores } from './kept-scores.ts';
import { type OutageTimes, outlast } from './outlast.ts';
import { referencePolicy } from './reference-policy.ts';
import { requireServed } from './require-served.ts';
import { scoredSteps } from './scored-steps.ts';
import type { TrainingPlan } from './training-plan.ts';
import type { TrajectoryReader } from './trajectory-reader.ts';

export interface RlPlanParts {
  store: Store;
  folder: DataFolder;
  served: ServedModels;
  trajectories: TrajectoryReader;
  outage: OutageTimes;
}

/** Characters of a notice, and ignored fields, as the contract bounds them. */
const mostCharacters = 1_024;
const mostIgnored = 256;

/** The plan of an RL job, from the trajectory groups that its request left in the payload file. */
export async function planRl(parts: RlPlanParts, claimed: ClaimedJob): Promise<TrainingPlan> {
  const { job, model, from, trainingLength, signal, score } = claimed;
  const base = requireServed(parts.served, model);
  if (job.payload === null) throw new JobFailure('The trajectories of this job are gone; start it again.');
  const path = absolutePath(parts.folder, job.payload);
  const { entity, project, name } = model;
  const groups = await parts.trajectories.read(model.owner, { path, model: { entity, project, name } }, signal);
  const config = await atRate(parts, claimed, readRlConfig(job.config), groups);
  const plan = await givingWay(planRlJob(groups, config, modelChatText(base.text), trainingLength), signal);
  const keep = keptScores(parts, claimed);
  const reference = () => referencePolicy(parts, claimed, config.klReference);
  const steps = await scoredSteps(plan.steps, config, { score, keep, reference });
  return {
    kind: 'rl',
    started: startedData(config, groups, plan, from?.step ?? 0),
    steps: steps.map((request) => ({
      request,
      metrics: (result) => (result === null ? {} : rlStepMetrics(plan.metrics, request, result)),
    })),
    metrics: {
      'train/reward': plan.metrics.reward,
      'train/reward_std_dev': plan.metrics.reward_std_dev,
      'train/exception_rate': plan.metrics.exception_rate,
    },
  };
}

/**
 * The configuration with the learning rate that the model's history of rewards leaves, where it asks for that. The
 * history may grow while the job runs, by what clients log, so the job keeps what it found first.
 */
async function atRate(
  { store, outage }: RlPlanParts,
  { job, lease, model, from, signal }: ClaimedJob,
  config: RlConfig,
  groups: readonly TrajectoryGroup[],
): Promise<RlConfig> {
  if (!config.scaleLearningRate) return config;
  const known = job.start.learningRateMultiplier;
  if (known !== undefined) return { ...config, learningRate: config.learningRate * known };
  const start = from?.step ?? 0;
  const history = await deviationHistory(store, model.runId, start);
  const multiplier = deviationMultiplier([...history, { job: start, deviation: rewardDeviation(groups) }]);
  const choices = { learningRateMultiplier: multiplier };
  await outlast(() => store.jobs.keepChoices(lease, choices), outage, signal);
  return { ...config, learningRate: config.learningRate * multiplier };
}

function startedData(
  config: RlConfig,
  groups: readonly TrajectoryGroup[],
  plan: RlPlan,
  start: number,
): TrainingPlan['started'] {
  const ignored = [...config.ignoredKeys, ...groups.flatMap(({ unknown }) => unknown)].slice(0, mostIgnored);
  const notice = [plan.notice, referenceNotice(config, start)].filter((sentence) => sentence !== null).join(' ');
  return {
    ...(ignored.length > 0 ? { ignored_fields: ignored } : {}),
    ...(notice === '' ? {} : { notice: notice.slice(0, mostCharacters) }),
  };
}
