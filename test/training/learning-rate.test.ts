import { describe, expect, it } from 'vitest';
import { deviationMultiplier } from '../../src/training/rl/learning-rate.ts';

const history = (...deviations: number[]) => deviations.map((deviation, job) => ({ job, deviation }));

describe('deviationMultiplier', () => {
  it.each([
    ['one job', history(0.5), 1],
    ['no job', [], 1],
    ['a level history', history(0.4, 0.4, 0.4), 1],
    ['a falling line', history(0.8, 0.6, 0.4, 0.2), 0.25],
    ['a rising line', history(0.2, 0.4), 2],
    // least squares over 0, 1, 2: slope -0.25, intercept 1.25 - 0.25 = 0.9166...
    ['points beside the line', history(1, 0.5, 0.5), (2 / 3 - 0.25) / (2 / 3 + 0.25)],
    ['a line that begins below 0', history(-0.1, 0.2), 1],
    ['a line that begins at 0', history(0, 0.2), 1],
    ['a line that ends below 0', history(1, 0, 0, 0), 0],
    [
      'jobs that are missing',
      [
        { job: 1, deviation: 0.6 },
        { job: 3, deviation: 0.2 },
      ],
      0.2 / 0.8,
    ],
    ['two entries of a job', [...history(0.8, 0.5), { job: 1, deviation: 0.3 }], 0.5],
  ])('is the last over the first value of the line fitted to %s', (_, points, multiplier) => {
    expect(deviationMultiplier(points)).toBeCloseTo(multiplier, 12);
  });
});
