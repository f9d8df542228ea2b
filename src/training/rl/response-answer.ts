import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import type { ToolCall } from '../../model/text/chat-message.ts';
import { readIds, readList, requireObject } from '../json-reading.ts';
import type { PlainMessage } from '../plain-message.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';
import { logprobOf, requireOneEach, type SampledChoice } from './choice.ts';

/**
 * Reads the answers of a response of the Responses API: one for each of its `token_generations`, which hold the tokens
 * of the items in `output`. Throws a `TrainingInputError` if there are none, or if the log-probabilities and token ids
 * of a generation differ in number.
 */
export function readResponseAnswers(response: JsonObject, place: InputPath): SampledChoice[] {
  const list = [...place, 'token_generations'];
  const generations = readList(response.token_generations, list);
  if (generations.length === 0) {
    throw new TrainingInputError(
      list,
      'it is empty; exchanges are trained on only with token_generations (return_token_ids)',
    );
  }
  const output = readList(response.output, [...place, 'output']);
  return generations.map((given, index) => {
    const at = [...list, index];
    const generation = requireObject(given, at);
    const items = readList(generation.output_indices, [...at, 'output_indices']).map((item) => output[Number(item)]);
    const isLast = index === generations.length - 1;
    return {
      place: at,
      message: assistantMessage(items.filter(isJsonObject)),
      ...tokensOf(generation, at),
      promptTokenIds: readIds(generation.prompt_token_ids, [...at, 'prompt_token_ids']),
      tokenTexts: null,
      truncated: isLast && response.status === 'incomplete',
    };
  });
}

/** Reads the tokens and log-probabilities of a generation, from one list of pairs or from two lists. */
function tokensOf(generation: JsonObject, place: InputPath): Pick<SampledChoice, 'tokenIds' | 'logprobs'> {
  const list = [...place, 'output_tokens'];
  const tokens = readList(generation.output_tokens, list).map((token, index) => requireObject(token, [...list, index]));
  const isPaired = generation.token_ids == null && generation.output_tokens != null;
  const ids = isPaired ? tokens.map(({ token_id: id }) => id) : generation.token_ids;
  const values =
    generation.compact_logprobs ?? (tokens.length > 0 ? tokens.map(({ logprob }) => logprob ?? null) : null);
  const tokenIds = readIds(ids, isPaired ? list : [...place, 'token_ids']);
  const logprobs =
    values === null
      ? null
      : Float32Array.from(readList(values, [...place, 'compact_logprobs']), (value) => logprobOf(value, place));
  requireOneEach(tokenIds, logprobs, place);
  return { tokenIds, logprobs };
}

function assistantMessage(items: readonly JsonObject[]): PlainMessage {
  const texts = items.flatMap(({ type, content }) => (type === 'message' ? textsOf(content) : []));
  const calls = items.filter(({ type }) => type === 'function_call').map(toolCall);
  return { role: 'assistant', content: texts.join(''), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function textsOf(content: unknown): string[] {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return parts.flatMap(({ text }) => (typeof text === 'string' ? text : []));
}

function toolCall({ call_id: id, name, arguments: given }: JsonObject): ToolCall {
  const called = { name: String(name), arguments: typeof given === 'string' ? given : '{}' };
  return { id: typeof id === 'string' ? id : null, type: 'function', function: called };
}
