import type { ChatMessage, MessageBlock, MessageRequest, MessageText, MessageTurn } from '../../generated/types.ts';
import { RequestError } from '../../inference/chat/request-error.ts';

/**
 * Prefix of Claude Code's billing line, which is removed: it changes with every request and would defeat the prefix
 * cache.
 */
const BILLING = 'x-anthropic-billing-header';

/**
 * Converts a request's messages to chat messages, the system prompt first. A tool result becomes a message in its
 * position; thinking becomes the answer's reasoning. Throws a `RequestError` for a result without a call.
 */
export function chatMessages({ system, messages }: Pick<MessageRequest, 'system' | 'messages'>): ChatMessage[] {
  requireCalls(messages);
  return [...systemMessage(system ?? []), ...messages.flatMap(chatTurn)];
}

/** Throws a `RequestError` naming the first `tool_result` whose `tool_use` is in no earlier message. */
function requireCalls(messages: readonly MessageTurn[]): void {
  const called = new Set<string>();
  for (const [turn, { content }] of messages.entries()) {
    if (typeof content === 'string') continue;
    for (const [index, { type, id, tool_use_id: result = '' }] of content.entries()) {
      if (type === 'tool_use') called.add(id ?? '');
      if (type !== 'tool_result' || called.has(result)) continue;
      const field = `messages.${turn}.content.${index}.tool_use_id`;
      throw new RequestError(
        field,
        `${field}: no earlier message has a tool_use with the id ${JSON.stringify(result)}`,
      );
    }
  }
}

function chatTurn({ role, content }: MessageTurn): ChatMessage[] {
  if (role === 'system') return systemMessage(typeof content === 'string' ? content : textsOf(content));
  if (typeof content === 'string') return [{ role, content }];
  return role === 'user' ? userMessages(content) : [assistantMessage(content)];
}

function systemMessage(system: string | readonly Pick<MessageText, 'text'>[]): ChatMessage[] {
  const texts = (typeof system === 'string' ? [system] : system.map(({ text }) => text)).filter(
    (text) => text !== '' && !text.startsWith(BILLING),
  );
  return texts.length === 0 ? [] : [{ role: 'system', content: texts.join('\n') }];
}

function userMessages(blocks: readonly MessageBlock[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let texts: MessageBlock[] = [];
  const flush = (): void => {
    if (texts.length > 0) messages.push({ role: 'user', content: textsOf(texts) });
    texts = [];
  };
  for (const block of blocks) {
    if (block.type === 'text') texts.push(block);
    else {
      flush();
      messages.push({ role: 'tool', tool_call_id: block.tool_use_id ?? '', content: resultText(block) });
    }
  }
  flush();
  return blocks.length === 0 ? [{ role: 'user', content: '' }] : messages;
}

function resultText({ content }: MessageBlock): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n');
}

function assistantMessage(blocks: readonly MessageBlock[]): ChatMessage {
  const reasoning = blocks.flatMap(({ type, thinking }) => (type === 'thinking' ? (thinking ?? '') : []));
  const calls = blocks.flatMap(({ type, id, name, input }) =>
    type === 'tool_use'
      ? {
          id: id ?? '',
          type: 'function' as const,
          function: { name: name ?? '', arguments: JSON.stringify(input ?? {}) },
        }
      : [],
  );
  const texts = textsOf(blocks);
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : texts,
    ...(reasoning.length === 0 ? {} : { reasoning: reasoning.join('') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function textsOf(blocks: readonly MessageBlock[]): { type: 'text'; text: string }[] {
  return blocks.flatMap(({ type, text }) => (type === 'text' ? { type, text: text ?? '' } : []));
}
