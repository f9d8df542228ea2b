import type { ChatText } from '../chat-text.ts';
import type { Cooperative } from '../cooperative.ts';
import type { PolicyLoss } from '../policy-loss.ts';
import { mean, populationDeviation } from '../statistics.ts';
import type { TrainStepRequest } from '../train-step.ts';
import { groupAdvantages } from './advantages.ts';
import { type AnswerFigures, answerFigures } from './answer-figures.ts';
import {
  countDropped,
  type DroppedGroups,
  droppedSentence,
  type GroupOutcome,
  outcomeOf,
  type TrajectoryOutcome,
} from './dropped-groups.ts';
import type { RlConfig } from './rl-config.ts';
import { packedLength, packSequences } from './sequence-packing.ts';
import { trainableTokens } from './token-sequence.ts';
import { normaliseJob, type WeightedSequence, weighSequences } from './token-weights.ts';
import type { Trajectory, TrajectoryGroup } from './trajectory.ts';
import { trajectorySequences } from './trajectory-tokens.ts';

/** AdamW settings of RL jobs; the betas are 0.9 and 0.99. */
const OPTIMIZER = { weightDecay: 0.1, maxGradNorm: 0.1 } as const;

/** Metrics of a job that are known before its first step, under the keys of the events. */
export interface RlJobMetrics extends DroppedGroups, AnswerFigures {
  num_groups_submitted: number;
  /** Groups whose rewards differ. */
  num_groups_trainable: number;
  /** Rollouts, including rollouts that raised an exception. */
  num_trajectories: number;
  num_trainable_tokens: number;
  num_dropped_sequences: number;
  reward: number;
  reward_std_dev: number;
  exception_rate: number;
}

/** Outcome and advantages of one group of the job. */
export interface PlannedGroup {
  outcome: GroupOutcome;
  /** Advantage of each trajectory, before the job's normalisation. */
  advantages: number[];
  outcomes: TrajectoryOutcome[];
}

export interface RlPlan {
  /** One optimizer step for each packed batch; empty if nothing is trainable. */
  steps: TrainStepRequest[];
  metrics: RlJobMetrics;
  groups: PlannedGroup[];
  /** Sentences for the user on data that was left out, and on settings without effect; null if there are none. */
  notice: string | null;
}

/**
 * Turns trajectory groups into optimizer steps: advantages by group, tokens, weights by trajectory, normalisation over
 * the whole job, and packing. `maxLength` is the longest sequence, in tokens, that the model can train on.
 * Throws a `TrainingInputError` for trajectories that cannot be tokenized.
 */
export function* planRlJob(
  groups: readonly TrajectoryGroup[],
  config: RlConfig,
  text: ChatText,
  maxLength: number,
): Cooperative<RlPlan> {
  const advantages = groups.map((group) => groupAdvantages(group.trajectories.map(rewardOf), config.scaleRewards));
  const weighted: WeightedSequence[][] = [];
  for (const [place, group] of groups.entries()) {
    weighted.push(yield* weighGroup(group, place, advantages[place], config, { text, maxLength }));
  }
  const longest = weighted.flat().reduce((most, { ids }) => Math.max(most, ids.length), 0);
  const length = packedLength(longest, config.packedSequenceLength, maxLength);
  const limit = Math.min(length, maxLength);
  const kept = weighted.map((group) => group.filter(({ ids }) => ids.length <= limit));
  const steps = yield* trainingSteps(kept, length, config);
  const sequences = weighted.flat().length;
  const counts = advantages.map((values, place) => {
    return { advantages: values, sequences: weighted[place].length, kept: kept[place].length };
  });
  const metrics: RlJobMetrics = {
    num_groups_submitted: groups.length,
    num_groups_trainable: advantages.filter((values) => values.some((value) => value !== 0)).length,
    num_trajectories: groups.reduce((sum, group) => sum + group.trajectories.length + group.exceptions, 0),
    num_trainable_tokens: yield* tokensTrained(steps),
    num_dropped_sequences: sequences - kept.flat().length,
    ...countDropped(counts),
    ...rewardMetrics(groups),
    ...answerFigures(groups, advantages),
  };
  const planned = counts.map((count, place) => ({
    outcome: outcomeOf(count),
    advantages: [...count.advantages],
    outcomes: trajectoryOutcomes(count.advantages, weighted[place], kept[place]),
  }));
  const notice = noticeOf(metrics, { sequences, steps: steps.length, limit, config });
  return { steps, metrics, groups: planned, notice };
}

