/** Y[T, F] = silu(g) u, silu(x) = x sigmoid(x), where each row of G[T, 2 F] holds g then u (Shazeer 2020). */
export function swiglu(g: ArrayLike<number>, T: number, F: number): Float64Array {
  return Float64Array.from({ length: T * F }, (_, i) => {
    const at = Math.floor(i / F) * 2 * F + (i % F);
    return g[at] * sigmoid(g[at]) * g[at + F];
  });
}

/** dG[T, 2 F] from dY[T, F]; silu'(x) = sigmoid(x) + x sigmoid(x) sigmoid(-x). */
export function swigluBackward(dY: ArrayLike<number>, g: ArrayLike<number>, T: number, F: number): Float64Array {
  const dG = new Float64Array(T * 2 * F);
  for (let i = 0; i < T * F; i++) {
    const at = Math.floor(i / F) * 2 * F + (i % F);
    const x = g[at];
    dG[at] = dY[i] * g[at + F] * (sigmoid(x) + x * sigmoid(x) * sigmoid(-x));
    dG[at + F] = dY[i] * x * sigmoid(x);
  }
  return dG;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
