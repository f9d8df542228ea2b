import type { ToolDefinition } from './chat-message.ts';
import type { ContentFormat } from './template-formats.ts';
import { pythonJson, type TemplateMessage, templateTools } from './template-messages.ts';

type Content = TemplateMessage['content'];

/**
 * Writes tools as text for templates that do not support them, in the format that Hermes and Qwen models are trained
 * on: an instruction at the end of the system message, calls in assistant turns and results in user turns. `format` is
 * the content format of the messages.
 */
export function plainToolMessages(
  messages: readonly TemplateMessage[],
  tools: readonly ToolDefinition[] | null,
  format: ContentFormat,
): TemplateMessage[] {
  const turns = plainTurns(messages, format);
  if (tools === null || tools.length === 0) return turns;
  const instruction = toolInstruction(tools);
  const [first] = turns;
  if (first.role !== 'system') return [{ role: 'system', content: contentOf(instruction, format) }, ...turns];
  const gap = first.content.length > 0 ? '\n\n' : '';
  return [{ ...first, content: withText(first.content, gap + instruction) }, ...turns.slice(1)];
}

function toolInstruction(tools: readonly ToolDefinition[]): string {
  const signatures = templateTools(tools).map((tool) => `${pythonJson(tool)}\n`);
  return (
    '# Tools\n\nYou may call one or more functions to assist with the user query.\n\n' +
    'You are provided with function signatures within <tools></tools> XML tags:\n' +
    `<tools>\n${signatures.join('')}</tools>\n\n` +
    'For each function call, return a json object with function name and arguments within <tool_call></tool_call> ' +
    'XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
  );
}

function plainTurns(messages: readonly TemplateMessage[], format: ContentFormat): TemplateMessage[] {
  const turns: TemplateMessage[] = [];
  // Consecutive results form one turn, because many templates require alternating turns.
  let results: string[] = [];
  const endResults = (): void => {
    if (results.length > 0) turns.push({ role: 'user', content: contentOf(results.join('\n'), format) });
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      results.push(`<tool_response>\n${textOf(message.content)}\n</tool_response>`);
      continue;
    }
    endResults();
    turns.push(message.tool_calls === undefined ? message : withCalls(message));
  }
  endResults();
  return turns;
}

function withCalls({ tool_calls: calls, ...message }: TemplateMessage): TemplateMessage {
  const texts = (calls as { function: { name: string; arguments: unknown } }[]).map(({ function: called }) => {
    const call = { name: called.name, arguments: called.arguments };
    return `<tool_call>\n${pythonJson(call)}\n</tool_call>`;
  });
  const { role, content } = message as TemplateMessage;
  const gap = content.length > 0 ? '\n' : '';
  return { ...message, role, content: withText(content, gap + texts.join('\n')) };
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
}

function contentOf(text: string, format: ContentFormat): Content {
  return format === 'parts' ? [{ type: 'text', text }] : text;
}

function withText(content: Content, text: string): Content {
  return typeof content === 'string' ? content + text : [...content, { type: 'text', text }];
}
