import { readFile } from 'node:fs/promises';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import type { ServedModels } from '../inference/served-models.ts';
import { modelChatText } from '../training/model-chat-text.ts';
import { readRlConfig } from '../training/rl/rl-config.ts';
import { planRlJob } from '../training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../training/rl/trajectory.ts';
import { rlStepMetrics } from '../training/step-metrics.ts';
import { givingWay } from './giving-way.ts';
import { JobFailure } from './job-failure.ts';
import { requireServed } from './require-served.ts';
import { namesModel } from './trained-model-name.ts';
import type { TrainingPlan } from './training-plan.ts';
import type { ClaimedJob } from './training-run.ts';

/** The plan of an RL job, from the trajectory groups that its request left in the payload file. */
export async function planRl(
  parts: { folder: DataFolder; served: ServedModels },
  { job, model, signal }: ClaimedJob,
): Promise<TrainingPlan> {
  const base = requireServed(parts.served, model);
  if (job.payload === null) throw new JobFailure('The trajectories of this job are gone; start it again.');
  const stored: unknown = JSON.parse(await readFile(absolutePath(parts.folder, job.payload), 'utf8'));
  const groups = await givingWay(
    readTrajectoryGroups(stored as unknown[], (name) => namesModel(name, model)),
    signal,
  );
  const config = readRlConfig(job.config);
  const plan = await givingWay(planRlJob(groups, config, modelChatText(base.text), base.trainingLength), signal);
  const ignored = config.ignoredKeys.length > 0 ? { ignored_fields: config.ignoredKeys } : {};
  return {
    kind: 'rl',
    started: { ...ignored, ...(plan.notice === null ? {} : { notice: plan.notice }) },
    steps: plan.steps.map((request) => ({
      request,
      metrics: (result) => (result === null ? {} : rlStepMetrics(plan.metrics, request, result)),
    })),
    metrics: { 'train/reward': plan.metrics.reward, 'train/reward_std_dev': plan.metrics.reward_std_dev },
  };
}
