import { mean as meanOf, percentile, populationDeviation } from '../statistics.ts';
import type { SampledChoice } from './choice.ts';
import type { Trajectory, TrajectoryGroup } from './trajectory.ts';

/** Statistics of a job's answers and rewards, under the keys of the events. Absent if there are no values. */
export interface AnswerFigures {
  /** Tokens per sampled answer, over answers whose tokens are known. */
  'answer/tokens_mean'?: number;
  'answer/tokens_p95'?: number;
  /** The share of sampled answers that a length limit ended. */
  'answer/truncated_fraction'?: number;
  /** The standard deviation of the advantages of all trajectories. */
  'advantage/std_dev'?: number;
  'reward/p10'?: number;
  'reward/p50'?: number;
  'reward/p90'?: number;
}

/** Computes the statistics of a job. `advantages` holds one list per group, one value per trajectory. */
export function answerFigures(
  groups: readonly TrajectoryGroup[],
  advantages: readonly (readonly number[])[],
): AnswerFigures {
  const trajectories = groups.flatMap((group) => group.trajectories);
  const choices = trajectories.flatMap(choicesOf);
  const lengths = Float64Array.from(choices.flatMap((choice) => tokensOf(choice) ?? [])).sort();
  const rewards = Float64Array.from(trajectories, ({ reward }) => reward).sort();
  const truncated = choices.filter((choice) => choice.truncated).length;
  return {
    ...(lengths.length > 0 && {
      'answer/tokens_mean': meanOf([...lengths]),
      'answer/tokens_p95': percentile(lengths, 0.95),
    }),
    ...(choices.length > 0 && { 'answer/truncated_fraction': truncated / choices.length }),
    ...(rewards.length > 0 && {
      'advantage/std_dev': populationDeviation(advantages.flat()),
      'reward/p10': percentile(rewards, 0.1),
      'reward/p50': percentile(rewards, 0.5),
      'reward/p90': percentile(rewards, 0.9),
    }),
  };
}

function choicesOf({ histories }: Trajectory): SampledChoice[] {
  return histories.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'choice' ? [item.choice] : [])));
}

function tokensOf({ tokenIds, logprobs }: SampledChoice): number | null {
  return tokenIds?.length ?? logprobs?.length ?? null;
}
