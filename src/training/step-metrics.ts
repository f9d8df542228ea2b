import { isKnown, type PolicyReport } from './policy-loss.ts';
import type { RlJobMetrics } from './rl/rl-job.ts';
import type { SftStep } from './sft/sft-job.ts';
import { mean, percentile } from './statistics.ts';
import type { TrainSequence, TrainStepRequest, TrainStepResult } from './train-step.ts';

/** The data of a `gradient_step` event: finite numbers only, as clients convert every value to a float. */
type StepMetrics = Record<string, number>;

/** Returns the metrics of one RL step, with those of its job, under ART's names. */
export function rlStepMetrics(
  job: RlJobMetrics,
  request: TrainStepRequest,
  result: TrainStepResult,
  seconds: number,
): StepMetrics {
  const { policy } = result;
  const tokens = request.sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  return finiteOnly({
    ...job,
    ...speed(tokens, seconds),
    policy_loss: result.loss,
    'loss/learning_rate': request.learningRate,
    grad_norm: result.gradNorm,
    entropy: result.entropy,
    probs_corr: probabilityCorrelation(request.sequences, result.logprobs),
    ...(policy === null ? {} : ratioMetrics(policy, request.sequences)),
    ...(policy === null || policy.klPolicyRef === null ? {} : { kl_policy_ref: policy.klPolicyRef }),
  });
}

/** Returns the metrics of one SFT batch. `result` is null for a batch without trainable tokens. */
export function sftStepMetrics(step: SftStep, result: TrainStepResult | null, seconds: number): StepMetrics {
  return finiteOnly({
    ...step.metrics,
    loss: result?.loss ?? 0,
    learning_rate: step.learningRate,
    grad_norm: result?.gradNorm ?? 0,
    tokens_per_second: step.metrics.num_tokens / seconds,
    ...(result === null ? {} : speed(step.metrics.num_tokens, seconds)),
  });
}

/** Returns speed metrics. Clients use other names for the times that they measure themselves. */
function speed(tokens: number, seconds: number): StepMetrics {
  return { 'time/step_seconds': seconds, 'throughput/tokens_per_second': tokens / seconds };
}

/**
 * Returns Pearson's correlation of the probabilities that sampler and trainer give to trained tokens. `logprobs` are
 * the trainer's, [T] for each sequence. The result is 0 for fewer than two tokens, or if one side is constant.
 */
export function probabilityCorrelation(
  sequences: readonly Pick<TrainSequence, 'mask' | 'oldLogprobs' | 'sampledLogprobs'>[],
  logprobs: readonly Float32Array[],
): number {
  const pairs = sequences.flatMap((sequence, place) => probabilityPairs(sequence, logprobs[place]));
  return correlation(
    pairs.map(({ sampler }) => Math.exp(sampler)),
    pairs.map(({ trainer }) => Math.exp(trainer)),
  );
}

/** Log-probabilities of one token under the sampler and under the trainer. */
interface LogprobPair {
  sampler: number;
  trainer: number;
}

/** Returns pairs for trained tokens whose sampling log-probability is known; others would compare with themselves. */
function probabilityPairs(
  { mask, oldLogprobs, sampledLogprobs }: Pick<TrainSequence, 'mask' | 'oldLogprobs' | 'sampledLogprobs'>,
  logprobs: Float32Array,
): LogprobPair[] {
  const sampled = sampledLogprobs ?? oldLogprobs;
  const pairs: LogprobPair[] = [];
  mask.forEach((bit, place) => {
    if (bit === 1 && isKnown(sampled[place])) pairs.push({ sampler: sampled[place], trainer: logprobs[place] });
  });
  return pairs;
}

/** Returns statistics of ratios, before cap and mask, over trained tokens of a weight other than 0. */
function ratioMetrics({ ratios, clippedTokens }: PolicyReport, sequences: readonly TrainSequence[]): StepMetrics {
  const seen = sequences.flatMap(({ mask, weight }, place) =>
    weight === 0 ? [] : Array.from(ratios[place]).filter((_, token) => mask[token] === 1),
  );
  if (seen.length === 0) return {};
  const ascending = Float64Array.from(seen).sort();
  return {
    'loss/importance_ratio_mean': mean(seen),
    'loss/importance_ratio_p95': percentile(ascending, 0.95),
    'loss/importance_ratio_p99': percentile(ascending, 0.99),
    'loss/clipped_token_fraction': clippedTokens / seen.length,
  };
}

/** Returns Pearson's correlation; 0 for fewer than two pairs, or if one side is constant. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  if (xs.length < 2) return 0;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const covariance = mean(xs.map((x, place) => (x - meanX) * (ys[place] - meanY)));
  const spread = Math.sqrt(mean(xs.map((x) => (x - meanX) ** 2)) * mean(ys.map((y) => (y - meanY) ** 2)));
  return spread > 0 ? covariance / spread : 0;
}

function finiteOnly(metrics: StepMetrics): StepMetrics {
  return Object.fromEntries(Object.entries(metrics).filter(([, value]) => Number.isFinite(value)));
}
