/** Computes y = x / sqrt(mean(x^2) + epsilon) * weight for rows of weight.length elements (Zhang & Sennrich 2019). */
export function rmsnorm(x: ArrayLike<number>, weight: ArrayLike<number>, epsilon: number): Float64Array {
  const N = weight.length;
  return Float64Array.from({ length: x.length }, (_, i) => {
    const row = i - (i % N);
    return (x[i] / rootMeanSquare(x, row, N, epsilon)) * weight[i % N];
  });
}

/** Computes dx_i = dy_i w_i / r - x_i / (N r^3) sum_j dy_j w_j x_j, with r the root above. */
export function rmsnormBackward(
  dY: ArrayLike<number>,
  x: ArrayLike<number>,
  weight: ArrayLike<number>,
  epsilon: number,
): Float64Array {
  const N = weight.length;
  return Float64Array.from({ length: x.length }, (_, i) => {
    const row = i - (i % N);
    const root = rootMeanSquare(x, row, N, epsilon);
    let projected = 0;
    for (let j = 0; j < N; j++) projected += dY[row + j] * weight[j] * x[row + j];
    return (dY[i] * weight[i % N]) / root - (x[i] * projected) / (N * root ** 3);
  });
}

function rootMeanSquare(x: ArrayLike<number>, start: number, N: number, epsilon: number): number {
  let sum = 0;
  for (let i = 0; i < N; i++) sum += x[start + i] ** 2;
  return Math.sqrt(sum / N + epsilon);
}
