import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import type { ToolCall } from '../../model/text/chat-message.ts';
import { readIds, readList, requireObject } from '../json-reading.ts';
import type { PlainMessage } from '../plain-message.ts';
import type { InputPath } from '../training-input-error.ts';
import { logprobOf, requireOneEach, type SampledChoice } from './choice.ts';

/**
 * Reads an answer of the Messages API. Throws a `TrainingInputError` if the log-probabilities and token ids differ in
 * number.
 */
export function readMessageAnswer(item: JsonObject, place: InputPath): SampledChoice {
  const tokenIds = readIds(item.token_ids, [...place, 'token_ids']);
  const values = item.logprobs == null ? null : readList(item.logprobs, [...place, 'logprobs']);
  const logprobs = values === null ? null : Float32Array.from(values, (value) => logprobOf(value, place));
  requireOneEach(tokenIds, logprobs, place);
  return {
    place,
    message: assistantMessage(item.content, [...place, 'content']),
    tokenIds,
    promptTokenIds: readIds(item.prompt_token_ids, [...place, 'prompt_token_ids']),
    logprobs,
    tokenTexts: null,
    truncated: isCutShort(item.stop_reason),
  };
}

/** Returns whether a length limit ended an answer. */
export function isCutShort(stopReason: unknown): boolean {
  return stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
}

function assistantMessage(content: unknown, place: InputPath): PlainMessage {
  const blocks = readList(content, place).map((block, index) => requireObject(block, [...place, index]));
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []));
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(toolCall);
  return { role: 'assistant', content: texts.join(''), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function toolCall({ id, name, input }: JsonObject): ToolCall {
  const called = { name: String(name), arguments: isJsonObject(input) ? input : {} };
  return { id: typeof id === 'string' ? id : null, type: 'function', function: called };
}
