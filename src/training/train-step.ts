import type { LossSequence, PolicyLoss, PolicyReport } from './policy-loss.ts';

/** Where in an RL job's data a sequence comes from: places from 0. */
export interface SequenceSource {
  group: number;
  trajectory: number;
  /** Among those of its trajectory that have something to train on. */
  sequence: number;
}

/** One training sequence of T tokens. */
export interface TrainSequence extends LossSequence {
  /** [T] */
  ids: Uint32Array;
  source?: SequenceSource;
}

/** What log-probabilities need of a sequence: the tokens, and which of them are trained on. */
export type MaskedTokens = Pick<TrainSequence, 'ids' | 'mask'>;

/**
 * One optimizer step over the sequences of one batch: loss = sum over trained tokens of L weight / (trained tokens),
 * where L is what `policy-loss.ts` says, or -logprob for cross-entropy.
 */
export interface TrainStepRequest {
  sequences: TrainSequence[];
  loss: PolicyLoss | 'cross_entropy';
  learningRate: number;
  weightDecay: number;
  /** Clip the global gradient norm to this. */
  maxGradNorm: number;
}

export interface TrainStepResult {
  loss: number;
  /** Mean over trained tokens of entropy times weight, in nats. */
  entropy: number;
  /** Global L2 norm before clipping. */
  gradNorm: number;
  maskedTokens: number;
  /** For each sequence [T]: the log-probability of each token under the weights before this step (0 where unmasked). */
  logprobs: Float32Array[];
  /** For each sequence [T]: the entropy of the distribution that a token was taken from, in nats (0 where unmasked). */
  entropies: Float32Array[];
  /** What is known of ratios and KL; null for cross-entropy. */
  policy: PolicyReport | null;
}
