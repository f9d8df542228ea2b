import { mean, populationDeviation } from '../statistics.ts';

/** Rewards this near to the first are equal to it: what sums of tenths differ by is rounding. */
const EQUAL_REWARDS = 1e-12;
const SMALL = 1e-6;

/**
 * Group-normalised advantages: A_i = r_i - mean(r), over the population standard deviation + 1e-6 where `scale`. Groups
 * of one trajectory and groups of equal rewards have advantages of exactly 0, and so has a reward that is the mean:
 * sums are compensated, so that no rounding is taken for a difference, which the job's normalisation would blow up.
 * (Shao et al. 2024, DeepSeekMath, GRPO; without the scaling Liu et al. 2025, Dr. GRPO.)
 */
export function groupAdvantages(rewards: readonly number[], scale: boolean): number[] {
  if (areEqual(rewards)) return rewards.map(() => 0);
  const centre = mean(rewards);
  const divisor = scale ? populationDeviation(rewards) + SMALL : 1;
  return rewards.map((reward) => (reward - centre) / divisor);
}

function areEqual(rewards: readonly number[]): boolean {
  return rewards.every((reward) => Math.abs(reward - rewards[0]) <= EQUAL_REWARDS);
}
