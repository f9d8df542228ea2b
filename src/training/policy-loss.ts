/** Level of ratios, formed from d = logprob - oldLogprob: the token, its whole sequence, or a mean of the two. */
export type RatioLevel = 'token' | 'sequence' | 'average' | 'geometric_average';

/** The loss of an RL step; `stepLoss` has the formulas. */
export interface PolicyLoss {
  fn: 'cispo' | 'ppo';
  /** The ratio is clipped to [1 - epsilon, 1 + epsilonHigh]. */
  epsilon: number;
  epsilonHigh: number;
  level: RatioLevel;
  /** Upper bound of ratios; null for no bound. */
  ratioCap: number | null;
  /** Whether ratios outside the band become 0. */
  maskProbRatio: boolean;
  /** tau * d is subtracted from advantages. */
  tau: number;
  /** The largest exp(oldLogprob - sampledLogprob) that multiplies a token's loss; null for none. */
  truncation: number | null;
  /** KL penalty: shapes advantages by the distance of the sampling or current policy from the reference. */
  kl: { coef: number; source: 'sample' | 'current_learner' } | null;
}

/** Default settings of CISPO (MiniMax 2025). */
export const CISPO: PolicyLoss = {
  fn: 'cispo',
  epsilon: 1,
  epsilonHigh: 4,
  level: 'token',
  ratioCap: null,
  maskProbRatio: false,
  tau: 0,
  truncation: null,
  kl: null,
};

/** Default settings of PPO (Schulman et al. 2017). */
export const PPO: PolicyLoss = { ...CISPO, fn: 'ppo', epsilon: 0.2, epsilonHigh: 0.2 };

/**
 * Inputs of the loss for a training sequence of T tokens, besides the current log-probabilities. Entry t of a per-token
 * array belongs to token t; entry 0 is never read.
 */
export interface LossSequence {
  /** [T] 1 for trained tokens. */
  mask: Uint8Array;
  /** [T] advantage of each trained token, without the weight. Cross-entropy does not read it. */
  advantages: Float32Array;
  /** Weight in the loss of every token of the sequence; 1 in SFT. */
  weight: number;
  /** [T] log-probability that ratios are taken against; NaN means sampled by the current policy (ratio 1). */
  oldLogprobs: Float32Array;
  /** [T] log-probability at sampling time if `oldLogprobs` were recomputed; NaN means the current policy's. */
  sampledLogprobs?: Float32Array;
  /** [T] log-probability under the reference policy; required for a KL penalty only. */
  referenceLogprobs?: Float32Array;
}

/** Ratio and KL statistics of a step. Per-token arrays are [T] for each sequence, 0 for tokens that are not trained. */
export interface PolicyReport {
  /** Ratios before cap and mask. */
  ratios: Float32Array[];
  /** 1 for tokens on which the clip acts, whatever their weight. */
  clipped: Uint8Array[];
  /** Trained tokens of weight other than 0 on which the clip acts: see `isClipped`. */
  clippedTokens: number;
  /** Mean over trained tokens of the log-ratio to the reference; null without a KL penalty. */
  klPolicyRef: number | null;
}

/** The loss of a step and its derivatives. */
interface StepLoss extends PolicyReport {
  loss: number;
  /** dLoss / dlogprob. */
  slopes: Float32Array[];
}

/** Log-ratios are clamped to [-20, 20] before the exponential; a clamped log-ratio has no gradient. */
const MAX_LOG_RATIO = 20;
/** Added to the token count, so that a step without trained tokens does not divide by zero. */
const SMALL = 1e-18;

/**
 * The log-probabilities that dLoss / dlogprob of one token depends on: the token's, its sequence's or the whole step's.
 */
type LossReach = 'token' | 'sequence' | 'step';

export function lossReach({ kl, level, truncation }: PolicyLoss, sequences: readonly LossSequence[]): LossReach {
  const unknown = sequences.some((sequence) => lacks(sequence, sequence.oldLogprobs));
  if (kl && (kl.source === 'current_learner' || unknown)) return 'step';
  const weighed = truncation === null ? [] : sequences.filter(({ sampledLogprobs }) => sampledLogprobs);
  const guessed = weighed.some((sequence) => unknown || lacks(sequence, sequence.sampledLogprobs));
  return level === 'token' && !guessed ? 'token' : 'sequence';
}

/** Returns whether the log-probability of any trained token is unknown. */
function lacks(sequence: LossSequence, logprobs: Float32Array = sequence.oldLogprobs): boolean {
  return trainedTokens(sequence).some((t) => !isKnown(logprobs[t]));
}

/** Returns whether a log-probability is finite. Any other value stands for the current policy's log-probability. */
export function isKnown(logprob: number): boolean {
  return Number.isFinite(logprob);
}

