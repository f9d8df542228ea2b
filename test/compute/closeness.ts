import { expect } from 'vitest';

/**
 * Asserts |actual - expected| <= tolerance (|expected| + scale) for every element. `scale` is for elements whose sum
 * cancels: their error is relative to what was added, not to what is left. A NaN fails.
 */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  scale = rootMeanSquare(expected),
): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const allowed = tolerance * (Math.abs(expected[i]) + scale);
    if (!(Math.abs(actual[i] - expected[i]) <= allowed)) {
      expect.fail(`element ${i} of ${expected.length}: ${actual[i]}, expected ${expected[i]} +- ${allowed}`);
    }
  }
}

function rootMeanSquare(values: ArrayLike<number>): number {
  return Math.sqrt(Array.from(values).reduce((sum, x) => sum + x * x, 0) / values.length);
}
