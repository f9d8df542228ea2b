import type { ChatText } from '../chat-text.ts';
import type { InSlices } from '../in-slices.ts';
import { RL_OPTIMIZER } from '../optimizer-settings.ts';
import { mean, populationDeviation } from '../statistics.ts';
import type { TrainStepRequest } from '../train-step.ts';
import { groupAdvantages } from './advantages.ts';
import type { RlConfig } from './rl-config.ts';
import { packRows, rowLength } from './row-packing.ts';
import { trainableTokens } from './token-sequence.ts';
import { normaliseJob, type WeightedSequence, weighSequences } from './token-weights.ts';
import type { Trajectory, TrajectoryGroup } from './trajectory.ts';
import { trajectorySequences } from './trajectory-tokens.ts';

/** What is known of a job before its first step; the keys are those of the events. */
export interface RlJobMetrics {
  num_groups_submitted: number;
  num_groups_trainable: number;
  num_trajectories: number;
  num_trainable_tokens: number;
  num_dropped_sequences: number;
  reward: number;
  reward_std_dev: number;
  exception_rate: number;
}

export interface RlPlan {
  /** One optimizer step for each packed row; none when nothing is trainable. */
  steps: TrainStepRequest[];
  metrics: RlJobMetrics;
  /** A sentence for the user on what was left out and why; null when all is well. */
  notice: string | null;
}

/**
 * From trajectory groups to optimizer steps: advantages by group, tokens, weights by trajectory, packing, and the
 * normalisation of the whole job. `maxLength` is the longest sequence the model can train on.
 * Throws a `TrainingInputError` for trajectories that cannot be turned into tokens.
 */
export function* planRlJob(
  groups: readonly TrajectoryGroup[],
  config: RlConfig,
  text: ChatText,
  maxLength: number,
): InSlices<RlPlan> {
  const advantages = groups.map((group) => groupAdvantages(group.trajectories.map(rewardOf), config.scaleRewards));
  const weighted: WeightedSequence[][] = [];
  for (const [place, group] of groups.entries()) {
    weighted.push(yield* weighGroup(group, advantages[place], config, text));
  }
  const longest = weighted.flat().reduce((most, { ids }) => Math.max(most, ids.length), 0);
  const length = rowLength(longest, config.packedSequenceLength, maxLength);
  const limit = Math.min(length, maxLength);
  const kept = weighted.map((group) => group.filter(({ ids }) => ids.length <= limit));
  const dropped = weighted.flat().length - kept.flat().length;
  const steps = yield* trainingSteps(kept, length, config);
  const metrics: RlJobMetrics = {
    num_groups_submitted: groups.length,
    num_groups_trainable: advantages.filter((values) => values.some((value) => value !== 0)).length,
    num_trajectories: groups.reduce((sum, group) => sum + group.trajectories.length, 0),
    num_trainable_tokens: steps.flatMap((step) => step.sequences).reduce((sum, item) => sum + trainableTokens(item), 0),
    num_dropped_sequences: dropped,
    ...rewardMetrics(groups),
  };
  return { steps, metrics, notice: noticeOf(metrics, weighted.flat().length, steps.length, limit) };
}

function* weighGroup(
  group: TrajectoryGroup,
  advantages: readonly number[],
  config: RlConfig,
  text: ChatText,
): InSlices<WeightedSequence[]> {
  const weighted: WeightedSequence[] = [];
  for (const [place, trajectory] of group.trajectories.entries()) {
    if (advantages[place] === 0) continue;
    const sequences = trajectorySequences(trajectory, text, config.allowTrainingWithoutLogprobs);
    weighted.push(...weighSequences(sequences, advantages[place]));
    yield;
  }
  return weighted;
}

function* trainingSteps(
  groups: readonly WeightedSequence[][],
  length: number,
  config: RlConfig,
): InSlices<TrainStepRequest[]> {
  const sequences = normaliseJob(groups.flat(), config.advantageBalance);
  if (!sequences.some(({ advantages }) => advantages.some((advantage) => advantage !== 0))) return [];
  let start = 0;
  const grouped = groups.map((group) => {
    const end = start + group.length;
    const part = sequences.slice(start, end);
    start = end;
    return part;
  });
  const rows = yield* packRows(grouped, length);
  return rows.map((row) => ({
    sequences: row,
    epsilon: config.epsilon,
    epsilonHigh: config.epsilonHigh,
    learningRate: config.learningRate,
    ...RL_OPTIMIZER,
  }));
}

function rewardMetrics(
  groups: readonly TrajectoryGroup[],
): Pick<RlJobMetrics, 'reward' | 'reward_std_dev' | 'exception_rate'> {
  const rewards = groups.map((group) => group.trajectories.map(rewardOf));
  const exceptions = groups.reduce((sum, group) => sum + group.exceptions, 0);
  const rollouts = rewards.flat().length + exceptions;
  return {
    reward: mean(rewards.flat()),
    reward_std_dev: mean(rewards.filter((values) => values.length > 1).map(populationDeviation)),
    exception_rate: rollouts === 0 ? 0 : exceptions / rollouts,
  };
}

function noticeOf(metrics: RlJobMetrics, sequences: number, steps: number, limit: number): string | null {
  const dropped = metrics.num_dropped_sequences;
  if (dropped > 0) return `${dropped} of ${sequences} sequences are longer than ${limit} tokens and were dropped.`;
  if (steps > 0) return null;
  if (metrics.num_trajectories === 0) return 'Nothing to train on: the job holds no trajectories.';
  if (metrics.num_groups_trainable === 0) {
    return 'Nothing to train on: within every group all rewards are equal, so no answer is better than another.';
  }
  if (sequences === 0) {
    return 'Nothing to train on: no trajectory has log-probabilities. Put the Choice objects of the chat answers into messages_and_choices.';
  }
  return 'Nothing to train on: no trainable token is left with an advantage.';
}

function rewardOf(trajectory: Trajectory): number {
  return trajectory.reward;
}
