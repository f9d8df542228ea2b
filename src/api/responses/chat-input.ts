import type { ChatMessage, ResponseInputItem, ResponseInputPart, ResponseRequest } from '../../generated/types.ts';

/**
 * Converts a request's input to chat messages, the instructions first. Reasoning, message and calls of one answer,
 * which are separate items here, become one assistant message.
 */
export function chatInput({ instructions, input }: Pick<ResponseRequest, 'instructions' | 'input'>): ChatMessage[] {
  const messages: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : [];
  if (typeof input === 'string') return [...messages, { role: 'user', content: input }];
  let answer: ChatMessage | null = null;
  for (const item of input) {
    const part = answerPart(item);
    if (part === null) {
      messages.push(otherMessage(item));
      answer = null;
    } else if (answer === null || (part.content != null && answer.content != null)) {
      answer = { role: 'assistant', content: null, ...part };
      messages.push(answer);
    } else {
      add(answer, part);
    }
  }
  return messages;
}

type AnswerPart = Pick<ChatMessage, 'reasoning' | 'content' | 'tool_calls'>;

/** Adds a part in place: copying the earlier ones for each of many parts would be quadratic. */
function add(answer: ChatMessage, { reasoning, content, tool_calls: calls }: AnswerPart): void {
  if (content != null) answer.content = content;
  if (reasoning != null) answer.reasoning = (answer.reasoning ?? '') + reasoning;
  if (calls == null) return;
  if (answer.tool_calls == null) answer.tool_calls = calls;
  else answer.tool_calls.push(...calls);
}

/** Returns what an item adds to an assistant message; null if it belongs to another role. */
function answerPart(item: ResponseInputItem): AnswerPart | null {
  const { type, role, content, call_id: id, name, arguments: text } = item;
  if (type === 'reasoning') return { reasoning: textOf(content) };
  if (type === 'function_call') {
    const call = { id: id ?? '', type: 'function' as const, function: { name: name ?? '', arguments: text ?? '' } };
    return { tool_calls: [call] };
  }
  const own = role === 'assistant' && type !== 'function_call_output';
  return own ? { content: textOf(content) } : null;
}

function otherMessage({ type, role, content, call_id: id, output }: ResponseInputItem): ChatMessage {
  if (type === 'function_call_output') return { role: 'tool', tool_call_id: id ?? '', content: textOf(output) };
  return { role: role ?? 'user', content: textOf(content) };
}

function textOf(content: string | readonly ResponseInputPart[] | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text, refusal }) => text ?? refusal ?? '').join('\n');
}
