/** T rows, N outputs, K inputs. */
export interface MatmulShape {
  T: number;
  N: number;
  K: number;
}

/** Computes Y[T, N] = X[T, K] W[N, K]^T. */
export function matmul(x: ArrayLike<number>, w: ArrayLike<number>, { T, N, K }: MatmulShape): Float64Array {
  const y = new Float64Array(T * N);
  for (let t = 0; t < T; t++) {
    for (let n = 0; n < N; n++) {
      let sum = 0;
      for (let k = 0; k < K; k++) sum += x[t * K + k] * w[n * K + k];
      y[t * N + n] = sum;
    }
  }
  return y;
}

/** Computes dX[T, K] = dY[T, N] W[N, K]. */
export function matmulBackward(dY: ArrayLike<number>, w: ArrayLike<number>, { T, N, K }: MatmulShape): Float64Array {
  const dX = new Float64Array(T * K);
  for (let t = 0; t < T; t++) {
    for (let k = 0; k < K; k++) {
      let sum = 0;
      for (let n = 0; n < N; n++) sum += dY[t * N + n] * w[n * K + k];
      dX[t * K + k] = sum;
    }
  }
  return dX;
}
