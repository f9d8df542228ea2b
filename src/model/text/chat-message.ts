/** One part of a message's content, as requests spell it; text-like parts carry their text under one of these keys. */
export interface ContentPart {
  type: string;
  text?: string | null;
  refusal?: string | null;
  thinking?: string | null;
  [key: string]: unknown;
}

/** A call of a function in any of the forms that `calledFunction` reads. Arguments are an object or its JSON text. */
export interface ToolCall {
  id?: string | null;
  type?: string | null;
  function?: { name: string; arguments?: string | object | null } | null;
  name?: string | null;
  args?: unknown;
  arguments?: unknown;
}

/** A message of a chat request. Roles are free text; what else a client sends along never reaches a template. */
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

/** Types of a call of a function: OpenAI's, and LangChain's. Clients leave it out, too. */
const FUNCTION_TYPES: readonly unknown[] = ['function', 'tool_call', null, undefined];

/** The function that a call names, and its arguments as they were sent. */
interface CalledFunction {
  name: string;
  arguments?: unknown;
  [key: string]: unknown;
}

/**
 * The function of a call in each form that clients send: OpenAI's `{type, function: {name, arguments}}` with or without
 * the type, LangChain's `{type: "tool_call", name, args}`, and the bare `{name, arguments}`. Null for any other.
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
 * Arguments of a call as an object: as they are, or parsed from JSON text. Absent ones, null and blank text are no
 * arguments, `{}`. Null for what is no JSON object.
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
