export interface AdamWSettings {
  learningRate: number;
  weightDecay: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  maxGradNorm: number;
}

export interface AdamWState {
  params: Float64Array;
  m: Float64Array;
  v: Float64Array;
  /** Number of completed steps. */
  step: number;
}

/** Returns the factor of torch.nn.utils.clip_grad_norm_: min(1, max / (norm + 1e-6)). */
export function clipFactor(grads: ArrayLike<number>, maxGradNorm: number): number {
  return Math.min(1, maxGradNorm / (Math.sqrt(squaredNorm(grads)) + 1e-6));
}

export function squaredNorm(grads: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < grads.length; i++) sum += grads[i] ** 2;
  return sum;
}

/** Computes one step of torch.optim.AdamW by its documented algorithm, after clipping by the global norm. */
export function adamwStep(state: AdamWState, grads: ArrayLike<number>, s: AdamWSettings): AdamWState {
  const factor = clipFactor(grads, s.maxGradNorm);
  const step = state.step + 1;
  const m = state.m.map((old, i) => s.beta1 * old + (1 - s.beta1) * grads[i] * factor);
  const v = state.v.map((old, i) => s.beta2 * old + (1 - s.beta2) * (grads[i] * factor) ** 2);
  const params = state.params.map((old, i) => {
    const decayed = old - s.learningRate * s.weightDecay * old;
    const mean = m[i] / (1 - s.beta1 ** step);
    const square = v[i] / (1 - s.beta2 ** step);
    return decayed - (s.learningRate * mean) / (Math.sqrt(square) + s.epsilon);
  });
  return { params, m, v, step };
}