/**
 * Computes the loss of one optimizer step and its derivative by each log-probability l, in float64:
 *
 *   d = l - o, 0 (with gradient) if o is unknown           q = ratio of the level, exponents cut to +-MAX_LOG_RATIO
 *   q <- min(q, ratioCap)                                  q <- 0 outside (1 - epsilon, 1 + epsilonHigh), if masked
 *   A <- A - tau d                                         A <- A + coef (mean k - k), k = s - ref, s = o or l
 *   CISPO  L = -clip(stop(q), 1 - epsilon, 1 + epsilonHigh) A l
 *   PPO    L = -min(q A, clip(q, 1 - epsilon, 1 + epsilonHigh) A)
 *   L <- L min(exp(o - sampled), truncation)
 *   loss = sum L weight / (trained tokens + 1e-18)
 *
 * No gradient flows through A, nor through d and k as parts of A. `logprobs` is [T] for each sequence; only trained
 * tokens are read. Throws an Error if a KL penalty lacks reference log-probabilities.
 */
export function stepLoss(settings: PolicyLoss, sequences: readonly LossSequence[], logprobs: Float32Array[]): StepLoss {
  const tokens = sequences.map(trainedTokens);
  const count = tokens.reduce((sum, { length }) => sum + length, 0);
  const kbar = settings.kl && meanDistance(settings.kl, sequences, logprobs, tokens);
  const slopes = sequences.map(({ mask }) => new Float32Array(mask.length));
  const ratios = sequences.map(({ mask }) => new Float32Array(mask.length));
  const clipped = sequences.map(({ mask }) => new Uint8Array(mask.length));
  let loss = 0;
  let clippedTokens = 0;
  for (const [s, sequence] of sequences.entries()) {
    const d = tokens[s].map((t) => logRatio(sequence, logprobs[s], t));
    const mean = d.reduce((sum, value) => sum + value, 0) / d.length;
    let throughMean = 0;
    for (const [i, t] of tokens[s].entries()) {
      const ratio = ratioOf(settings.level, d[i], mean);
      const advantage = shapedAdvantage(settings, kbar, sequence, logprobs[s], t);
      const share = tokenShare(settings, sequence, logprobs[s][t], t) / (count + SMALL);
      const term = lossOfToken(settings, ratio.value, advantage, logprobs[s][t]);
      loss += term.loss * share;
      slopes[s][t] = (term.byLogprob + term.byRatio * ratio.byOwn) * share;
      throughMean += term.byRatio * ratio.byMean * share;
      ratios[s][t] = ratio.value;
      clipped[s][t] = Number(isClipped(settings, ratio.value, advantage));
      if (sequence.weight !== 0) clippedTokens += clipped[s][t];
    }
    for (const t of tokens[s]) slopes[s][t] += throughMean / tokens[s].length;
  }
  return { loss, slopes, ratios, clipped, clippedTokens, klPolicyRef: kbar };
}

/** Per-token inputs of a loss whose reach is the token. Its only other input is the token's log-probability. */
interface TokenInputs {
  /** [T] for each sequence: includes the KL penalty, but not the tau term. */
  advantages: Float32Array[];
  /** [T] for each sequence: the factor of L. */
  shares: Float32Array[];
}

/** Computes the per-token inputs of a loss whose `lossReach` is 'token'. */
export function tokenInputs(settings: PolicyLoss, sequences: readonly LossSequence[]): TokenInputs {
  const tokens = sequences.map(trainedTokens);
  const count = tokens.reduce((sum, { length }) => sum + length, 0);
  // With this reach, neither the KL penalty nor the truncation reads current log-probabilities. The old ones fill in.
  const known = sequences.map(({ oldLogprobs }) => oldLogprobs);
  const kbar = settings.kl && meanDistance(settings.kl, sequences, known, tokens);
  const advantages = sequences.map(({ mask }) => new Float32Array(mask.length));
  const shares = sequences.map(({ mask }) => new Float32Array(mask.length));
  for (const [s, sequence] of sequences.entries()) {
    for (const t of tokens[s]) {
      advantages[s][t] = shapedAdvantage({ ...settings, tau: 0 }, kbar, sequence, known[s], t);
      shares[s][t] = tokenShare(settings, sequence, known[s][t], t) / (count + SMALL);
    }
  }
  return { advantages, shares };
}

/** Returns the indices of the trained tokens; index 0 is never among them. */
function trainedTokens({ mask }: LossSequence): number[] {
  const places: number[] = [];
  for (let t = 1; t < mask.length; t++) if (mask[t]) places.push(t);
  return places;
}

function logRatio({ oldLogprobs }: LossSequence, logprobs: Float32Array, t: number): number {
  return isKnown(oldLogprobs[t]) ? logprobs[t] - oldLogprobs[t] : 0;
}

