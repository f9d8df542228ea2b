import { RequestError } from './request-error.ts';

/** A message of a chat request: the known fields of every role. */
export interface RequestMessage {
  role: string;
  content?: string | readonly unknown[] | null;
  name?: string | null;
  tool_calls?: readonly unknown[] | null;
  tool_call_id?: string | null;
  reasoning?: unknown;
  reasoning_content?: unknown;
  tools?: readonly unknown[] | null;
}

export interface TextPart {
  type: 'text';
  text: string;
  [key: string]: unknown;
}

/** A message as the chat template sees it. */
export interface TemplateMessage {
  role: string;
  content: string | TextPart[];
  [key: string]: unknown;
}

/** What the conversion has to know of a chat template. */
export interface TemplateTraits {
  /** True where the template loops over a message's content parts; else it is handed plain strings. */
  listContent: boolean;
  /** True where the template's text has `developer` in quotes. */
  knowsDeveloper: boolean;
}

/** Part types that hold text, and the key it lies under. */
const TEXT_PARTS: Record<string, string> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  refusal: 'refusal',
  thinking: 'thinking',
};

/**
 * The request's messages as the template sees them: text parts joined by a newline (or kept as parts), null content
 * empty, tool-call arguments as objects, and developer messages as system messages where the template has no such role.
 * Throws a `RequestError` for an empty conversation, for content that is no text, and for malformed tool calls.
 */
export function templateMessages(messages: readonly RequestMessage[], traits: TemplateTraits): TemplateMessage[] {
  if (messages.length === 0) throw new RequestError('messages', 'messages: give at least one message');
  const converted = messages.map((message, place) => templateMessage(message, `messages.${place}`, traits));
  const hasDeveloper = messages.some((message) => message.role === 'developer');
  return hasDeveloper && !traits.knowsDeveloper ? mergeSystem(converted) : converted;
}

function templateMessage(message: RequestMessage, place: string, traits: TemplateTraits): TemplateMessage {
  const parts = textParts(message.content ?? [], `${place}.content`);
  const asList = traits.listContent && message.role !== 'tool';
  const result: TemplateMessage = {
    role: message.role,
    content: asList ? parts : parts.map((part) => part.text).join('\n'),
  };
  if (message.role === 'assistant') {
    const calls = toolCalls(message.tool_calls ?? [], `${place}.tool_calls`);
    if (calls.length > 0) result.tool_calls = calls;
    const reasoning = message.reasoning ?? message.reasoning_content;
    if (reasoning != null) Object.assign(result, { reasoning, reasoning_content: reasoning });
  }
  if (message.role === 'tool' && message.tool_call_id != null) result.tool_call_id = message.tool_call_id;
  if (message.name != null) result.name = message.name;
  if (message.role === 'developer') result.tools = message.tools ?? null;
  return result;
}

function textParts(content: string | readonly unknown[], place: string): TextPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part, index) => textPart(part, `${place}.${index}`));
}

function textPart(part: unknown, place: string): TextPart[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }];
  if (!isObject(part)) throw new RequestError('messages', `${place}: a content part is a string or an object`);
  const { type } = part;
  const key = typeof type === 'string' && Object.hasOwn(TEXT_PARTS, type) ? TEXT_PARTS[type] : null;
  if (key === null) {
    const kinds = Object.keys(TEXT_PARTS).join(', ');
    throw new RequestError(
      'messages',
      `${place}: parts of type '${String(type)}' are not allowed, as this model takes text only; allowed are ${kinds}`,
    );
  }
  const text = part[key];
  if (text == null) return [];
  if (typeof text !== 'string') throw new RequestError('messages', `${place}.${key}: it must be a string`);
  const { [key]: _, ...others } = part;
  return [{ ...others, type: 'text', text }];
}

function toolCalls(calls: readonly unknown[], place: string): object[] {
  return calls.map((call, index) => {
    if (!isObject(call) || !isObject(call.function) || (call.type ?? 'function') !== 'function') {
      throw new RequestError(
        'messages',
        `${place}.${index}: a tool call is an object of type 'function' with a function`,
      );
    }
    return { ...call, function: { ...call.function, arguments: callArguments(call.function.arguments) } };
  });
}

/** Arguments that are no JSON object count as none, as in the wire format's reference server. */
function callArguments(text: unknown): object {
  if (isObject(text)) return text;
  if (typeof text !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** Developer messages become system messages, and all system messages one at the front. */
function mergeSystem(messages: TemplateMessage[]): TemplateMessage[] {
  const renamed = messages.map((message) => {
    if (message.role !== 'developer') return message;
    const { tools: _, ...rest } = message;
    return { ...rest, role: 'system', content: message.content };
  });
  const system = renamed.filter((message) => message.role === 'system');
  if (system.length === 1 && renamed[0].role === 'system') return renamed;
  const content = system
    .map(plainText)
    .filter((text) => text !== '')
    .join('\n\n');
  return [{ role: 'system', content }, ...renamed.filter((message) => message.role !== 'system')];
}

function plainText({ content }: TemplateMessage): string {
  return typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
