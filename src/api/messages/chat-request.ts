import type {
  ChatCompletionRequest,
  CountMessageTokensRequest,
  MessageRequest,
  MessageThinking,
  MessageToolChoice,
} from '../../generated/types.ts';
import type { ProtocolNames } from '../chat/protocol-names.ts';
import { chatMessages } from './chat-messages.ts';

/** Converts a request of the Messages API to a chat request. Streams report usage in every chunk. */
export function chatRequestOfMessages(body: MessageRequest): ChatCompletionRequest {
  const { max_tokens, stream, temperature, top_p, top_k, priority, cache_salt, vllm_xargs } = body;
  return {
    ...chatPrompt(body),
    ...{ max_tokens, stream, temperature, top_p, top_k, priority, cache_salt, vllm_xargs },
    stop: body.stop_sequences,
    return_token_ids: body.return_token_ids,
    ...toolChoice(body.tool_choice),
    thinking_token_budget: body.thinking?.type === 'enabled' ? body.thinking.budget_tokens : null,
    ...(stream ? { stream_options: { include_usage: true, continuous_usage_stats: true } } : {}),
    response_format: responseFormat(body),
  };
}

/** Returns the fields of the chat request that determine the prompt. */
export function chatPrompt(body: CountMessageTokensRequest): ChatCompletionRequest {
  const messages = chatMessages(body);
  const last = messages.at(-1);
  const goesOn = last?.role === 'assistant' && last.tool_calls === undefined && last.content !== null;
  return {
    model: body.model,
    messages,
    tools: tools(body),
    reasoning_effort: body.output_config?.effort,
    chat_template_kwargs: { ...thinkingSwitch(body.thinking), ...body.chat_template_kwargs },
    ...(goesOn ? { add_generation_prompt: false, continue_final_message: true } : {}),
  };
}

function tools({ tools: given }: CountMessageTokensRequest): ChatCompletionRequest['tools'] {
  if (!given?.length) return null;
  return given.map(({ name, description, input_schema: parameters, strict }) => ({
    type: 'function',
    function: { name, description, parameters, strict },
  }));
}

const CHOICES = { auto: 'auto', any: 'required', none: 'none' } as const;

function toolChoice(
  choice: MessageToolChoice | null | undefined,
): Pick<ChatCompletionRequest, 'tool_choice' | 'parallel_tool_calls'> {
  if (choice == null) return {};
  const { type, name, disable_parallel_tool_use: single } = choice;
  return {
    tool_choice: type === 'tool' ? { type: 'function', function: { name: name ?? '' } } : CHOICES[type],
    parallel_tool_calls: !single,
  };
}

/** Returns the template variable that switches thinking on or off. */
function thinkingSwitch(thinking: MessageThinking | null | undefined): { enable_thinking?: boolean } {
  return thinking == null ? {} : { enable_thinking: thinking.type !== 'disabled' };
}

function responseFormat({ output_config: config }: MessageRequest): ChatCompletionRequest['response_format'] {
  const schema = config?.format?.schema;
  return schema == null ? null : { type: 'json_schema', json_schema: { name: 'answer', schema } };
}

/** Field names and phrases of chat, and the Messages API's equivalents. */
export const MESSAGES_NAMES: ProtocolNames = [
  ['thinking_token_budget', 'thinking.budget_tokens'],
  ['; leave it out or send -1', '; send thinking of the type adaptive or disabled'],
  ['response_format', 'output_config.format'],
  [' or set truncate_prompt_tokens', ''],
];
