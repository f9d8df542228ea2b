import { MIN_PREFIX_TOKENS } from '../../src/training/shared-prefix.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { randomNumbers } from './chat-texts.ts';

/** Returns a sequence; `supervised` tells of each token whether it is trained on. */
export function trainSequence(ids: readonly number[], supervised: (t: number) => boolean): TrainSequence {
  return {
    ids: Uint32Array.from(ids),
    mask: Uint8Array.from(ids, (_, t) => Number(supervised(t))),
    advantages: Float32Array.from(ids, (_, t) => 1 - (t % 5) / 2),
    weight: 1,
    oldLogprobs: new Float32Array(ids.length).fill(Number.NaN),
  };
}

/**
 * Returns sequences of 2 to about 150 tokens that share prefixes of any length. Each continues a random prefix of an
 * earlier sequence with few distinct tokens, and is trained on from any token, or not at all.
 */
export function relatedSequences(seed: number, count: number): TrainSequence[] {
  const draw = randomNumbers(seed + 1);
  const below = (limit: number) => Math.floor(draw() * limit);
  const made: number[][] = [];
  return Array.from({ length: count }, () => {
    const earlier = made[below(made.length + 1)] ?? [];
    const ids = [
      ...earlier.slice(0, below(earlier.length + 1)),
      ...Array.from({ length: 2 + below(60) }, () => below(2)),
    ].slice(0, 150);
    made.push(ids);
    const from = draw() < 0.5 ? ids.length - 1 - below(20) : below(ids.length + 9);
    const holes = draw();
    return trainSequence(ids, (t) => t >= from && draw() < holes);
  });
}

/** Counts the tokens that two sequences may share, one by one. */
export function sharedTokens(one: TrainSequence, other: TrainSequence): number {
  let count = 0;
  while (
    [one, other].every(({ ids, mask }) => count < ids.length && !(count > 0 && mask[count]) && !mask[count + 1]) &&
    one.ids[count] === other.ids[count]
  ) {
    count++;
  }
  return count < MIN_PREFIX_TOKENS ? 0 : count;
}

/** Counts the tokens of all sequences, shared tokens once. */
export function tokensOnce(sequences: readonly TrainSequence[]): number {
  return sequences.reduce((sum, sequence, place) => {
    const shared = sequences.slice(0, place).map((earlier) => sharedTokens(sequence, earlier));
    return sum + sequence.ids.length - Math.max(0, ...shared);
  }, 0);
}
