import type { LossSequence, PolicyLoss, PolicyReport } from './policy-loss.ts';

/** Origin of a sequence in the data of an RL job; indices start at 0. */
export interface SequenceSource {
  group: number;
  trajectory: number;
  /** Index among the sequences of the trajectory that have trainable tokens. */
  sequence: number;
}

/** One training sequence of T tokens. */
export interface TrainSequence extends LossSequence {
  /** [T] */
  ids: Uint32Array;
  source?: SequenceSource;
}

/** The tokens of a sequence, and which of them are trained. */
export type MaskedTokens = Pick<TrainSequence, 'ids' | 'mask'>;

/**
 * One optimizer step over the sequences of one batch: loss = sum over trained tokens of L weight / (trained tokens),
 * where L is defined in `policy-loss.ts`, or -logprob for cross-entropy.
 */
export interface TrainStepRequest {
  sequences: TrainSequence[];
  loss: PolicyLoss | 'cross_entropy';
  learningRate: number;
  weightDecay: number;
  /** Upper bound to which the global gradient norm is clipped. */
  maxGradNorm: number;
}

export interface TrainStepResult {
  loss: number;
  /** Mean over trained tokens of entropy times weight, in nats. */
  entropy: number;
  /** Global L2 norm before clipping. */
  gradNorm: number;
  maskedTokens: number;
  /** For each sequence [T]: log-probability of each token under the weights before this step; 0 if not trained. */
  logprobs: Float32Array[];
  /** For each sequence [T]: entropy in nats of the distribution that predicts each token; 0 if not trained. */
  entropies: Float32Array[];
  /** Ratio and KL statistics; null for cross-entropy. */
  policy: PolicyReport | null;
}
