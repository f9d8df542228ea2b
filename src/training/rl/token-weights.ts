import type { Cooperative } from '../cooperative.ts';
import type { SequenceSource, TrainSequence } from '../train-step.ts';
import { type TokenSequence, trainableTokens } from './token-sequence.ts';

/** A token sequence with the advantage and weight of its trajectory, which apply to all sampled tokens. */
export interface WeightedSequence extends TokenSequence {
  advantage: number;
  /** 1 / (trainable tokens of the trajectory, over all its sequences). */
  weight: number;
  source?: SequenceSource;
}

const SMALL = 1e-6;

/** Attaches a trajectory's advantage and weight to its sequences. */
export function weighSequences(sequences: readonly TokenSequence[], advantage: number): WeightedSequence[] {
  const tokens = sequences.reduce((sum, sequence) => sum + trainableTokens(sequence), 0);
  const weight = 1 / (tokens + SMALL);
  return sequences.map((sequence) => ({ ...sequence, advantage, weight }));
}

/**
 * Divides weights by their mean over the trainable tokens of the whole job, applies `advantageBalance`, then divides
 * advantages by the mean of |A| w over these tokens. Both means become 1. Returns the sequences with A on every
 * trainable token, or all zeros if no advantage is left.
 */
export function* normaliseJob(
  sequences: readonly WeightedSequence[],
  advantageBalance: number,
): Cooperative<TrainSequence[]> {
  const tokens: number[] = [];
  for (const sequence of sequences) {
    tokens.push(trainableTokens(sequence));
    yield;
  }
  const all = sum(tokens);
  const meanWeight = sum(sequences.map(({ weight }, place) => weight * tokens[place])) / all;
  const weights = sequences.map(({ weight }) => (all > 0 ? weight / meanWeight : 1));
  const balanced = sequences.map(({ advantage }) => balance(advantage, advantageBalance));
  const scale = sum(balanced.map((value, place) => Math.abs(value) * weights[place] * tokens[place])) / all;
  const normalised: TrainSequence[] = [];
  for (const [place, { ids, mask, oldLogprobs, source }] of sequences.entries()) {
    const value = scale > 0 ? balanced[place] / scale : 0;
    const advantages = Float32Array.from(mask, (bit) => (bit === 1 ? value : 0));
    normalised.push({ ids, mask, oldLogprobs, advantages, weight: weights[place], source });
    yield;
  }
  return normalised;
}

/** Scales negative advantages by 1 - b if b > 0, and positive advantages by 1 + b if b < 0. */
function balance(advantage: number, b: number): number {
  if (b > 0 && advantage < 0) return advantage * (1 - b);
  if (b < 0 && advantage > 0) return advantage * (1 + b);
  return advantage;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
