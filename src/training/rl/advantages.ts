import { mean, populationDeviation } from '../statistics.ts';

/** Rewards this near to each other, relative to their size, are equal: three rewards of 0.1 do not average to 0.1. */
const EQUAL_REWARDS = 1e-9;
const SMALL = 1e-6;

/**
 * Group-normalised advantages: A_i = r_i - mean(r), over the population standard deviation + 1e-6 where `scale`.
 * Groups of one trajectory and groups of equal rewards have advantages of exactly 0.
 * (Shao et al. 2024, DeepSeekMath, GRPO; without the scaling Liu et al. 2025, Dr. GRPO.)
 */
export function groupAdvantages(rewards: readonly number[], scale: boolean): number[] {
  if (areEqual(rewards)) return rewards.map(() => 0);
  const centre = mean(rewards);
  const divisor = scale ? populationDeviation(rewards) + SMALL : 1;
  return rewards.map((reward) => (reward - centre) / divisor);
}

function areEqual(rewards: readonly number[]): boolean {
  const [first] = rewards;
  return rewards.every((reward) => Math.abs(reward - first) <= EQUAL_REWARDS * Math.max(1, Math.abs(first)));
}
