/** One training sequence of T tokens. Per-token arrays are indexed by the token they score; entry 0 is never scored. */
export interface TrainSequence {
  ids: Uint32Array;
  /** [T] 1 where the token is trained on. */
  mask: Uint8Array;
  /** [T] advantage times weight; 1 for supervised tokens. */
  advantages: Float32Array;
  /** [T] log-probability at sampling time; NaN means sampled by the current policy (ratio 1), as in SFT. */
  oldLogprobs: Float32Array;
}

/**
 * One optimizer step. Loss = sum over tokens of -clip(ratio, 1 - epsilon, 1 + epsilonHigh) * advantage * logprob * mask,
 * divided by the number of masked tokens, where ratio = exp(logprob - oldLogprob) carries no gradient (CISPO).
 * With oldLogprobs NaN and advantages 1 it is the mean token cross-entropy.
 */
export interface TrainStepRequest {
  sequences: TrainSequence[];
  epsilon: number;
  epsilonHigh: number;
  learningRate: number;
  weightDecay: number;
  /** Clip the global gradient norm to this. */
  maxGradNorm: number;
}

export interface TrainStepResult {
  loss: number;
  /** Mean over masked tokens, in nats. */
  entropy: number;
  /** Global L2 norm before clipping. */
  gradNorm: number;
  maskedTokens: number;
  /** For each sequence [T]: the log-probability of each token under the weights before this step (0 where unmasked). */
  logprobs: Float32Array[];
}
