import { type ChatText, renderAt } from '../chat-text.ts';
import { type PlainMessage, requireCalls } from '../plain-message.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';
import type { SampledChoice } from './choice.ts';
import { checkIds, SequenceBuilder, type TokenSequence } from './token-sequence.ts';
import type { History, HistoryItem } from './trajectory.ts';

/** The sampled tokens of one assistant turn, and the sentinel that marks their position in the rendered text. */
interface Turn {
  sentinel: string;
  ids: ArrayLike<number>;
  /** Text of an answer that came without tokens; `ids` then encode it as if it began a text. */
  content?: string;
  logprobs: ArrayLike<number> | null;
}

const THINK = '<think>';
/** An opened or empty thought, which templates write before the answer of a reasoning model. */
const OPENED_REASONING = /<think>\s*(?:<\/think>\s*)?$/;

/**
 * Tokenizes a conversation without token ids. The chat template is rendered with a sentinel for every trainable answer.
 * The text around the sentinels is encoded, and the sampled tokens replace the sentinels. The sequence ends after the
 * last trainable answer; the result is null if there is none. Throws a `TrainingInputError` for answers that cannot be
 * tokenized.
 */
export function templateSequence(
  history: History,
  text: ChatText,
  allowWithoutLogprobs: boolean,
): TokenSequence | null {
  const turns: (Turn | null)[] = history.items.map((item, index) =>
    turnOf(item, history.place, `\uE000turn${index}\uE001`, text, allowWithoutLogprobs),
  );
  const end = turns.findLastIndex((turn) => turn !== null) + 1;
  if (end === 0) return null;
  const messages = history.items.slice(0, end).map((item, index): PlainMessage => {
    const turn = turns[index];
    return turn === null ? contextMessage(item, history, index) : { role: 'assistant', content: turn.sentinel };
  });
  const rendered = renderAt(history.place, text, messages, {
    tools: history.tools,
    addGenerationPrompt: false,
    thinking: false,
  });
  const builder = new SequenceBuilder();
  let rest = rendered;
  let last: number | undefined;
  for (const turn of turns) {
    if (turn === null) continue;
    const at = rest.indexOf(turn.sentinel);
    if (at < 0)
      throw new TrainingInputError(history.place, 'the chat template leaves out a trainable assistant message');
    addTemplateText(builder, rest.slice(0, at), turn, last, text);
    const before = rest.slice(0, at);
    const ids = turn.content === undefined ? turn.ids : text.encode(turn.content, before || afterOf(last, text));
    builder.addSampled(ids, turn.logprobs);
    rest = rest.slice(at + turn.sentinel.length);
    if (ids.length > 0) last = ids[ids.length - 1];
  }
  return builder.build();
}

/**
 * Adds text of the template, without what the sampled tokens already hold: the previous answer's end token, and the
 * opening of this answer's thought.
 */
function addTemplateText(
  builder: SequenceBuilder,
  written: string,
  turn: Turn,
  lastSampled: number | undefined,
  text: ChatText,
): void {
  const repeatsThink = text.encode(THINK).every((id, place) => id === turn.ids[place]);
  const ids = text.encode(repeatsThink ? written.replace(OPENED_REASONING, '') : written, afterOf(lastSampled, text));
  const repeatsEnd = lastSampled !== undefined && ids[0] === lastSampled;
  builder.addPrompt(repeatsEnd ? ids.slice(1) : ids);
}

/** Returns the text of the last sampled token, which precedes the template's text; empty if there is none. */
function afterOf(lastSampled: number | undefined, text: ChatText): string {
  return lastSampled === undefined ? '' : text.textOf(lastSampled);
}

function turnOf(
  item: HistoryItem,
  place: InputPath,
  sentinel: string,
  text: ChatText,
  allowWithoutLogprobs: boolean,
): Turn | null {
  if (item.kind === 'choice') {
    if (item.choice.logprobs === null && !allowWithoutLogprobs) return null;
    const { choice } = item;
    const content = hasTokens(choice) ? undefined : plainContent(choice.message, choice.place);
    return { sentinel, ids: completionIds(choice, text), content, logprobs: choice.logprobs };
  }
  if (item.message.role !== 'assistant' || !allowWithoutLogprobs) return null;
  const content = plainContent(item.message, place);
  return { sentinel, ids: text.encode(content), content, logprobs: null };
}

/** Returns a message that is context, not trained on. Throws for tool calls that the template cannot write. */
function contextMessage(item: HistoryItem, { place }: History, index: number): PlainMessage {
  const message = item.kind === 'choice' ? item.choice.message : item.message;
  requireCalls(message, [...place, 'messages_and_choices', index]);
  return message;
}

function hasTokens({ tokenIds, tokenTexts }: SampledChoice): boolean {
  return (tokenIds ?? tokenTexts ?? null) !== null;
}

function completionIds(choice: SampledChoice, text: ChatText): Uint32Array | readonly number[] {
  const texts = choice.tokenTexts;
  const ids =
    choice.tokenIds ?? texts?.map((token, index) => idOfText(token, index === texts.length - 1, choice, text));
  if (ids === undefined) return text.encode(plainContent(choice.message, choice.place));
  checkIds(choice.place, ids, text.vocabSize);
  if (choice.logprobs !== null && choice.logprobs.length !== ids.length) {
    const reason = `it has ${ids.length} tokens but ${choice.logprobs.length} log-probabilities; there must be one for each`;
    throw new TrainingInputError(choice.place, reason);
  }
  return ids;
}

/**
 * Returns the id for `token_id:<n>`, a vocabulary entry or a token's text. A last token without text is the hidden
 * end-of-sequence token.
 */
function idOfText(token: string | null, isLast: boolean, choice: SampledChoice, text: ChatText): number {
  if (token === null || token === '') {
    if (isLast) return text.eosId;
  } else {
    const numbered = /^token_id:(\d+)$/.exec(token);
    if (numbered !== null) return Number(numbered[1]);
    const known = text.tokenId(token);
    if (known !== null) return known;
    const encoded = text.encode(token);
    if (encoded.length === 1) return encoded[0];
    const spelled = text.idOfText(token);
    if (spelled !== null) return spelled;
  }
  throw new TrainingInputError(
    choice.place,
    `the token '${token ?? ''}' is not in the model's vocabulary; sample with return_token_ids and send the ids too`,
  );
}

function plainContent(message: PlainMessage, place: InputPath): string {
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) {
    throw new TrainingInputError(place, 'an assistant message with tool calls needs its token ids to be trained on');
  }
  if (typeof message.content !== 'string') {
    throw new TrainingInputError(
      place,
      'without token ids an assistant message is trained on only if its content is text',
    );
  }
  return message.content;
}