interface Ratio {
  value: number;
  /** Derivatives by the token's own d, and by the mean of d over the sequence. */
  byOwn: number;
  byMean: number;
}

function ratioOf(level: RatioLevel, d: number, mean: number): Ratio {
  const own = cutExponential(d);
  const whole = cutExponential(mean);
  switch (level) {
    case 'token':
      return { value: own.value, byOwn: own.slope, byMean: 0 };
    case 'sequence':
      return { value: whole.value, byOwn: 0, byMean: whole.slope };
    case 'average':
      return { value: (own.value + whole.value) / 2, byOwn: own.slope / 2, byMean: whole.slope / 2 };
    case 'geometric_average': {
      const value = Math.sqrt(own.value) * Math.sqrt(whole.value);
      return { value, byOwn: (value * own.flows) / 2, byMean: (value * whole.flows) / 2 };
    }
  }
}

function cutExponential(x: number): { value: number; slope: number; flows: number } {
  const flows = Number(Math.abs(x) <= MAX_LOG_RATIO);
  const value = Math.exp(clamp(x, -MAX_LOG_RATIO, MAX_LOG_RATIO));
  return { value, slope: value * flows, flows };
}

/** Returns the mean of k over the trained tokens of the step. */
function meanDistance(
  kl: NonNullable<PolicyLoss['kl']>,
  sequences: readonly LossSequence[],
  logprobs: Float32Array[],
  tokens: number[][],
): number {
  let sum = 0;
  let count = 0;
  for (const [s, sequence] of sequences.entries()) {
    for (const t of tokens[s]) sum += distance(kl, sequence, logprobs[s], t);
    count += tokens[s].length;
  }
  return sum / (count + SMALL);
}

/** Returns k of one token. */
function distance(
  { source }: NonNullable<PolicyLoss['kl']>,
  { oldLogprobs, referenceLogprobs }: LossSequence,
  logprobs: Float32Array,
  t: number,
): number {
  if (!referenceLogprobs) throw new Error('a KL penalty needs the reference log-probabilities of every sequence');
  const sampled = source === 'sample' && isKnown(oldLogprobs[t]) ? oldLogprobs[t] : logprobs[t];
  return sampled - referenceLogprobs[t];
}

function shapedAdvantage(
  { tau, kl }: PolicyLoss,
  kbar: number | null,
  sequence: LossSequence,
  logprobs: Float32Array,
  t: number,
): number {
  const advantage = sequence.advantages[t] - tau * logRatio(sequence, logprobs, t);
  if (kl === null || kbar === null) return advantage;
  return advantage + kl.coef * (kbar - distance(kl, sequence, logprobs, t));
}

/** Returns weight times truncated importance weight. The current policy's log-probability replaces unknown ones. */
function tokenShare({ truncation }: PolicyLoss, sequence: LossSequence, logprob: number, t: number): number {
  const { weight, oldLogprobs, sampledLogprobs } = sequence;
  if (truncation === null || !sampledLogprobs) return weight;
  const old = isKnown(oldLogprobs[t]) ? oldLogprobs[t] : logprob;
  const sampled = isKnown(sampledLogprobs[t]) ? sampledLogprobs[t] : logprob;
  return weight * Math.min(Math.exp(old - sampled), truncation);
}

interface TokenLoss {
  loss: number;
  /** Derivatives by the log-probability itself and by the ratio before cap and mask. */
  byLogprob: number;
  byRatio: number;
}

/** Computes L of one token without its weight. */
function lossOfToken(settings: PolicyLoss, ratio: number, advantage: number, logprob: number): TokenLoss {
  const [low, high] = band(settings);
  const cap = settings.ratioCap ?? Infinity;
  const capped = Math.min(ratio, cap);
  const kept = !settings.maskProbRatio || (capped > low && capped < high);
  const q = kept ? capped : 0;
  const clipped = clamp(q, low, high);
  if (settings.fn === 'cispo') {
    const weight = clipped * advantage;
    return { loss: -weight * logprob, byLogprob: -weight, byRatio: 0 };
  }
  const free = q * advantage <= clipped * advantage;
  const flows = free && kept && ratio <= cap;
  return { loss: -(free ? q : clipped) * advantage, byLogprob: 0, byRatio: flows ? -advantage : 0 };
}

/** Returns whether the ratio is clipped. CISPO: outside the band. PPO: outside, on the side the advantage pushes to. */
function isClipped(settings: PolicyLoss, ratio: number, advantage: number): boolean {
  const [low, high] = band(settings);
  if (settings.fn === 'cispo') return ratio < low || ratio > high;
  return (advantage > 0 && ratio > high) || (advantage < 0 && ratio < low);
}

function band({ epsilon, epsilonHigh }: PolicyLoss): [low: number, high: number] {
  return [1 - epsilon, 1 + epsilonHigh];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
