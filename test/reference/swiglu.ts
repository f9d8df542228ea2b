/** Computes Y[T, F] = silu(g) u, silu(x) = x sigmoid(x). Each row of G[T, 2 F] has g, then u (Shazeer 2020). */
export function swiglu(g: ArrayLike<number>, T: number, F: number): Float64Array {
  return gated(g, T, F, (x) => x * sigmoid(x));
}

/** Computes `swiglu` with PyTorch's gelu(approximate='tanh') as the gate's activation. */
export function geglu(g: ArrayLike<number>, T: number, F: number): Float64Array {
  return gated(g, T, F, (x) => (x / 2) * (1 + Math.tanh(inner(x))));
}

function gated(g: ArrayLike<number>, T: number, F: number, activation: (x: number) => number): Float64Array {
  return Float64Array.from({ length: T * F }, (_, i) => {
    const at = Math.floor(i / F) * 2 * F + (i % F);
    return activation(g[at]) * g[at + F];
  });
}

/** Computes dG[T, 2 F] from dY[T, F]; silu'(x) = sigmoid(x) + x sigmoid(x) sigmoid(-x). */
export function swigluBackward(dY: ArrayLike<number>, g: ArrayLike<number>, T: number, F: number): Float64Array {
  return gatedBackward(dY, g, T, F, (x) => ({
    value: x * sigmoid(x),
    slope: sigmoid(x) + x * sigmoid(x) * sigmoid(-x),
  }));
}

/** Computes dG[T, 2 F] of `geglu` from dY[T, F]. */
export function gegluBackward(dY: ArrayLike<number>, g: ArrayLike<number>, T: number, F: number): Float64Array {
  return gatedBackward(dY, g, T, F, (x) => {
    const tanh = Math.tanh(inner(x));
    const innerSlope = Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * x ** 2);
    return { value: (x / 2) * (1 + tanh), slope: (1 + tanh) / 2 + (x / 2) * (1 - tanh ** 2) * innerSlope };
  });
}

/** Computes gpt-oss's Y = g sigmoid(1.702 g) (u + 1), g clamped to 7 and u to +-7 (transformers, `GptOssExperts`). */
export function swigluoai(g: ArrayLike<number>, T: number, F: number): Float64Array {
  return Float64Array.from({ length: T * F }, (_, i) => {
    const at = Math.floor(i / F) * 2 * F + (i % F);
    const gate = Math.min(g[at], 7);
    return gate * sigmoid(1.702 * gate) * (Math.max(-7, Math.min(7, g[at + F])) + 1);
  });
}

/** Computes dG[T, 2 F] of `swigluoai`; 0 for clamped inputs. */
export function swigluoaiBackward(dY: ArrayLike<number>, g: ArrayLike<number>, T: number, F: number): Float64Array {
  const dG = new Float64Array(T * 2 * F);
  for (let i = 0; i < T * F; i++) {
    const at = Math.floor(i / F) * 2 * F + (i % F);
    const gate = Math.min(g[at], 7);
    const up = Math.max(-7, Math.min(7, g[at + F]));
    const s = sigmoid(1.702 * gate);
    if (g[at] < 7) dG[at] = dY[i] * (up + 1) * (s + 1.702 * gate * s * (1 - s));
    if (Math.abs(g[at + F]) < 7) dG[at + F] = dY[i] * gate * s;
  }
  return dG;
}

function inner(x: number): number {
  return Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3);
}

function gatedBackward(
  dY: ArrayLike<number>,
  g: ArrayLike<number>,
  T: number,
  F: number,
  activation: (x: number) => { value: number; slope: number },
): Float64Array {
  const dG = new Float64Array(T * 2 * F);
  for (let i = 0; i < T * F; i++) {
    const at = Math.floor(i / F) * 2 * F + (i % F);
    const { value, slope } = activation(g[at]);
    dG[at] = dY[i] * g[at + F] * slope;
    dG[at + F] = dY[i] * value;
  }
  return dG;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
