import type { Store } from '../store/store.ts';
import type { DeviationPoint } from '../training/rl/learning-rate.ts';

const METRIC = 'train/reward_std_dev';
const PAGE = 1_000;

/**
 * The deviation of rewards that a model's jobs found, up to the one that made step `until`; what clients logged is
 * none.
 */
export async function deviationHistory(
  { runs }: Pick<Store, 'runs'>,
  runId: string | null,
  until: number,
): Promise<DeviationPoint[]> {
  const points: DeviationPoint[] = [];
  for (let after: string | undefined; runId !== null; ) {
    const page = await runs.history(runId, { after, limit: PAGE }, { ofJobs: true });
    for (const { step, metrics } of page.data) {
      if (step > until || !(METRIC in metrics)) continue;
      // The job that made step 1 was the first.
      points.push({ job: step - 1, deviation: metrics[METRIC] });
    }
    if (!page.hasMore) return points;
    after = page.data[page.data.length - 1].id;
  }
  return points;
}
