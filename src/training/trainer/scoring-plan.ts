import type { ModelConfig } from '../../model/checkpoint/config.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import { TrainingTooLargeError } from './memory-plan.ts';
import { CAPACITIES } from './micro-batch.ts';
import { bytesOfScoring, sizeInWords } from './pass-bytes.ts';

/** What scoring depends on. */
interface PlannedScoring {
  config: ModelConfig;
  /** Of the adapter that is scored; null for the base model. */
  lora: Pick<LoraLayout, 'rank' | 'elements'> | null;
  /** Tokens of the longest sequence. */
  longest: number;
  /** Tokens that are scored in one call. */
  scored: number;
  /** Tokens of a batch that one binding holds the activations of. */
  mostCapacity: number;
  allowedBytes: number;
}

/**
 * Tokens of a batch: the most that fit beside the adapter and the scores, which changes no bit of what is found. A
 * longer single sequence gets a batch of its own. Throws TrainingTooLargeError.
 */
export function scoringCapacity(job: PlannedScoring): number {
  const { config, lora, longest, scored, mostCapacity, allowedBytes } = job;
  const needed = (T: number): number => {
    return 4 * (lora?.elements ?? 0) + 8 * scored + bytesOfScoring(config, lora?.rank ?? 0, Math.max(T, longest));
  };
  const fitting = CAPACITIES.findLast((capacity) => capacity <= mostCapacity && needed(capacity) <= allowedBytes);
  if (fitting !== undefined) return fitting;
  if (needed(longest) <= allowedBytes) return longest;
  throw new TrainingTooLargeError(
    `To take log-probabilities of sequences of up to ${longest} tokens takes ${sizeInWords(needed(longest))} of device ` +
      `memory, and a job may take ${sizeInWords(allowedBytes)}. Train on shorter sequences, or have the operator raise ` +
      'DAYBREAK_TRAINING_MEMORY.',
  );
}
