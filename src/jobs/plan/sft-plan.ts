import { readSftConfig } from '../../training/sft/sft-config.ts';
import type { SftStep } from '../../training/sft/sft-job.ts';
import { sftStepMetrics } from '../../training/step-metrics.ts';
import type { ClaimedJob } from '../claimed-job.ts';
import type { TrainingData } from '../data/training-data.ts';
import { type OutageTimes, retryThroughOutage } from '../outage.ts';
import type { JobPlanner } from './job-planner.ts';
import type { TrainingPlan } from './training-plan.ts';

/** Part of the request that an SFT job stores. */
interface SftJobConfig {
  training_data_url: string;
  config: unknown;
  /** Has no effect; its keys are reported as ignored. Jobs of earlier versions have none. */
  experimental_config?: object | null;
}

/** Most names of ignored fields that the contract allows. */
const mostIgnored = 256;

/** Returns the plan of an SFT job: one step for each batch of the copied data. */
export async function planSft(
  parts: { data: TrainingData; planner: JobPlanner; outage: OutageTimes },
  { job, model, base, trainingLength, signal }: ClaimedJob,
): Promise<TrainingPlan> {
  const { config: wanted, experimental_config } = job.config as unknown as SftJobConfig;
  const config = readSftConfig(wanted);
  using held = new DisposableStack();
  const files = await retryThroughOutage(() => parts.data.files(job.payload, held), parts.outage, signal);
  const request = { basePath: base.path, maxLength: trainingLength, files, config };
  const steps = await parts.planner.sft(model.owner, request, signal);
  const without = Object.keys(experimental_config ?? {}).map((key) => `experimental_config.${key}`.slice(0, 1_024));
  const names = [...config.ignoredKeys, ...without].slice(0, mostIgnored);
  const ignored = names.length > 0 ? { ignored_fields: names } : {};
  return {
    kind: 'sft',
    started: { ...ignored, ...noticeOf(steps, trainingLength) },
    steps: steps.map((step) => ({
      request: step.request,
      metrics: (done) => sftStepMetrics(step, done?.result ?? null, done?.seconds ?? 0),
    })),
    policies: { start: false, reference: null },
    tokenGroups: new Set(),
    metrics: {},
    record: {},
  };
}

/** Returns a notice for the user about dropped rows. */
function noticeOf(steps: readonly SftStep[], trainingLength: number): { notice?: string } {
  const sum = (name: 'num_trajectories' | 'num_dropped_trajectories'): number =>
    steps.reduce((total, { metrics }) => total + metrics[name], 0);
  const dropped = sum('num_dropped_trajectories');
  if (dropped === 0) return {};
  const left = `${dropped} of ${dropped + sum('num_trajectories')} rows are longer than ${trainingLength} tokens and were dropped.`;
  const nothing = steps.every(({ request }) => request === null);
  return { notice: nothing ? `Nothing to train on: ${left}` : left };
}
