import type { ChatCompletionRequest, ResponseRequest } from '../../generated/types.ts';
import type { ProtocolNames } from '../chat/protocol-names.ts';
import { chatInput } from './chat-input.ts';

/** Converts a request of the Responses API to a chat request. Streams report usage in every chunk. */
export function chatRequestOfResponses(body: ResponseRequest): ChatCompletionRequest {
  const { model, stream, temperature, top_p, top_k, min_p, presence_penalty, frequency_penalty } = body;
  const { priority, cache_salt, prompt_cache_key, chat_template_kwargs, vllm_xargs, return_token_ids } = body;
  return {
    messages: chatInput(body),
    ...{ model, stream, temperature, top_p, top_k, min_p, presence_penalty, frequency_penalty },
    ...{ priority, cache_salt, prompt_cache_key, chat_template_kwargs, vllm_xargs, return_token_ids },
    max_completion_tokens: body.max_output_tokens,
    ...tools(body),
    reasoning_effort: body.reasoning?.effort,
    response_format: responseFormat(body),
    truncate_prompt_tokens: body.truncation === 'auto' ? -1 : null,
    ...(stream ? { stream_options: { include_usage: true, continuous_usage_stats: true } } : {}),
  };
}

function tools({ tools: given, tool_choice: choice, parallel_tool_calls }: ResponseRequest) {
  if (!given?.length) return { tools: null };
  return {
    tools: given.map(({ name, description, parameters, strict }) => ({
      type: 'function' as const,
      function: { name: name ?? '', description, parameters, strict },
    })),
    tool_choice:
      typeof choice === 'object' && choice !== null
        ? { type: 'function' as const, function: { name: choice.name } }
        : choice,
    parallel_tool_calls,
  };
}

function responseFormat({ text }: ResponseRequest): ChatCompletionRequest['response_format'] {
  const format = text?.format;
  if (format == null || format.type === 'text') return null;
  if (format.type === 'json_object') return { type: 'json_object' };
  const { name, description, schema, strict } = format;
  return { type: 'json_schema', json_schema: { name: name || 'answer', description, schema, strict } };
}

/** Field names and phrases of chat, and the Responses API's equivalents. */
export const RESPONSES_NAMES: ProtocolNames = [
  ['messages', 'input'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['response_format', 'text.format'],
  ['set truncate_prompt_tokens', 'send truncation: auto'],
];
