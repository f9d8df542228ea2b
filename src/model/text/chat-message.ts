/** One part of a message's content in a request. Text-like parts carry their text under one of these keys. */
export interface ContentPart {
  type: string;
  text?: string | null;
  refusal?: string | null;
  thinking?: string | null;
  [key: string]: unknown;
}

/** A tool call in any of the forms that `calledFunction` reads. Arguments are an object or its JSON text. */
export interface ToolCall {
  id?: string | null;
  type?: string | null;
  function?: { name: string; arguments?: string | object | null } | null;
  name?: string | null;
  args?: unknown;
  arguments?: unknown;
}

/** A message of a chat request. Roles are free text; unknown fields never reach a template. */
export interface ChatMessage {
  role: string;
  content?: string | readonly (string | ContentPart)[] | null;
  name?: string | null;
  tool_calls?: readonly ToolCall[] | null;
  tool_call_id?: string | null;
  reasoning?: string | null;
  reasoning_content?: string | null;
  tools?: readonly unknown[] | null;
  [key: string]: unknown;
}

/** A function that the model may call. */
export interface ToolDefinition {
  type: 'function';
  function: {
    name: string;
    description?: string | null;
    parameters?: unknown;
    strict?: boolean | null;
    [key: string]: unknown;
  };
  [key: string]: unknown;
}

/** Types of a tool call: OpenAI's and LangChain's. Clients may also omit the type. */
const FUNCTION_TYPES: readonly unknown[] = ['function', 'tool_call', null, undefined];

/** The function name and the arguments of a tool call, as sent. */
interface CalledFunction {
  name: string;
  arguments?: unknown;
  [key: string]: unknown;
}

/**
 * Returns the called function for each form that clients send: OpenAI's `{type, function: {name, arguments}}` with or
 * without the type, LangChain's `{type: "tool_call", name, args}`, and the bare `{name, arguments}`. Null for others.
 */
export function calledFunction(call: ToolCall): CalledFunction | null {
  if (!FUNCTION_TYPES.includes(call.type)) return null;
  const called: unknown = call.function ?? { name: call.name, arguments: call.args ?? call.arguments };
  return hasName(called) ? called : null;
}

function hasName(value: unknown): value is CalledFunction {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/**
 * Returns the arguments of a call as an object, parsed if they are JSON text. Absent arguments, null and blank text
 * give `{}`; a value that is not a JSON object gives null.
 */
export function argumentsObject(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return {};
  const parsed = typeof value === 'string' ? parse(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
