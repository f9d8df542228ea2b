import type {
  ChatCompletion,
  ChatUsage,
  Message,
  MessageAnswerBlock,
  MessageThinkingBlock,
  MessageUsage,
} from '../../generated/types.ts';
import { argumentsObject } from '../../model/text/chat-message.ts';

/** How a chat answer ended. */
export interface ChatEnd {
  finish: ChatCompletion['choices'][number]['finish_reason'] | null;
  /** Stop string or token id that ended the answer, if any. */
  stopReason: string | number | null;
  /** Whether the answer has tool calls. */
  calls: boolean;
  tokens: number;
}

/** Request settings that determine the stop reason. */
export interface EndOptions {
  stopSequences: readonly string[];
  maxTokens: number;
}

/** Converts a chat answer to a Message, with the token ids and log-probabilities that ART trains on. */
export function message(chat: ChatCompletion, options: EndOptions): Message {
  const [{ message: answer, finish_reason: finish, stop_reason: stopReason, logprobs, token_ids, prompt_token_ids }] =
    chat.choices;
  const calls = answer.tool_calls ?? [];
  const tokens = chat.usage.completion_tokens;
  const content: MessageAnswerBlock[] = [
    ...(answer.reasoning ? [thinkingBlock(answer.reasoning)] : []),
    ...(answer.content ? [{ type: 'text' as const, text: answer.content, citations: null }] : []),
    ...calls.map(({ id, function: { name, arguments: text } }) => {
      return { type: 'tool_use' as const, id, name, input: argumentsObject(text) ?? {} };
    }),
  ];
  return {
    id: messageId(chat.id),
    type: 'message',
    role: 'assistant',
    model: chat.model,
    // Clients read the first block without checking that there is one.
    content: content.length > 0 ? content : [{ type: 'text', text: '', citations: null }],
    ...messageEnd({ finish, stopReason: stopReason ?? null, calls: calls.length > 0, tokens }, options),
    usage: messageUsage(chat.usage),
    prompt_token_ids,
    token_ids,
    logprobs: logprobs.content.map(({ logprob }) => logprob),
  };
}

export function messageId(chatId: string): string {
  return chatId.replace(/^chatcmpl-/, 'msg_');
}

/** Placeholder signature; clients drop thinking without a signature from their next request. */
export const SIGNATURE = 'unsigned';

export function thinkingBlock(thinking: string): MessageThinkingBlock {
  return { type: 'thinking', thinking, signature: SIGNATURE };
}

/**
 * Returns the stop reason. Chat's `length` with fewer than `maxTokens` tokens means a full context. A call that a stop
 * sequence cut off is not reported as a tool use.
 */
export function messageEnd(
  { finish, stopReason, calls, tokens }: ChatEnd,
  { stopSequences, maxTokens }: EndOptions,
): Pick<Message, 'stop_reason' | 'stop_sequence'> {
  if (finish === 'length') {
    return { stop_reason: tokens < maxTokens ? 'model_context_window_exceeded' : 'max_tokens', stop_sequence: null };
  }
  const stop = stopSequences.find((text) => text === stopReason);
  if (stop !== undefined && finish !== 'tool_calls') return { stop_reason: 'stop_sequence', stop_sequence: stop };
  return { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null };
}

/** Converts the usage. Anthropic counts cached tokens separately; chat includes them in the prompt's tokens. */
export function messageUsage(usage: ChatUsage): MessageUsage {
  const cached = usage.prompt_tokens_details.cached_tokens;
  return {
    input_tokens: usage.prompt_tokens - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: usage.completion_tokens,
  };
}
