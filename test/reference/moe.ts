/** T tokens, each routed to C of X experts. */
export interface MoeSizes {
  T: number;
  experts: number;
  choices: number;
  /** Whether the weights of the chosen experts are normalised to the sum 1. */
  normalised: boolean;
}

/** Chosen experts and their weights, [T, C]. */
export interface Routes {
  chosen: number[];
  weights: Float64Array;
}

/** Selects the C largest of softmax(logits) [T, X], and the first of equal ones (Shazeer et al. 2017). */
export function route(logits: ArrayLike<number>, { T, experts, choices, normalised }: MoeSizes): Routes {
  const chosen: number[] = [];
  const weights: number[] = [];
  for (let t = 0; t < T; t++) {
    const row = Array.from({ length: experts }, (_, e) => logits[t * experts + e]);
    const exponentials = row.map((logit) => Math.exp(logit - Math.max(...row)));
    const total = exponentials.reduce((sum, value) => sum + value, 0);
    const best = row.map((_, e) => e).sort((a, b) => row[b] - row[a] || a - b);
    const taken = best.slice(0, choices);
    const divisor = normalised ? taken.reduce((sum, e) => sum + exponentials[e], 0) : total;
    chosen.push(...taken);
    weights.push(...taken.map((e) => exponentials[e] / divisor));
  }
  return { chosen, weights: Float64Array.from(weights) };
}

/** Computes the gradient of the logits, [T, X], from the gradient of the chosen experts' weights, [T, C]. */
export function routeBackward(dWeights: ArrayLike<number>, logits: ArrayLike<number>, sizes: MoeSizes): Float64Array {
  const { T, experts, choices, normalised } = sizes;
  const { chosen } = route(logits, sizes);
  const dLogits = new Float64Array(T * experts);
  for (let t = 0; t < T; t++) {
    const taken = chosen.slice(t * choices, (t + 1) * choices);
    // Gradient of a softmax over the chosen experts, or over all.
    const among = normalised ? taken : Array.from({ length: experts }, (_, e) => e);
    const most = Math.max(...among.map((e) => logits[t * experts + e]));
    const sum = among.reduce((total, e) => total + Math.exp(logits[t * experts + e] - most), 0);
    const p = (e: number) => Math.exp(logits[t * experts + e] - most) / sum;
    const mean = taken.reduce((total, e, c) => total + p(e) * dWeights[t * choices + c], 0);
    for (const e of among) {
      const c = taken.indexOf(e);
      dLogits[t * experts + e] = p(e) * ((c < 0 ? 0 : dWeights[t * choices + c]) - mean);
    }
  }
  return dLogits;
}
