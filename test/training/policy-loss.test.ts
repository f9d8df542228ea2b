import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossEntropy, targetLogprobs } from '../../src/compute/ops/cross_entropy.ts';
import { lossReach, stepLoss, tokenInputs } from '../../src/training/policy-loss.ts';
import { givenLoss, targetTokens, tokenLoss } from '../../src/training/trainer/batch-loss.ts';
import type { MicroBatch } from '../../src/training/trainer/micro-batch.ts';
import { placeLogprobs } from '../../src/training/trainer/step-report.ts';
import { TestDevice } from '../compute/test-device.ts';
import { clippedTokens, policyRow } from '../reference/policy-loss.ts';
import { optionsOf, type PolicyJob, policyJob, tokensOf } from './policy-jobs.ts';

const JOBS = 500;
const TOLERANCE = 1e-4;

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

/**
 * Returns the loss and gradient of a training step on these logits. Losses over whole sequences run on the host too.
 */
async function trained({ loss, sequences, places, logits, V }: PolicyJob) {
  const M = places.length;
  const batch = { places } as MicroBatch;
  const run = async (
    targets: ArrayBuffer,
    record: typeof crossEntropy | typeof targetLogprobs,
    slope = CISPO_SLOPE,
  ) => {
    const buffers = {
      targets: await test.input(new Uint8Array(targets)),
      logits: await test.input(logits),
      statistics: await test.output(2 * M),
    };
    test.run((recorder) => record(recorder, { ...buffers, first: 0, firstToken: 0, M, V }, slope));
    const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length));
    placeLogprobs(await test.floats(buffers.statistics), [batch], logprobs);
    const gradient = await test.floats(buffers.logits);
    test.release();
    return { gradient, logprobs };
  };
  if (lossReach(loss, sequences) === 'token') {
    const { targets, slope } = tokenLoss(batch, sequences, loss, tokenInputs(loss, sequences));
    const { gradient, logprobs } = await run(targets, crossEntropy, slope);
    return { gradient, ...stepLoss(loss, sequences, logprobs) };
  }
  const { logprobs } = await run(targetTokens(batch, sequences), targetLogprobs);
  const row = stepLoss(loss, sequences, logprobs);
  const { targets, slope } = givenLoss(batch, sequences, row.slopes);
  return { gradient: (await run(targets, crossEntropy, slope)).gradient, ...row };
}

const CISPO_SLOPE = { ppo: false, low: 0, high: 5, cap: Infinity, mask: false, tau: 0 };

function distance(actual: ArrayLike<number>, expected: readonly number[]): number {
  return Math.hypot(...expected.map((value, i) => value - actual[i]));
}

describe(`the RL loss of ${JOBS} random jobs over all options, against float64`, () => {
  const worst = { loss: 0, gradient: 0, kl: 0 };
  const seen = new Map<string, number>();
  const count = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1);

  it('has the value, the KL, the clipped tokens and the gradient of the logits', async () => {
    for (let seed = 0; seed < JOBS; seed++) {
      const job = policyJob(seed);
      const tokens = tokensOf(job);
      const options = optionsOf(job);
      const row = policyRow(tokens, options);
      row.loss.backward();
      const expected = tokens.flatMap(({ logits }) => logits.map(({ gradient }) => gradient));
      const actual = await trained(job);
      const scale = Math.hypot(...expected);
      const errors = {
        loss: Math.abs(actual.loss - row.loss.value) / Math.abs(row.loss.value || 1),
        gradient: distance(actual.gradient, expected) / (scale || 1),
        kl: Math.abs((actual.klPolicyRef ?? 0) - (row.klPolicyRef ?? 0)),
      };
      for (const key of Object.keys(errors) as (keyof typeof errors)[]) {
        worst[key] = Math.max(worst[key], errors[key]);
        if (!(errors[key] <= TOLERANCE)) {
          expect.fail(
            `job ${seed}: ${key} off by ${errors[key]} (loss ${row.loss.value}): ${JSON.stringify(job.loss)}`,
          );
        }
      }
      expect(actual.klPolicyRef === null, `job ${seed}`).toBe(row.klPolicyRef === null);
      expect(actual.clippedTokens, `job ${seed}`).toBe(clippedTokens(tokens, row, options));
      const ratios = job.places.map(({ sequence, token }) => actual.ratios[sequence][token]);
      expect(Math.max(...ratios.map((ratio, m) => Math.abs(ratio / row.ratios[m].value - 1)))).toBeLessThan(TOLERANCE);
      for (const name of whatActs(job, actual.ratios)) count(name);
      if (scale > 0) count('gradient');
    }
    console.log(`worst relative errors of ${JOBS} jobs: ${JSON.stringify(worst)}`);
  });

  it('uses each option in more than 20 jobs', () => {
    for (const name of NAMES) expect(seen.get(name) ?? 0, name).toBeGreaterThan(name === 'cut ratio' ? 20 : 40);
  });
});

const NAMES = [
  'gradient',
  'cispo token',
  'cispo sequence',
  'cispo average',
  'cispo geometric_average',
  'ppo token',
  'ppo sequence',
  'ppo average',
  'ppo geometric_average',
  'kl sample',
  'kl current_learner',
  'reach token',
  'reach sequence',
  'reach step',
  'cap',
  'mask',
  'below the band',
  'above the band',
  'tau',
  'truncation',
  'truncation skipped',
  'unknown old',
  'cut ratio',
];

function whatActs({ loss, sequences, places }: PolicyJob, ratios: Float32Array[]): string[] {
  const values = places.map(({ sequence, token }) => ratios[sequence][token]);
  const cap = loss.ratioCap ?? Infinity;
  const low = 1 - loss.epsilon;
  const high = 1 + loss.epsilonHigh;
  const olds = places.map(({ sequence, token }) => sequences[sequence].oldLogprobs[token]);
  const acts: [string, boolean][] = [
    [`${loss.fn} ${loss.level}`, true],
    [`kl ${loss.kl?.source}`, loss.kl !== null],
    [`reach ${lossReach(loss, sequences)}`, true],
    ['cap', values.some((value) => value > cap)],
    ['mask', loss.maskProbRatio && values.some((value) => value < low || value > high)],
    ['below the band', values.some((value) => value < low)],
    ['above the band', values.some((value) => value > high)],
    ['tau', loss.tau > 0],
    ['truncation', loss.truncation !== null && sequences[0].sampledLogprobs !== undefined],
    ['truncation skipped', loss.truncation !== null && sequences[0].sampledLogprobs === undefined],
    ['unknown old', olds.some((old) => !Number.isFinite(old))],
    ['cut ratio', values.some((value) => value > Math.exp(19) || value < Math.exp(-19))],
  ];
  return acts.filter(([, is]) => is).map(([name]) => name);
}
