/**
 * One sampled answer of the reference for an RL job's data. The reference follows sections 5.2 to 5.5 of the protocol,
 * not the code, in float64. It gives every trained token an advantage, a weight and a log-probability at sampling.
 */
export interface ReferenceAnswer {
  prompt: number[];
  sampled: number[];
  /** Log-probabilities, null if unknown; the whole list is null if the answer was not sampled for training. */
  logprobs: (number | null)[] | null;
}

export interface ReferenceTrajectory {
  reward: number;
  /** Conversations, each a list of answers in order. */
  histories: ReferenceAnswer[][];
  /** Whether the conversation was captured, and so may interleave several conversations. */
  captured: boolean;
}

export interface ReferenceSettings {
  scaleRewards: boolean;
  balance: number;
  withoutLogprobs: boolean;
  maxLength: number;
}

export interface ReferenceSequence {
  ids: number[];
  /** Trained tokens by position. */
  trained: Map<number, { advantage: number; weight: number; old: number | null }>;
}

interface Entry {
  ids: number[];
  old: Map<number, number | null>;
  advantage: number;
  weight: number;
}

/** Returns the sequences of the groups; empty if there is nothing to train on. */
export function referenceSequences(
  groups: readonly ReferenceTrajectory[][],
  { scaleRewards, balance, withoutLogprobs, maxLength }: ReferenceSettings,
): ReferenceSequence[] {
  const entries: Entry[] = [];
  for (const group of groups) {
    const advantages = advantagesOf(
      group.map(({ reward }) => reward),
      scaleRewards,
    );
    group.forEach((trajectory, i) => {
      if (advantages[i] === 0) return;
      const kept = trajectory.histories.flat().filter(({ logprobs }) => logprobs !== null || withoutLogprobs);
      const sequences = (trajectory.captured ? interleaved(kept) : inOrder(kept)).filter(({ old }) => old.size > 0);
      const tokens = sequences.reduce((sum, { old }) => sum + old.size, 0);
      for (const one of sequences) entries.push({ ...one, advantage: advantages[i], weight: 1 / (tokens + 1e-6) });
    });
  }
  return normalised(
    entries.filter(({ ids }) => ids.length <= maxLength),
    balance,
  );
}

function advantagesOf(rewards: number[], scale: boolean): number[] {
  const n = rewards.length;
  if (n <= 1 || rewards.every((r) => Math.abs(r - rewards[0]) <= 1e-12)) return rewards.map(() => 0);
  let mu = 0;
  for (const r of rewards) mu += r / n;
  let variance = 0;
  for (const r of rewards) variance += (r - mu) ** 2 / n;
  return rewards.map((r) => (scale ? (r - mu) / (Math.sqrt(variance) + 1e-6) : r - mu));
}

type Sequence = Pick<Entry, 'ids' | 'old'>;

/** Splits one conversation: an answer whose prompt does not extend the running sequence starts a new sequence. */
function inOrder(answers: readonly ReferenceAnswer[]): Sequence[] {
  const closed: Sequence[] = [];
  let running: Sequence | null = null;
  for (const answer of answers) {
    if (running === null || !begins(answer.prompt, running.ids)) {
      running = { ids: [], old: new Map() };
      closed.push(running);
    }
    append(running, answer);
  }
  return closed;
}

/** Groups captured answers: the first answer that extends another continues its sequence, others start a new one. */
function interleaved(answers: readonly ReferenceAnswer[]): Sequence[] {
  const sequences: Sequence[] = [];
  const sequenceOf = new Map<ReferenceAnswer, Sequence>();
  const continued = new Set<ReferenceAnswer>();
  answers.forEach((answer, i) => {
    const parent = answers
      .slice(0, i)
      .filter((earlier) => begins(answer.prompt, [...earlier.prompt, ...earlier.sampled]))
      .sort((one, other) => other.prompt.length + other.sampled.length - one.prompt.length - one.sampled.length)
      .at(0);
    let own = parent && !continued.has(parent) ? sequenceOf.get(parent) : undefined;
    if (parent) continued.add(parent);
    if (own === undefined) {
      own = { ids: [], old: new Map() };
      sequences.push(own);
    }
    append(own, answer);
    sequenceOf.set(answer, own);
  });
  return sequences;
}

function begins(ids: readonly number[], beginning: readonly number[]): boolean {
  return beginning.length <= ids.length && beginning.every((id, at) => ids[at] === id);
}

function append(sequence: Sequence, { prompt, sampled, logprobs }: ReferenceAnswer): void {
  sequence.ids = [...prompt];
  sampled.forEach((id, at) => {
    // The first token has no context that predicts it.
    if (sequence.ids.length > 0) sequence.old.set(sequence.ids.length, logprobs?.[at] ?? null);
    sequence.ids.push(id);
  });
}

function normalised(entries: readonly Entry[], balance: number): ReferenceSequence[] {
  const overTokens = (value: (entry: Entry) => number): number => {
    let sum = 0;
    let tokens = 0;
    for (const entry of entries) {
      for (let i = 0; i < entry.old.size; i++) sum += value(entry);
      tokens += entry.old.size;
    }
    return sum / tokens;
  };
  const meanWeight = overTokens(({ weight }) => weight);
  const balanced = ({ advantage }: Entry): number => {
    if (balance > 0 && advantage < 0) return advantage * (1 - balance);
    if (balance < 0 && advantage > 0) return advantage * (1 + balance);
    return advantage;
  };
  const size = overTokens((entry) => (Math.abs(balanced(entry)) * entry.weight) / meanWeight);
  if (!(size > 0)) return [];
  return entries.map((entry) => {
    const trained: ReferenceSequence['trained'] = new Map();
    const [advantage, weight] = [balanced(entry) / size, entry.weight / meanWeight];
    for (const [position, old] of entry.old) trained.set(position, { advantage, weight, old });
    return { ids: entry.ids, trained };
  });
}
