import type { RlJobMetrics } from './rl/rl-job.ts';
import type { SftStep } from './sft/sft-job.ts';
import { mean } from './statistics.ts';
import type { TrainSequence, TrainStepRequest, TrainStepResult } from './train-step.ts';

/** Log-ratios beyond this are cut before the exponential. */
const MAX_LOG_RATIO = 20;

/** The data of a `gradient_step` event: finite numbers only, as clients convert every value to a float. */
export type StepMetrics = Record<string, number>;

/** What one RL step reports, with the facts of its job. */
export function rlStepMetrics(job: RlJobMetrics, request: TrainStepRequest, result: TrainStepResult): StepMetrics {
  const pairs = request.sequences.flatMap((sequence, place) => probabilityPairs(sequence, result.logprobs[place]));
  const ratios = pairs.map(({ old, now }) => Math.exp(clamp(now - old, -MAX_LOG_RATIO, MAX_LOG_RATIO)));
  return finiteOnly({
    ...job,
    policy_loss: result.loss,
    'loss/learning_rate': request.learningRate,
    grad_norm: result.gradNorm,
    entropy: result.entropy,
    probs_corr: correlation(
      pairs.map(({ old }) => Math.exp(old)),
      pairs.map(({ now }) => Math.exp(now)),
    ),
    ...ratioMetrics(ratios, 1 - request.epsilon, 1 + request.epsilonHigh),
  });
}

/** What one SFT batch reports; `result` null is a batch in which no row was left. */
export function sftStepMetrics(step: SftStep, result: TrainStepResult | null, seconds: number): StepMetrics {
  return finiteOnly({
    ...step.metrics,
    loss: result?.loss ?? 0,
    learning_rate: step.learningRate,
    grad_norm: result?.gradNorm ?? 0,
    tokens_per_second: step.metrics.num_tokens / seconds,
  });
}

interface LogprobPair {
  old: number;
  now: number;
}

/** Tokens without a known log-probability count as sampled by the current policy. */
function probabilityPairs(sequence: TrainSequence, logprobs: Float32Array): LogprobPair[] {
  const pairs: LogprobPair[] = [];
  sequence.mask.forEach((bit, place) => {
    if (bit === 0) return;
    const now = logprobs[place];
    const old = sequence.oldLogprobs[place];
    pairs.push({ old: Number.isNaN(old) ? now : old, now });
  });
  return pairs;
}

function ratioMetrics(ratios: readonly number[], lower: number, upper: number): StepMetrics {
  if (ratios.length === 0) return {};
  const ascending = [...ratios].sort((one, other) => one - other);
  return {
    'loss/importance_ratio_mean': mean(ratios),
    'loss/importance_ratio_p95': percentile(ascending, 0.95),
    'loss/importance_ratio_p99': percentile(ascending, 0.99),
    'loss/clipped_token_fraction': mean(ratios.map((ratio) => (ratio < lower || ratio > upper ? 1 : 0))),
  };
}

/** The smallest value that at least the share `p` of all values does not exceed. */
function percentile(ascending: readonly number[], p: number): number {
  return ascending[Math.max(0, Math.ceil(p * ascending.length) - 1)];
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

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
