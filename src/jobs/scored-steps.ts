import type { RlConfig } from '../training/rl/rl-config.ts';
import type { ScoredSequence, TrainStepRequest } from '../training/train-step.ts';
import type { Score, ScoringPolicy } from './policy-scores.ts';

/** Log-probabilities of every sequence of a job, [T] each, under a policy. */
export type Scores = Float32Array[];

/** What is to be scored: sequences, under each of the policies, which go by what they are to the job. */
export interface Wanted {
  sequences: readonly ScoredSequence[];
  policies: readonly ('start' | 'reference')[];
}

/** Those of each policy that were kept, where they are of the same; else those that `make` makes, which are kept. */
export type Keep = (wanted: Wanted, make: () => Promise<Scores[]>) => Promise<Scores[]>;

/**
 * The steps with the log-probabilities that the configuration asks for: those under the starting weights in the place
 * of the sampler's, and those under the reference of a KL penalty. Raises what `score` raises.
 */
export async function scoredSteps(
  steps: readonly TrainStepRequest[],
  { precalculateLogprobs, loss }: RlConfig,
  { score, keep, reference }: { score: Score; keep: Keep; reference(): Promise<ScoringPolicy> },
): Promise<TrainStepRequest[]> {
  const sequences = steps.flatMap((step) => step.sequences);
  const policies: Wanted['policies'][number][] = [];
  if (precalculateLogprobs) policies.push('start');
  if (loss.kl !== null) policies.push('reference');
  if (sequences.length === 0 || policies.length === 0) return [...steps];
  const scores = await keep({ sequences, policies }, async () => {
    const made: Scores[] = [];
    for (const policy of policies) made.push(await score(sequences, policy === 'start' ? policy : await reference()));
    return made;
  });
  const start = scores[policies.indexOf('start')] ?? null;
  const referenced = scores[policies.indexOf('reference')] ?? null;
  let at = 0;
  return steps.map((step) => ({
    ...step,
    sequences: step.sequences.map((sequence) => {
      const place = at++;
      return {
        ...sequence,
        ...(start === null ? {} : { oldLogprobs: start[place], sampledLogprobs: sequence.oldLogprobs }),
        ...(referenced === null ? {} : { referenceLogprobs: referenced[place] }),
      };
    }),
  }));
}
