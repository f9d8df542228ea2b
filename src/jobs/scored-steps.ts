import type { RlConfig } from '../training/rl/rl-config.ts';
import type { TrainStepRequest } from '../training/train-step.ts';
import type { Score, ScoringPolicy } from './policy-scores.ts';

/**
 * The steps with the log-probabilities that the configuration asks for: those under the starting weights in the place of
 * the sampler's, and those under the reference of a KL penalty. Raises what `score` raises.
 */
export async function scoredSteps(
  steps: readonly TrainStepRequest[],
  { precalculateLogprobs, loss }: RlConfig,
  score: Score,
  reference: () => Promise<ScoringPolicy>,
): Promise<TrainStepRequest[]> {
  const sequences = steps.flatMap((step) => step.sequences);
  if (sequences.length === 0) return [];
  const start = precalculateLogprobs ? await score(sequences, 'start') : null;
  const referenced = loss.kl === null ? null : await score(sequences, await reference());
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
