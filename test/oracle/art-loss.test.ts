import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stepLoss } from '../../src/training/policy-loss.ts';
import { probabilityCorrelation } from '../../src/training/step-metrics.ts';
import { clippedTokens, policyRow } from '../reference/policy-loss.ts';
import { optionsOf, policyJob, tokensOf } from '../training/policy-jobs.ts';
import { relativeError } from './comparison.ts';
import { goldenFile, report } from './goldens.ts';

/** ART's loss for the job of each seed; scripts/oracle/art_loss_goldens.py writes it and tells how. */
interface Golden {
  loss: number;
  slopes: number[];
  klPolicyRef: number | null;
  clippedTokens: number;
  /** Sum over tokens of a weight other than 0. */
  ratioSum: number;
  /** Correlation of the old probabilities, the denominators of ratios, with those of the current policy. */
  probsCorr: number;
}

const goldens: Golden[] = JSON.parse(readFileSync(goldenFile('art-loss.json'), 'utf8'));

describe(`${goldens.length} random RL steps over all options, compared with ART's own loss`, () => {
  test('the float64 reference has the same loss, slopes, clipped tokens and KL', () => {
    let worst = 0;
    for (const [seed, golden] of goldens.entries()) {
      const job = policyJob(seed);
      const tokens = tokensOf(job);
      const row = policyRow(tokens, optionsOf(job));
      row.loss.backward();
      const slopes = row.logprobs.map(({ gradient }) => gradient);
      // ART's means have 1e-8 in their denominators.
      worst = Math.max(worst, distance(slopes, golden.slopes), distance([row.loss.value], [golden.loss]));
      expect(worst, `job ${seed}: ${JSON.stringify(job.loss)}`).toBeLessThan(1e-6);
      expect(clippedTokens(tokens, row, optionsOf(job)), `job ${seed}`).toBe(golden.clippedTokens);
      if (golden.klPolicyRef === null) expect(row.klPolicyRef).toBeNull();
      else expect(row.klPolicyRef).toBeCloseTo(golden.klPolicyRef, 9);
    }
    report('the RL loss beside that of ART: worst relative error', worst);
  });

  test("the trainer's loss on float32 log-probabilities has the same loss, slopes and metrics", () => {
    for (const [seed, golden] of goldens.entries()) {
      const job = policyJob(seed);
      const { logprobs } = policyRow(tokensOf(job), optionsOf(job));
      const rounded = job.sequences.map(({ ids }) => new Float32Array(ids.length));
      job.places.forEach(({ sequence, token }, m) => {
        rounded[sequence][token] = logprobs[m].value;
      });
      const row = stepLoss(job.loss, job.sequences, rounded);
      const slopes = job.places.map(({ sequence, token }) => row.slopes[sequence][token]);
      expect(distance(slopes, golden.slopes), `job ${seed}: ${JSON.stringify(job.loss)}`).toBeLessThan(1e-4);
      expect(distance([row.loss], [golden.loss]), `job ${seed}: ${JSON.stringify(job.loss)}`).toBeLessThan(1e-4);
      expect(row.clippedTokens, `job ${seed}`).toBe(golden.clippedTokens);
      const ratios = job.places
        .filter(({ sequence }) => job.sequences[sequence].weight !== 0)
        .map(({ sequence, token }) => row.ratios[sequence][token]);
      expect(distance([ratios.reduce((sum, ratio) => sum + ratio, 0)], [golden.ratioSum])).toBeLessThan(1e-5);
      // If old log-probabilities were recomputed, our metric still correlates with the sampler's own.
      const original = job.sequences.map(({ sampledLogprobs: _, ...sequence }) => sequence);
      expect(probabilityCorrelation(original, rounded), `job ${seed}`).toBeCloseTo(golden.probsCorr, 4);
    }
  });
});

/** Returns the error relative to the expected values; two vectors of zeros are equal. */
function distance(actual: number[], expected: number[]): number {
  return expected.every((value) => value === 0) && actual.every((value) => value === 0)
    ? 0
    : relativeError(actual, expected);
}
