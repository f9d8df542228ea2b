// node scripts/oracle/policy-cases.ts FILE
// Writes random RL steps as input for ART's loss: log-probabilities and options, with unknown numbers as null.
import { writeFileSync } from 'node:fs';
import { policyRow } from '../../test/reference/policy-loss.ts';
import { optionsOf, policyJob, tokensOf } from '../../test/training/policy-jobs.ts';

const CASES = 120;

const cases = Array.from({ length: CASES }, (_, seed) => {
  const job = policyJob(seed);
  const tokens = tokensOf(job);
  const { logprobs } = policyRow(tokens, optionsOf(job));
  return {
    options: optionsOf(job),
    tokens: tokens.map(({ sequence, advantage, weight, old, original, reference }, t) => {
      return { sequence, logprob: logprobs[t].value, advantage, weight, old, original, reference };
    }),
  };
});
// JSON writes non-finite numbers as null.
writeFileSync(process.argv[2], JSON.stringify(cases));
