import type { ToolDefinition } from './chat-message.ts';
import { pythonJson, type TemplateMessage, templateTools } from './template-messages.ts';

/** Returns whether a template supports tools only as a field of the system message, as Phi-4-mini's does. */
export function takesSystemTools(templateSource: string): boolean {
  return /message\[['"]tools['"]\]/.test(templateSource) && !/\b(?:in|if) tools\b|tool_calls/.test(templateSource);
}

/** Adds tools as JSON to the system message, and writes calls in the history as text, as Phi-4-mini was trained. */
export function systemToolMessages(
  messages: readonly TemplateMessage[],
  tools: readonly ToolDefinition[] | null,
): TemplateMessage[] {
  const turns = messages.map((message) => (message.tool_calls === undefined ? message : withCalls(message)));
  if (tools === null || tools.length === 0) return turns;
  const listed = pythonJson(templateTools(tools).map((tool) => tool.function));
  const [first, ...rest] = turns;
  if (first.role === 'system') return [{ ...first, tools: listed }, ...rest];
  return [{ role: 'system', content: '', tools: listed }, ...turns];
}

function withCalls({ tool_calls: calls, ...message }: TemplateMessage): TemplateMessage {
  const listed = (calls as { function: { name: string; arguments: unknown } }[]).map(({ function: called }) => {
    return { name: called.name, arguments: called.arguments };
  });
  const { role, content } = message as TemplateMessage;
  return { ...message, role, content: `${content}<|tool_call|>${pythonJson(listed)}<|/tool_call|>` };
}
