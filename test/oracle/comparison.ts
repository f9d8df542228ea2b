/** Returns the largest |a - b|; a NaN counts as infinitely far. */
export function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} and ${b.length} numbers cannot be compared`);
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}

/** Returns |a - b| / |b| in the L2 norm. */
export function relativeError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} and ${b.length} numbers cannot be compared`);
  let error = 0;
  let size = 0;
  for (let i = 0; i < a.length; i++) {
    error += (a[i] - b[i]) ** 2;
    size += b[i] ** 2;
  }
  return Math.sqrt(error / size);
}

export function logSumExp(logits: Float32Array): number {
  const top = logits.reduce((a, b) => Math.max(a, b));
  return top + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0));
}

/** Returns the id of the largest logit. */
export function best(logits: Float32Array): number {
  let id = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i] > logits[id]) id = i;
  return id;
}

/**
 * Returns exp of the mean negative log-likelihood of all tokens but the first of each text. `logits` has [V] logits for
 * each position.
 */
export function perplexity(logits: Float32Array[][], texts: number[][]): number {
  const losses = texts.flatMap((ids, text) =>
    ids.slice(1).map((id, position) => logSumExp(logits[text][position]) - logits[text][position][id]),
  );
  return Math.exp(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
}
