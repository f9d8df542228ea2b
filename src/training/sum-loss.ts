/**
 * A loss of the Tinker API: a sum over tokens of a function of each target's log-probability l:
 *
 *   cross_entropy        -sum w l
 *   importance_sampling  -sum r A                                 r = exp(l - q), the exponent cut to +-20
 *   ppo                  -sum min(r A, clip(r, low, high) A)
 *   cispo                -sum stop(clip(r, low, high)) l A
 *   dro                  -sum (l A - beta/2 (l - q)^2)
 *   gspo                 ppo with s for r: s = exp of the mean of l - q over the tokens of `ratioMask`. The gradient
 *                        flows through each token's l: s_t = stop(s) exp(l - stop(l))
 */
export type SumLoss =
  | { fn: 'cross_entropy' }
  | { fn: 'importance_sampling' }
  | { fn: 'ppo' | 'cispo' | 'gspo'; low: number; high: number }
  | { fn: 'dro'; beta: number };

/** T tokens with explicit targets. Entry t of each array except `ids` is about the prediction of row t - 1. */
export interface TargetedSequence {
  /** [T] The last id is never read. */
  ids: Uint32Array;
  /** [T] Target ids; they may differ from `ids`. */
  targets: Uint32Array;
  /** [T] 1, since all log-probabilities are reported; 0 for the first token and for copied log-probabilities. */
  mask: Uint8Array;
  /** [T] w of cross-entropy, of any sign; A of the other losses. */
  weights: Float32Array;
  /** [T] q; cross-entropy does not read it. */
  oldLogprobs: Float32Array;
  /** [T] 1 for tokens that enter the sequence ratio of gspo; null for all tokens. */
  ratioMask: Uint8Array | null;
}

interface SumOfTokens {
  loss: number;
  /** [T] dLoss / dl for each sequence. */
  slopes: Float32Array[];
}

const MAX_LOG_RATIO = 20;

/** Computes loss and derivatives in float64. `logprobs` is [T] for each sequence. */
export function sumLoss(
  loss: SumLoss,
  sequences: readonly TargetedSequence[],
  logprobs: readonly Float32Array[],
): SumOfTokens {
  let sum = 0;
  const slopes = sequences.map((sequence, s) => {
    const own = new Float32Array(sequence.ids.length);
    const ratio = loss.fn === 'gspo' ? sequenceRatio(sequence, logprobs[s]) : null;
    for (let t = 1; t < own.length; t++) {
      const token = tokenOf(loss, sequence.weights[t], logprobs[s][t], sequence.oldLogprobs[t], ratio);
      sum += token.loss;
      own[t] = token.slope;
    }
    return own;
  });
  return { loss: sum, slopes };
}

/** Computes loss and slope of one token. `ratio` is the sequence ratio of gspo, else null. */
function tokenOf(
  loss: SumLoss,
  weight: number,
  l: number,
  q: number,
  ratio: number | null,
): { loss: number; slope: number } {
  if (loss.fn === 'cross_entropy') return { loss: -weight * l, slope: -weight };
  const d = l - q;
  if (loss.fn === 'dro') return { loss: -(l * weight - (loss.beta / 2) * d * d), slope: loss.beta * d - weight };
  const r = ratio ?? cutExponential(d);
  const flows = ratio !== null || Math.abs(d) <= MAX_LOG_RATIO;
  const rising = -r * weight;
  if (loss.fn === 'importance_sampling') return { loss: rising, slope: flows ? rising : 0 };
  const clipped = -Math.min(loss.high, Math.max(loss.low, r)) * weight;
  if (loss.fn === 'cispo') return { loss: clipped * l, slope: clipped };
  return rising >= clipped ? { loss: rising, slope: flows ? rising : 0 } : { loss: clipped, slope: 0 };
}

function sequenceRatio({ ids, oldLogprobs, ratioMask }: TargetedSequence, logprobs: Float32Array): number {
  let sum = 0;
  let count = 0;
  for (let t = 1; t < ids.length; t++) {
    if (ratioMask !== null && !ratioMask[t]) continue;
    sum += logprobs[t] - oldLogprobs[t];
    count++;
  }
  return cutExponential(count === 0 ? 0 : sum / count);
}

function cutExponential(d: number): number {
  return Math.exp(Math.min(MAX_LOG_RATIO, Math.max(-MAX_LOG_RATIO, d)));
}
