/** T rows of K inputs, rank R, and the output widths of the S projections that share the input. */
export interface LoraShape {
  T: number;
  K: number;
  R: number;
  widths: number[];
}

/** A[S R, K] of the S projections, concatenated, and B[N, R] of all their outputs. */
export interface LoraPair {
  a: ArrayLike<number>;
  b: ArrayLike<number>;
}

/** Computes U[T, S R] = scale X A^T, each row by its own pair, or zero without one (Hu et al. 2021). */
export function loraLowRank(
  x: ArrayLike<number>,
  pairs: (LoraPair | undefined)[],
  scale: number,
  { T, K, R, widths }: LoraShape,
): Float64Array {
  const lowRank = widths.length * R;
  const u = new Float64Array(T * lowRank);
  for (let t = 0; t < T; t++) {
    const a = pairs[t]?.a;
    if (!a) continue;
    for (let r = 0; r < lowRank; r++) {
      for (let k = 0; k < K; k++) u[t * lowRank + r] += scale * x[t * K + k] * a[r * K + k];
    }
  }
  return u;
}

/** Computes the LoRA term of Y[T, N]: scale B (A x), each projection by its own A. */
export function lora(
  x: ArrayLike<number>,
  pairs: (LoraPair | undefined)[],
  scale: number,
  shape: LoraShape,
): Float64Array {
  const { T, R } = shape;
  const u = loraLowRank(x, pairs, scale, shape);
  const segments = segmentOfColumn(shape);
  const N = segments.length;
  const y = new Float64Array(T * N);
  for (let t = 0; t < T; t++) {
    const b = pairs[t]?.b;
    if (!b) continue;
    for (let n = 0; n < N; n++) {
      const start = (t * shape.widths.length + segments[n]) * R;
      for (let r = 0; r < R; r++) y[t * N + n] += u[start + r] * b[n * R + r];
    }
  }
  return y;
}

/** Computes the gradients of `lora` if all rows share a pair: dU = scale dY B, dA = dU^T X, dB = dY^T U, dX = dU A. */
export function loraBackward(
  dY: ArrayLike<number>,
  x: ArrayLike<number>,
  pair: LoraPair,
  scale: number,
  shape: LoraShape,
): { dU: Float64Array; dA: Float64Array; dB: Float64Array; dX: Float64Array } {
  const { T, K, R, widths } = shape;
  const segments = segmentOfColumn(shape);
  const N = segments.length;
  const lowRank = widths.length * R;
  const u = loraLowRank(x, new Array<LoraPair>(T).fill(pair), scale, shape);
  const dU = new Float64Array(T * lowRank);
  const dA = new Float64Array(lowRank * K);
  const dB = new Float64Array(N * R);
  const dX = new Float64Array(T * K);
  for (let t = 0; t < T; t++) {
    for (let n = 0; n < N; n++) {
      for (let r = 0; r < R; r++) {
        const at = t * lowRank + segments[n] * R + r;
        dU[at] += scale * dY[t * N + n] * pair.b[n * R + r];
        dB[n * R + r] += dY[t * N + n] * u[at];
      }
    }
    for (let r = 0; r < lowRank; r++) {
      for (let k = 0; k < K; k++) {
        dA[r * K + k] += dU[t * lowRank + r] * x[t * K + k];
        dX[t * K + k] += dU[t * lowRank + r] * pair.a[r * K + k];
      }
    }
  }
  return { dU, dA, dB, dX };
}

function segmentOfColumn({ widths }: LoraShape): number[] {
  return widths.flatMap((width, segment) => new Array<number>(width).fill(segment));
}
