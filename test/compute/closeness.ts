import { expect } from 'vitest';

/**
 * Asserts |actual - expected| <= tolerance (|expected| + rms(expected)) for every element. The second term is for
 * elements whose sum cancels: their error is relative to what was added, not to what is left. A NaN fails.
 */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  const rms = Math.sqrt(Array.from(expected).reduce((sum, x) => sum + x * x, 0) / expected.length);
  for (let i = 0; i < expected.length; i++) {
    const allowed = tolerance * (Math.abs(expected[i]) + rms);
    if (!(Math.abs(actual[i] - expected[i]) <= allowed)) {
      expect.fail(`element ${i} of ${expected.length}: ${actual[i]}, expected ${expected[i]} +- ${allowed}`);
    }
  }
}
