import type { TrainSequence } from '../train-step.ts';
import { type TokenSequence, trainableTokens } from './token-sequence.ts';

/** A token sequence with what one trajectory gives all its sampled tokens. */
export interface WeightedSequence extends TokenSequence {
  advantage: number;
  /** 1 / (trainable tokens of the trajectory, over all its sequences). */
  weight: number;
}

const SMALL = 1e-6;

/** One trajectory's sequences with its advantage and weight. */
export function weighSequences(sequences: readonly TokenSequence[], advantage: number): WeightedSequence[] {
  const tokens = sequences.reduce((sum, sequence) => sum + trainableTokens(sequence), 0);
  const weight = 1 / (tokens + SMALL);
  return sequences.map((sequence) => ({ ...sequence, advantage, weight }));
}

/**
 * Applies `advantageBalance`, then divides by the mean of |A| w over the trainable tokens of the whole job, so that it
 * becomes 1; a mean weight of 1 cancels out of that. Returns the sequences with A w on every trainable token; all zeros
 * where no advantage is left.
 */
export function normaliseJob(sequences: readonly WeightedSequence[], advantageBalance: number): TrainSequence[] {
  const tokens = sequences.map(trainableTokens);
  const products = sequences.map(({ advantage, weight }) => balance(advantage, advantageBalance) * weight);
  const scale = sum(products.map((product, place) => Math.abs(product) * tokens[place])) / sum(tokens);
  return sequences.map(({ ids, mask, oldLogprobs }, place) => {
    const product = scale > 0 ? products[place] / scale : 0;
    return { ids, mask, oldLogprobs, advantages: Float32Array.from(mask, (bit) => (bit === 1 ? product : 0)) };
  });
}

/** b > 0 takes (1 - b) of negative advantages, b < 0 takes (1 + b) of positive ones. */
function balance(advantage: number, b: number): number {
  if (b > 0 && advantage < 0) return advantage * (1 - b);
  if (b < 0 && advantage > 0) return advantage * (1 + b);
  return advantage;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
