import { mean, populationDeviation } from '../statistics.ts';

/** Rewards within this distance of the first count as equal: sums of tenths differ by rounding. */
const EQUAL_REWARDS = 1e-12;
const SMALL = 1e-6;

/**
 * Computes group-normalised advantages: A_i = r_i - mean(r), divided by the population standard deviation + 1e-6 if
 * `scale`. Groups of one trajectory and groups of equal rewards get exactly 0. So does a reward equal to the mean:
 * sums are compensated, because the job's normalisation would amplify a rounding error.
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
