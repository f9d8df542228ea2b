import { ADVANTAGE_ALONE, type TokenSlope } from '../../compute/ops/cross_entropy.ts';
import { lossReach, stepLoss, tokenInputs } from '../policy-loss.ts';
import { type SumLoss, sumLoss, type TargetedSequence } from '../sum-loss.ts';
import type { TrainStepRequest } from '../train-step.ts';
import { batchLoss, crossEntropyLoss, tokenLoss } from './batch-loss.ts';
import type { BatchLoss } from './loss-head.ts';
import type { MicroBatch, PredictedTokens } from './micro-batch.ts';

/** dLoss / dlogprob, [T] for each sequence. */
export type Slopes = Float32Array[];

/** The loss that a gradient is computed for. */
export interface Objective {
  sequences: readonly PredictedTokens[];
  /** Log-probabilities that a token's slope depends on: the token's, its sequence's, or those of all sequences. */
  reach: ReturnType<typeof lossReach>;
  /** Loss of a batch if the reach is the token; else null. */
  lossOf: ((batch: MicroBatch) => BatchLoss) | null;
  /** Computes the slopes. `logprobs` is [T] for each sequence; only log-probabilities within the reach are needed. */
  slopesOf(logprobs: Float32Array[]): Slopes;
}

/** Returns the objective of an optimizer step over `count` trained tokens. */
export function stepObjective({ loss, sequences }: TrainStepRequest, count: number): Objective {
  if (loss === 'cross_entropy') {
    const slopesOf = (): Slopes => {
      throw new Error('the cross-entropy loss needs no slopes');
    };
    return { sequences, reach: 'token', lossOf: (batch) => crossEntropyLoss(batch, sequences, count), slopesOf };
  }
  const reach = lossReach(loss, sequences);
  const inputs = reach === 'token' ? tokenInputs(loss, sequences) : null;
  return {
    sequences,
    reach,
    lossOf: inputs && ((batch) => tokenLoss(batch, sequences, loss, inputs)),
    slopesOf: (logprobs) => stepLoss(loss, sequences, logprobs).slopes,
  };
}

/** Returns the objective of a loss that is a sum over tokens. */
export function sumObjective(loss: SumLoss, sequences: readonly TargetedSequence[]): Objective {
  const slope = tokenSlope(loss);
  return {
    sequences,
    reach: slope === null ? 'sequence' : 'token',
    lossOf:
      slope &&
      ((batch) => {
        return batchLoss(batch, sequences, slope, ({ oldLogprobs, weights }, _, t) => {
          return { old: oldLogprobs[t], advantage: weights[t], share: 1 };
        });
      }),
    slopesOf: (logprobs) => sumLoss(loss, sequences, logprobs).slopes,
  };
}

/** Returns parameters with which the kernel computes a token's slope by itself; null if it cannot. */
function tokenSlope(loss: SumLoss): TokenSlope | null {
  const open = { low: 0, high: Infinity };
  switch (loss.fn) {
    case 'cross_entropy':
      return ADVANTAGE_ALONE;
    case 'importance_sampling':
      return { ...ADVANTAGE_ALONE, ...open, ppo: true };
    case 'ppo':
      return { ...ADVANTAGE_ALONE, ppo: true, low: loss.low, high: loss.high };
    case 'cispo':
      return { ...ADVANTAGE_ALONE, low: loss.low, high: loss.high };
    case 'dro':
      return { ...ADVANTAGE_ALONE, tau: loss.beta };
    case 'gspo':
      return null;
  }
}
