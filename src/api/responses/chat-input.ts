import type { ChatMessage, ResponseInputItem, ResponseInputPart, ResponseRequest } from '../../generated/types.ts';

/**
 * The messages of a request as chat has them, the instructions first. Thoughts, a message and calls of an answer, which
 * are items of their own here, are one message of the assistant.
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

/** In place: there may be so many parts that what came before must not be copied for each. */
function add(answer: ChatMessage, { reasoning, content, tool_calls: calls }: AnswerPart): void {
  if (content != null) answer.content = content;
  if (reasoning != null) answer.reasoning = (answer.reasoning ?? '') + reasoning;
  if (calls == null) return;
  if (answer.tool_calls == null) answer.tool_calls = calls;
  else answer.tool_calls.push(...calls);
}

/** What an item adds to a message of the assistant; null for an item that is none of his. */
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
