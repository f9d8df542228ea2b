import type { ToolDefinition } from './chat-message.ts';
import { pythonJson, type TemplateMessage, templateTools } from './template-messages.ts';

/** Whether a template takes tools with the system message, as Phi-4-mini's does, and knows nothing else of them. */
export function takesSystemTools(templateSource: string): boolean {
  return /message\[['"]tools['"]\]/.test(templateSource) && !/\b(?:in|if) tools\b|tool_calls/.test(templateSource);
}

/** The tools as JSON with the system message, and calls in the history as text, as Phi-4-mini is taught both. */
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
