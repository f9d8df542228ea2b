import { logSoftmax } from './cross-entropy.ts';

export interface Cuts {
  temperature: number;
  /** Number of tokens kept; 0 keeps all. */
  topK: number;
  topP: number;
  /** Least probability relative to the most likely token; 0 or absent keeps all. */
  minP?: number;
}

/**
 * Computes the distribution that a token is sampled from: softmax(z / temperature), limited to tokens at least minP
 * times as likely as the most likely, then to the topK best and renormalised, then to the smallest set of best tokens
 * with mass of at least topP and renormalised. Logits must be distinct, except -Infinity.
 */
export function samplingDistribution(z: ArrayLike<number>, { temperature, topK, topP, minP = 0 }: Cuts): Float64Array {
  const probabilities = logSoftmax(Float64Array.from(z, (value) => value / temperature)).map(Math.exp);
  const likely = bestFirst(z).filter((v, _, [best]) => probabilities[v] >= minP * probabilities[best]);
  const kept = likely.slice(0, topK === 0 ? likely.length : topK);
  const mass = kept.reduce((sum, v) => sum + probabilities[v], 0);
  const nucleus: number[] = [];
  let held = 0;
  for (const v of kept) {
    if (nucleus.length > 0 && held >= topP * mass) break;
    nucleus.push(v);
    held += probabilities[v];
  }
  return probabilities.map((p, v) => (nucleus.includes(v) ? p / held : 0));
}

/** Returns the `count` best tokens with their raw log-probabilities. Of equal ones the lowest id comes first. */
export function topLogprobs(z: ArrayLike<number>, count: number): { token: number; logp: number }[] {
  const logps = logSoftmax(z);
  return bestFirst(z)
    .slice(0, count)
    .map((token) => ({ token, logp: logps[token] }));
}

function bestFirst(z: ArrayLike<number>): number[] {
  return Array.from({ length: z.length }, (_, v) => v).sort((a, b) => z[b] - z[a] || a - b);
}

/** Computes Pearson's statistic of counts against a distribution, over outcomes of nonzero probability. */
export function chiSquare(counts: ArrayLike<number>, distribution: ArrayLike<number>): number {
  const draws = Array.from(counts).reduce((sum, count) => sum + count, 0);
  return Array.from(distribution).reduce((sum, p, i) => {
    if (p === 0) return counts[i] === 0 ? sum : Number.POSITIVE_INFINITY;
    return sum + (counts[i] - draws * p) ** 2 / (draws * p);
  }, 0);
}

/**
 * Returns the value that chi-square with this many degrees of freedom exceeds with probability 1e-4
 * (Wilson & Hilferty 1931; accurate to a few per mille).
 */
export function chiSquareLimit(degrees: number): number {
  const z = 3.719;
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + z * Math.sqrt(spread)) ** 3;
}
