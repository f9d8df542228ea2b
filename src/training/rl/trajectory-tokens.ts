import type { ChatText } from '../chat-text.ts';
import { templateSequence } from '../template-tokens.ts';
import { TrainingInputError } from '../training-input-error.ts';
import type { SampledChoice } from './choice.ts';
import { checkIds, SequenceBuilder, type TokenSequence, trainableTokens } from './token-sequence.ts';
import type { History, Trajectory } from './trajectory.ts';

/**
 * The token sequences of a trajectory that have something to train on. Choices that carry ids are taken as they are;
 * a history with a trainable choice without ids goes through the chat template.
 * Throws a `TrainingInputError` that names the trajectory and choice.
 */
export function trajectorySequences(
  trajectory: Trajectory,
  text: ChatText,
  allowWithoutLogprobs: boolean,
): TokenSequence[] {
  return trajectory.histories
    .flatMap((history) => historySequences(history, text, allowWithoutLogprobs))
    .filter((sequence) => trainableTokens(sequence) > 0);
}

function historySequences(history: History, text: ChatText, allowWithoutLogprobs: boolean): TokenSequence[] {
  const choices = history.items.flatMap((item) => (item.kind === 'choice' ? [item.choice] : []));
  if (history.captured && !allowWithoutLogprobs) choices.forEach(requireLogprobs);
  const trainable = choices.filter((choice) => choice.logprobs !== null || allowWithoutLogprobs);
  const haveIds = trainable.every((choice) => choice.tokenIds !== null && choice.promptTokenIds !== null);
  if (trainable.length > 0 && haveIds) return sequencesByIds(trainable, history.captured, text.vocabSize);
  if (trainable.length === 0 && !allowWithoutLogprobs) return [];
  const sequence = templateSequence(history, text, allowWithoutLogprobs);
  return sequence === null ? [] : [sequence];
}

/**
 * Each choice whose prompt begins with everything so far continues that sequence; any other starts a new one. In an
 * interleaved history it may continue any earlier sequence, the longest that fits.
 */
function sequencesByIds(choices: readonly SampledChoice[], interleaved: boolean, vocabSize: number): TokenSequence[] {
  const sequences: SequenceBuilder[] = [];
  for (const choice of choices) {
    const prompt = choice.promptTokenIds ?? new Uint32Array();
    const completion = choice.tokenIds ?? new Uint32Array();
    checkIds(choice.place, prompt, vocabSize);
    checkIds(choice.place, completion, vocabSize);
    const open = interleaved ? sequences : sequences.slice(-1);
    const fitting = open.filter((sequence) => sequence.isPrefixOf(prompt));
    let sequence = fitting.reduce<SequenceBuilder | null>(
      (best, next) => (best === null || next.length > best.length ? next : best),
      null,
    );
    if (sequence === null) {
      sequence = new SequenceBuilder();
      sequences.push(sequence);
    }
    sequence.addPrompt(prompt.subarray(sequence.length));
    sequence.addSampled(completion, choice.logprobs);
  }
  return sequences.map((sequence) => sequence.build());
}

function requireLogprobs(choice: SampledChoice): void {
  if (choice.logprobs !== null) return;
  throw new TrainingInputError(
    choice.place,
    'it has no log-probabilities; sample with logprobs or set allow_training_without_logprobs',
  );
}
