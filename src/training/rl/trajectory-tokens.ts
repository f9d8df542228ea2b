import type { ChatText } from '../chat-text.ts';
import { TrainingInputError } from '../training-input-error.ts';
import type { SampledChoice } from './choice.ts';
import { templateSequence } from './template-tokens.ts';
import { checkIds, SequenceBuilder, type TokenSequence, trainableTokens } from './token-sequence.ts';
import type { History, Trajectory } from './trajectory.ts';

/**
 * Returns the token sequences of a trajectory that have trainable tokens. Choices with ids keep their tokens, and a
 * sequence may continue from one history to the next. A history with a trainable choice without ids is rendered by the
 * chat template, separately. If it has far too many characters for `maxLength` tokens, a placeholder that is too long
 * stands for it. Throws a `TrainingInputError` that names the trajectory and choice.
 */
export function trajectorySequences(
  { histories }: Trajectory,
  text: ChatText,
  allowWithoutLogprobs: boolean,
  maxLength = Number.POSITIVE_INFINITY,
): TokenSequence[] {
  const byIds: SampledChoice[] = [];
  const byTemplate: TokenSequence[] = [];
  for (const history of histories) {
    const choices = trainableChoices(history, allowWithoutLogprobs);
    const haveIds = choices.every(({ tokenIds, promptTokenIds }) => tokenIds !== null && promptTokenIds !== null);
    if (haveIds && (choices.length > 0 || !allowWithoutLogprobs)) byIds.push(...choices);
    else byTemplate.push(...sequenceByTemplate(history, text, { allowWithoutLogprobs, maxLength }));
  }
  const interleaved = histories.some(({ captured }) => captured);
  return [...sequencesByIds(byIds, { interleaved, vocabSize: text.vocabSize, maxLength }), ...byTemplate].filter(
    (sequence) => trainableTokens(sequence) > 0,
  );
}

function trainableChoices(history: History, allowWithoutLogprobs: boolean): SampledChoice[] {
  const choices = history.items.flatMap((item) => (item.kind === 'choice' ? [item.choice] : []));
  if (history.captured && !allowWithoutLogprobs) choices.forEach(requireLogprobs);
  return choices.filter((choice) => choice.logprobs !== null || allowWithoutLogprobs);
}

interface TemplateOptions {
  allowWithoutLogprobs: boolean;
  maxLength: number;
}

function sequenceByTemplate(
  history: History,
  text: ChatText,
  { allowWithoutLogprobs, maxLength }: TemplateOptions,
): TokenSequence[] {
  if (isFarTooLong(history, maxLength)) return [sequenceOf(maxLength + 1)];
  const sequence = templateSequence(history, text, allowWithoutLogprobs);
  return sequence === null ? [] : [sequence];
}

/** Characters per token that no tokenizer averages, even on very repetitive text. */
const CHARACTERS_PER_TOKEN = 64;

/** Returns whether a conversation is surely too long. Encoding megabytes would block the event loop for seconds. */
function isFarTooLong({ items, tools }: History, maxLength: number): boolean {
  if (maxLength === Number.POSITIVE_INFINITY) return false;
  if (items.length > maxLength) return true;
  const messages = items.map((item) => (item.kind === 'choice' ? item.choice.message : item.message));
  return charactersIn([messages, tools]) > 2 ** 16 + CHARACTERS_PER_TOKEN * maxLength;
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + charactersIn(inner), 0);
}

/** Returns a placeholder of `length` tokens, the last one trained, for a sequence that is dropped by its length. */
function sequenceOf(length: number): TokenSequence {
  const mask = new Uint8Array(length);
  mask[length - 1] = 1;
  return { ids: new Uint32Array(length), mask, oldLogprobs: new Float32Array(length).fill(Number.NaN) };
}

/**
 * Builds sequences from choices with ids. A choice whose prompt begins with all tokens of the last sequence continues
 * it; any other choice starts a new sequence. In an interleaved history a choice may continue any earlier sequence, the
 * longest that fits. Tokens that several sequences sampled after the same tokens are then trained once, in the first
 * sequence that is not too long, as in ART.
 */
function sequencesByIds(
  choices: readonly SampledChoice[],
  { interleaved, vocabSize, maxLength }: { interleaved: boolean; vocabSize: number; maxLength: number },
): TokenSequence[] {
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
  const built = sequences.map((sequence) => sequence.build());
  if (interleaved) trainOnce(built.filter(({ ids }) => ids.length <= maxLength));
  return built;
}

/** A node of a radix tree: tokens up to `end` that sequences share, and the branches after them. */
interface Branch {
  ids: Uint32Array;
  end: number;
  /** 1 for each token that one of these sequences sampled. */
  sampled: Uint8Array;
  next: Map<number, Branch>;
}

/** Clears the mask of tokens that an earlier sequence sampled after the same tokens, found with a radix tree. */
function trainOnce(sequences: readonly TokenSequence[]): void {
  const root: Branch = { ids: new Uint32Array(), end: 0, sampled: new Uint8Array(), next: new Map() };
  for (const { ids, mask, oldLogprobs } of sequences) {
    let branch = root;
    for (let at = 0; at < ids.length; ) {
      const next = branch.next.get(ids[at]);
      if (next === undefined) {
        branch.next.set(ids[at], { ids, end: ids.length, sampled: mask.slice(), next: new Map() });
        break;
      }
      const end = Math.min(next.end, ids.length);
      for (; at < end && ids[at] === next.ids[at]; at++) {
        if (mask[at] === 0) continue;
        if (next.sampled[at] === 0) {
          next.sampled[at] = 1;
        } else {
          mask[at] = 0;
          oldLogprobs[at] = Number.NaN;
        }
      }
      if (at < end) fork(next, at);
      branch = next;
    }
  }
}

/** Splits a branch before token `at`; the rest becomes its only child. */
function fork(branch: Branch, at: number): void {
  branch.next = new Map([[branch.ids[at], { ...branch }]]);
  branch.end = at;
}

function requireLogprobs(choice: SampledChoice): void {
  if (choice.logprobs !== null) return;
  throw new TrainingInputError(
    choice.place,
    'it has no log-probabilities; sample with logprobs or set allow_training_without_logprobs',
  );
}