function trajectoryOutcomes(
  advantages: readonly number[],
  weighted: readonly WeightedSequence[],
  kept: readonly WeightedSequence[],
): TrajectoryOutcome[] {
  const places = (sequences: readonly WeightedSequence[]) => new Set(sequences.map(({ source }) => source?.trajectory));
  const [withTokens, trained] = [places(weighted), places(kept)];
  return advantages.map((advantage, place) => {
    if (advantage === 0) return 'no_advantage';
    if (trained.has(place)) return 'trained';
    return withTokens.has(place) ? 'too_long' : 'without_tokens';
  });
}

function* weighGroup(
  group: TrajectoryGroup,
  number: number,
  advantages: readonly number[],
  config: RlConfig,
  { text, maxLength }: { text: ChatText; maxLength: number },
): Cooperative<WeightedSequence[]> {
  const weighted: WeightedSequence[] = [];
  const longest = Math.min(config.packedSequenceLength ?? maxLength, maxLength);
  for (const [place, trajectory] of group.trajectories.entries()) {
    if (advantages[place] === 0) continue;
    const sequences = trajectorySequences(trajectory, text, config.allowTrainingWithoutLogprobs, longest);
    for (const [sequence, one] of weighSequences(sequences, advantages[place]).entries()) {
      weighted.push({ ...one, source: { group: number, trajectory: place, sequence } });
    }
    yield;
  }
  return weighted;
}

function* trainingSteps(
  groups: readonly WeightedSequence[][],
  length: number,
  config: RlConfig,
): Cooperative<TrainStepRequest[]> {
  const sequences = yield* normaliseJob(groups.flat(), config.advantageBalance);
  if (!sequences.some(({ advantages }) => advantages.some((advantage) => advantage !== 0))) return [];
  let start = 0;
  const grouped = groups.map((group) => {
    const end = start + group.length;
    const part = sequences.slice(start, end);
    start = end;
    return part;
  });
  const batches = yield* packSequences(grouped, length);
  return batches.map((sequences) => ({
    sequences,
    loss: appliedLoss(config),
    learningRate: config.learningRate * sequences.length ** config.learningRatePower,
    ...OPTIMIZER,
  }));
}

function* tokensTrained(steps: readonly TrainStepRequest[]): Cooperative<number> {
  let tokens = 0;
  for (const { sequences } of steps) {
    tokens += sequences.reduce((sum, item) => sum + trainableTokens(item), 0);
    yield;
  }
  return tokens;
}

function rewardMetrics(
  groups: readonly TrajectoryGroup[],
): Pick<RlJobMetrics, 'reward' | 'reward_std_dev' | 'exception_rate'> {
  const rewards = groups.map((group) => group.trajectories.map(rewardOf));
  const exceptions = groups.reduce((sum, group) => sum + group.exceptions, 0);
  const rollouts = rewards.flat().length + exceptions;
  return {
    reward: mean(rewards.flat()),
    reward_std_dev: rewardDeviation(groups),
    exception_rate: rollouts === 0 ? 0 : exceptions / rollouts,
  };
}

/** Returns the loss, without truncation unless log-probabilities are recomputed: else there is nothing to truncate. */
function appliedLoss({ loss, precalculateLogprobs }: RlConfig): PolicyLoss {
  return precalculateLogprobs ? loss : { ...loss, truncation: null };
}

interface Planned {
  sequences: number;
  steps: number;
  limit: number;
  config: RlConfig;
}

function noticeOf(metrics: RlJobMetrics, { sequences, steps, limit, config }: Planned): string | null {
  const long = metrics.num_dropped_sequences;
  const sentences = [
    steps === 0 ? nothingSentence(metrics, sequences) : null,
    long > 0 ? `${long} of ${sequences} sequences are longer than ${limit} tokens and were dropped.` : null,
    droppedSentence(metrics, metrics.num_groups_submitted),
    config.loss.truncation !== null && !config.precalculateLogprobs
      ? 'truncated_importance_sampling has no effect without precalculate_logprobs; enable that too.'
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function nothingSentence(metrics: RlJobMetrics, sequences: number): string {
  if (metrics.num_groups_empty === metrics.num_groups_submitted) {
    return 'Nothing to train on: the job has no trajectories.';
  }
  if (metrics.num_groups_trainable === 0) {
    return 'Nothing to train on: all rewards within each group are equal, so no answer is better than another.';
  }
  if (sequences === 0) {
    return 'Nothing to train on: no trajectory has log-probabilities. Put the messages and the Choice objects of the chat answers into messages_and_choices.';
  }
  return 'Nothing to train on: no trainable token has an advantage.';
}

/** Returns the mean over groups of the standard deviation of their rewards, without groups of one trajectory. */
export function rewardDeviation(groups: readonly TrajectoryGroup[]): number {
  const rewards = groups.map((group) => group.trajectories.map(rewardOf));
  return mean(rewards.filter((values) => values.length > 1).map(populationDeviation));
}

function rewardOf(trajectory: Trajectory): number {
  return trajectory.reward;
}
