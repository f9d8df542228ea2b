import { type PolicyReport, stepLoss } from '../policy-loss.ts';
import type { TrainSequence, TrainStepRequest } from '../train-step.ts';
import type { MicroBatch } from './micro-batch.ts';

/** (log-probability, entropy) of each supervised token, in the order of the batches' `places`. */
type TokenStatistics = Float32Array;

/** Writes each token's log-probability into `logprobs`, [T] for each sequence. */
export function placeLogprobs(
  statistics: TokenStatistics,
  batches: readonly MicroBatch[],
  logprobs: Float32Array[],
): void {
  forEachToken(batches, (sequence, token, i) => {
    logprobs[sequence][token] = statistics[2 * i];
  });
}

/** Returns each token's entropy, [T] for each sequence. */
export function placedEntropies(
  statistics: TokenStatistics,
  batches: readonly MicroBatch[],
  sequences: readonly TrainSequence[],
): Float32Array[] {
  const entropies = sequences.map(({ ids }) => new Float32Array(ids.length));
  forEachToken(batches, (sequence, token, i) => {
    entropies[sequence][token] = statistics[2 * i + 1];
  });
  return entropies;
}

/** Returns the sum over tokens of entropy times the weight of the sequence. */
export function weightedEntropy(
  statistics: TokenStatistics,
  batches: readonly MicroBatch[],
  sequences: TrainSequence[],
): number {
  let entropy = 0;
  forEachToken(batches, (sequence, _, i) => {
    entropy += statistics[2 * i + 1] * sequences[sequence].weight;
  });
  return entropy;
}

/** Computes the loss of the step from the device's log-probabilities. */
export function lossReport(
  { loss, sequences }: TrainStepRequest,
  logprobs: Float32Array[],
): { loss: number; policy: PolicyReport | null } {
  if (loss === 'cross_entropy') return { loss: meanCrossEntropy(sequences, logprobs), policy: null };
  const { loss: value, ratios, clipped, clippedTokens, klPolicyRef } = stepLoss(loss, sequences, logprobs);
  return { loss: value, policy: { ratios, clipped, clippedTokens, klPolicyRef } };
}

function meanCrossEntropy(sequences: readonly TrainSequence[], logprobs: Float32Array[]): number {
  let sum = 0;
  let count = 0;
  sequences.forEach(({ mask, weight }, s) => {
    for (let t = 1; t < mask.length; t++) {
      if (!mask[t]) continue;
      sum -= weight * logprobs[s][t];
      count++;
    }
  });
  return count === 0 ? 0 : sum / count;
}

function forEachToken(
  batches: readonly MicroBatch[],
  visit: (sequence: number, token: number, i: number) => void,
): void {
  let i = 0;
  for (const { places } of batches) for (const { sequence, token } of places) visit(sequence, token, i++);
}
