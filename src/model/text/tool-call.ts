import type { ToolCall } from './chat-message.ts';

/** Types of a call of a function: OpenAI's, and LangChain's. Clients leave it out, too. */
const FUNCTION_TYPES: readonly unknown[] = ['function', 'tool_call', null, undefined];

/** The function that a call names, and its arguments as they were sent. */
export interface CalledFunction {
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
