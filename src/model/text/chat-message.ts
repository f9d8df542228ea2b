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
