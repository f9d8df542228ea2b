import { isKnown, type PolicyReport } from './policy-loss.ts';
import type { RlJobMetrics } from './rl/rl-job.ts';
import type { SftStep } from './sft/sft-job.ts';
import { mean, percentile } from './statistics.ts';
import type { TrainSequence, TrainStepRequest, TrainStepResult } from './train-step.ts';

/** The data of a `gradient_step` event: finite numbers only, as clients convert every value to a float. */
type StepMetrics = Record<string, number>;

/** What one RL step reports, with the facts of its job (art-protocol 5.7 and 5.9). */
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

/** What one SFT batch reports; `result` null is a batch in which no example was left. */
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

/** The names are none of those that clients make of their own clocks. */
function speed(tokens: number, seconds: number): StepMetrics {
  return { 'time/step_seconds': seconds, 'throughput/tokens_per_second': tokens / seconds };
}

/**
 * Pearson's correlation of what the sampler and the trainer, whose log-probabilities are [T] for each sequence, give
 * trained tokens; 0 for fewer than two and where one side is constant.
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

/** The log-probability of one token, by who sampled it and by who trains on it. */
interface LogprobPair {
  sampler: number;
  trainer: number;
}

/** The trained tokens whose log-probability at sampling is known: another would be compared with itself. */
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

/** Over trained tokens of a weight other than 0; ratios are those before cap and mask. */
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

/** Pearson's; 0 for fewer than two pairs and where one side is constant. */
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
