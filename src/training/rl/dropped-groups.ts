/** Counts of a job's groups that are left out of training, by reason. */
export interface DroppedGroups {
  num_groups_empty: number;
  num_groups_single: number;
  num_groups_equal_rewards: number;
  /** No trajectory with a nonzero advantage has trainable tokens. */
  num_groups_without_tokens: number;
  num_groups_too_long: number;
}

/** Outcome of a group of an RL job. */
export type GroupOutcome = 'trained' | (keyof DroppedGroups extends `num_groups_${infer Reason}` ? Reason : never);

/** Outcome of a trajectory; `no_advantage` if its reward is the mean of its group. */
export type TrajectoryOutcome = 'trained' | 'no_advantage' | 'without_tokens' | 'too_long';

/** Advantages and sequence counts of one group, as its job is planned. */
interface GroupCounts {
  advantages: readonly number[];
  /** Number of sequences with trainable tokens, before and after sequences that are too long are dropped. */
  sequences: number;
  kept: number;
}

export function countDropped(groups: readonly GroupCounts[]): DroppedGroups {
  const count = (reason: keyof DroppedGroups) => groups.filter((group) => reasonOf(group) === reason).length;
  return {
    num_groups_empty: count('num_groups_empty'),
    num_groups_single: count('num_groups_single'),
    num_groups_equal_rewards: count('num_groups_equal_rewards'),
    num_groups_without_tokens: count('num_groups_without_tokens'),
    num_groups_too_long: count('num_groups_too_long'),
  };
}

export function outcomeOf(group: GroupCounts): GroupOutcome {
  return (reasonOf(group)?.slice('num_groups_'.length) ?? 'trained') as GroupOutcome;
}

/** Returns why a group is left out of training; null if it is trained on. */
function reasonOf({ advantages, sequences, kept }: GroupCounts): keyof DroppedGroups | null {
  if (advantages.length === 0) return 'num_groups_empty';
  if (advantages.length === 1) return 'num_groups_single';
  if (advantages.every((advantage) => advantage === 0)) return 'num_groups_equal_rewards';
  if (sequences === 0) return 'num_groups_without_tokens';
  return kept === 0 ? 'num_groups_too_long' : null;
}

const WORDS: Record<keyof DroppedGroups, string> = {
  num_groups_empty: 'without trajectories',
  num_groups_single: 'with a single trajectory, so nothing to compare it with',
  num_groups_equal_rewards: 'with equal rewards',
  num_groups_without_tokens: 'without log-probabilities',
  num_groups_too_long: 'with only too long sequences',
};

/** Returns a sentence on the groups that were left out; null if there are none. */
export function droppedSentence(dropped: DroppedGroups, submitted: number): string | null {
  const parts = (Object.keys(WORDS) as (keyof DroppedGroups)[])
    .filter((reason) => dropped[reason] > 0)
    .map((reason) => `${dropped[reason]} ${WORDS[reason]}`);
  if (parts.length === 0) return null;
  const all = (Object.keys(WORDS) as (keyof DroppedGroups)[]).reduce((sum, reason) => sum + dropped[reason], 0);
  return `${all} of ${submitted} groups provide no training signal and were dropped: ${parts.join('; ')}.`;
}
