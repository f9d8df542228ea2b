/** Returns the population standard deviation; 0 for an empty list. */
export function populationDeviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) * (value - centre))));
}

/** Returns the smallest value that at least the share `p` of all values does not exceed. */
export function percentile(ascending: Float64Array, p: number): number {
  return ascending[Math.max(0, Math.ceil(p * ascending.length) - 1)];
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : compensatedSum(values) / values.length;
}

/**
 * Returns a compensated sum (Neumaier 1974), as Python's `sum` does since 3.12: 0.4 + 0.2 + 0.3 is 0.9, and the mean
 * of the three exactly 0.3.
 */
function compensatedSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number.isFinite(lost) ? sum + lost : sum;
}
