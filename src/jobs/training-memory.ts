import type { Logger } from 'pino';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { outlast } from './outlast.ts';
import { longestSequence, type TrainingPlan } from './training-plan.ts';
import { startingAdapter } from './training-session.ts';

/**
 * The job with the size of its micro-batches, which is chosen the first time. Raises WorkerError `training_too_large`,
 * whose message is for the job's owner.
 */
export async function withMemory(
  { compute, folder, log, store, outage }: TrainingParts & { log: Logger },
  claimed: ClaimedJob,
  plan: TrainingPlan,
): Promise<ClaimedJob> {
  const longest = longestSequence(plan);
  if (longest === 0) return claimed;
  const { model, lease, signal } = claimed;
  const { capacity, description } = await compute.trainPlan({
    model: model.baseModel,
    adapter: startingAdapter(folder, claimed),
    longest,
    capacity: claimed.job.start.capacity ?? null,
  });
  const job = await outlast(() => store.jobs.keepChoices(lease, { capacity }), outage, signal);
  log.info({ job: job.id, longest, memory: description }, 'memory of a training job');
  return { ...claimed, job };
}
