import type { Logger } from 'pino';
import type { InSlices } from '../training/in-slices.ts';
import { CAPACITIES, type LaidOut, laidOutTokens } from '../training/trainer/micro-batch.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { givingWay } from './giving-way.ts';
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
  const begun = claimed.job.start.capacity ?? null;
  const { capacity, description } = await compute.trainPlan({
    model: model.baseModel,
    adapter: startingAdapter(folder, claimed),
    longest,
    capacity: begun,
    laidOut: begun === null ? await givingWay(laidOut(plan), signal) : [],
  });
  const job = await outlast(() => store.jobs.keepChoices(lease, { capacity }), outage, signal);
  log.info({ job: job.id, longest, memory: description }, 'memory of a training job');
  return { ...claimed, job };
}

function* laidOut({ steps }: TrainingPlan): InSlices<LaidOut[]> {
  const sums = CAPACITIES.map((capacity) => ({ capacity, tokens: 0 }));
  for (const { request } of steps) {
    if (request === null) continue;
    const counts = yield* laidOutTokens(request.sequences, CAPACITIES);
    for (const [place, tokens] of counts.entries()) sums[place].tokens += tokens;
  }
  return sums;
}
