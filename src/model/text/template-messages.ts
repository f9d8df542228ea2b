import type { ChatMessage, ContentPart, ToolCall, ToolDefinition } from './chat-message.ts';
import { argumentsObject, calledFunction } from './chat-message.ts';
import { TemplateError } from './jinja-template.ts';
import type { ArgumentsType, ContentFormat } from './template-formats.ts';

/** A message in the form that templates receive. */
export type TemplateMessage = Record<string, unknown> & { role: string; content: string | Record<string, unknown>[] };

/** Key of the text, by type of a content part. A Map, because a request may send any word as the type. */
const TEXT_KEYS: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['refusal', 'refusal'],
  ['thinking', 'thinking'],
]);

/**
 * Converts messages as vLLM does for templates: known fields only, content in the template's format, arguments of tool
 * calls as objects, and developer messages as system messages unless the template has a developer role. In addition,
 * OpenAI's deprecated form (`function_call`, role function) becomes tool calls unless the template supports function
 * messages. LangChain's calls become OpenAI's. Arguments that are not a JSON object stay text if the template accepts
 * text. Throws `TemplateError`.
 */
export function templateMessages(
  messages: readonly ChatMessage[],
  template: ReadingTemplate,
  templateSource: string,
): TemplateMessage[] {
  const read = /\brole['"\]]*\s*==\s*["']function["']/.test(templateSource) ? messages : messages.map(withoutFunctions);
  const thinks = /\bthinking\b/.test(templateSource) && templateSource.includes('<|channel|>');
  const converted = read.map((message, index) => {
    const seen = templateMessage(message, template, `messages[${index}]`);
    return thinks ? withThinking(seen) : seen;
  });
  const knowsDeveloper = /["']developer["']/.test(templateSource);
  return knowsDeveloper ? converted : developerToSystem(converted);
}

/** Sets `thinking` for gpt-oss's template, which rejects a message with tool calls, text and `thinking`. */
function withThinking(message: TemplateMessage): TemplateMessage {
  const { reasoning, content, tool_calls: calls } = message;
  const isRefused = calls !== undefined && content.length > 0;
  return typeof reasoning === 'string' && !isRefused ? { ...message, thinking: reasoning } : message;
}

function withoutFunctions(message: ChatMessage): ChatMessage {
  if (message.role === 'function') return { ...message, role: 'tool' };
  const { function_call: call, ...rest } = message;
  if (message.role !== 'assistant' || !isCalled(call) || message.tool_calls?.length) return message;
  return { ...rest, role: message.role, tool_calls: [{ type: 'function', function: call }] };
}

function isCalled(call: unknown): call is { name: string; arguments?: string } {
  return typeof call === 'object' && call !== null && 'name' in call && typeof call.name === 'string';
}

/** The traits of a template that decide the form of its messages. */
interface ReadingTemplate {
  format: ContentFormat;
  argumentsType: ArgumentsType;
}

function templateMessage(message: ChatMessage, template: ReadingTemplate, at: string): TemplateMessage {
  const out: TemplateMessage = { role: message.role, content: templateContent(message, template.format, at) };
  if (message.role === 'assistant') {
    const calls = message.tool_calls ?? [];
    if (calls.length > 0) {
      out.tool_calls = calls.map((call, i) => templateToolCall(call, template.argumentsType, `${at}.tool_calls[${i}]`));
    }
    const reasoning = message.reasoning ?? message.reasoning_content;
    if (typeof reasoning === 'string') Object.assign(out, { reasoning, reasoning_content: reasoning });
  }
  if (message.role === 'tool' && typeof message.tool_call_id === 'string') out.tool_call_id = message.tool_call_id;
  if (typeof message.name === 'string') out.name = message.name;
  if (message.role === 'developer') out.tools = message.tools ?? null;
  return out;
}

function templateContent(message: ChatMessage, format: ContentFormat, at: string): TemplateMessage['content'] {
  const { content } = message;
  const given = typeof content === 'string' ? [content] : (content ?? []);
  const parts = given.flatMap((part, i) => textPart(part, `${at}.content[${i}]`));
  if (format === 'parts' && message.role !== 'tool') return parts;
  return parts.map((part) => part.text).join('\n');
}

function textPart(part: string | ContentPart, at: string): Record<string, unknown>[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }];
  const key = TEXT_KEYS.get(part.type);
  if (key === undefined) {
    throw new TemplateError(
      `${at}: parts of type ${JSON.stringify(part.type)} are not supported by this text model; ` +
        `${[...TEXT_KEYS.keys()].join(', ')} are allowed`,
    );
  }
  const { type: _, [key]: text, ...extra } = part;
  if (text === null || text === undefined) return [];
  if (typeof text !== 'string') throw new TemplateError(`${at}.${key}: must be a string`);
  return [{ type: 'text', text, ...extra }];
}

/** Converts a tool call. Its arguments may not be a JSON object, because a model may have generated invalid JSON. */
function templateToolCall(call: ToolCall, argumentsType: ArgumentsType, at: string): Record<string, unknown> {
  const called = calledFunction(call);
  if (called === null) throw new TemplateError(`${at}: only function calls with a name are allowed`);
  const { name: _, args: __, arguments: ___, ...rest } = call;
  return {
    ...rest,
    type: 'function',
    function: { ...called, arguments: argumentsAs(argumentsType, called.arguments) },
  };
}

/** Converts arguments. For a template that accepts only objects, invalid arguments become `{}`, as in vLLM. */
function argumentsAs(type: ArgumentsType, given: unknown): unknown {
  const object = argumentsObject(given);
  if (type === 'text')
    return object === null ? String(given) : typeof given === 'string' && given.trim() ? given : pythonJson(object);
  return object ?? (type === 'either' && typeof given === 'string' ? given : {});
}

function developerToSystem(messages: TemplateMessage[]): TemplateMessage[] {
  if (!messages.some((message) => message.role === 'developer')) return messages;
  const renamed = messages.map((message) => {
    if (message.role !== 'developer') return message;
    const { tools: _, ...rest } = message;
    return { ...rest, role: 'system', content: message.content };
  });
  const systems = renamed.filter((message) => message.role === 'system');
  if (systems.length === 1 && renamed[0].role === 'system') return renamed;
  const texts = systems.map((message) => flatText(message.content)).filter((text) => text !== '');
  const others = renamed.filter((message) => message.role !== 'system');
  return [{ role: 'system', content: texts.join('\n\n') }, ...others];
}

function flatText(content: TemplateMessage['content']): string {
  return typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
}

/** Returns tools with the keys, in the order, that transformers' templates expect; unknown keys are left out. */
export function templateTools(tools: readonly ToolDefinition[]): Record<string, unknown>[] {
  return tools.map(({ function: { name, description, parameters, strict } }) => ({
    type: 'function',
    function: {
      name,
      description: description ?? null,
      parameters: parameters ?? null,
      ...(strict === undefined || strict === null ? {} : { strict }),
    },
  }));
}

/** Serializes JSON with the spacing of Python's `json.dumps(value, ensure_ascii=False)`, as in training data. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${pythonJson(item)}`).join(', ')}}`;
}
