/** One supervised token. `old` is its log-probability at sampling, or undefined if the current policy sampled it. */
export interface Supervised {
  token: number;
  old: number | undefined;
  advantage: number;
}

/** Computes log softmax(z). */
export function logSoftmax(z: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(z);
  const top = values.reduce((a, b) => Math.max(a, b));
  const lse = top + Math.log(values.reduce((sum, value) => sum + Math.exp(value - top), 0));
  return values.map((value) => value - lse);
}

/** Computes the entropy -sum p log p. */
export function entropy(z: ArrayLike<number>): number {
  return -logSoftmax(z).reduce((sum, logp) => sum + Math.exp(logp) * logp, 0);
}

/**
 * Computes a token's weight in the loss, a constant: clip(exp(logp - old), low, high) * advantage * perToken (CISPO,
 * MiniMax 2025). Without `old` the ratio is 1, and is clipped too.
 */
export function tokenWeight(
  logp: number,
  { old, advantage }: Supervised,
  { low, high, perToken }: { low: number; high: number; perToken: number },
): number {
  const ratio = old === undefined ? 1 : Math.exp(logp - old);
  return Math.min(Math.max(ratio, low), high) * advantage * perToken;
}

/** Computes dz of the loss -weight log softmax(z)[token]. */
export function crossEntropyBackward(z: ArrayLike<number>, token: number, weight: number): Float64Array {
  return logSoftmax(z).map((logp, v) => weight * (Math.exp(logp) - (v === token ? 1 : 0)));
}
