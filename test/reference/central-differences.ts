/**
 * Computes the gradient of a scalar function by central differences: (f(x + h) - f(x - h)) / 2h for each element of x.
 * With h = 1e-5 and values near 1 it is accurate to about 1e-10.
 */
export function centralDifferences(x: Float64Array, f: (x: Float64Array) => number, h = 1e-5): Float64Array {
  const moved = x.slice();
  return x.map((value, i) => {
    moved[i] = value + h;
    const above = f(moved);
    moved[i] = value - h;
    const below = f(moved);
    moved[i] = value;
    return (above - below) / (2 * h);
  });
}

/** Computes sum a b. It reduces a tensor-valued op to a scalar, whose gradient is the op's backward of `b`. */
export function inner(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
