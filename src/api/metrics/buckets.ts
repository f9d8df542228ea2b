/** Upper bounds of histogram buckets: vLLM's, so that its dashboards fit, with finer ones in front for small models. */

/** Seconds. */
export const requestBuckets = [
  ...[0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680],
];

/** Seconds. */
export const firstTokenBuckets = [
  ...[0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560],
];

/** Seconds; vLLM's begin at 0.01. */
export const tokenBuckets = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20],
  ...[40, 80],
];

export const choiceBuckets = [1, 2, 5, 10, 20];

export const preemptionBuckets = [1, 2, 3, 4, 5, 10, 20];

/** Returns 1, 2, 5, 10 and so on, up to the longest sequence of any model in tokens. */
export function lengthBuckets(longest: number): number[] {
  const buckets: number[] = [];
  for (let power = 1; power <= longest; power *= 10) buckets.push(power, 2 * power, 5 * power);
  return buckets.filter((bucket) => bucket <= longest);
}

/** Seconds. */
export const httpBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
