import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { ToolDefinition } from '../../model/text/chat-message.ts';
import { RequestError } from './request-error.ts';

export type ToolsBody = Pick<ChatCompletionRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls'>;

/** Which tools an answer may call. */
export type ToolChoice =
  | { kind: 'none' }
  | {
      /** `auto`: calls are optional; `required`: at least one call; `named`: one call of the only tool in `tools`. */
      kind: 'auto' | 'required' | 'named';
      /** At least one. */
      tools: readonly ToolDefinition[];
      /** Whether the answer may have more than one call. */
      parallel: boolean;
    };

/**
 * Reads `tools`, `tool_choice` and `parallel_tool_calls`. The default choice is auto if there are tools, else none.
 * Throws a `RequestError` for a name that is not among the tools.
 */
export function readToolChoice(body: ToolsBody): ToolChoice {
  const tools = body.tools?.map((tool): ToolDefinition => ({ ...tool, type: 'function' })) ?? null;
  const choice = body.tool_choice ?? (tools === null ? 'none' : 'auto');
  if (choice === 'none' || tools === null) return { kind: 'none' };
  const parallel = body.parallel_tool_calls ?? true;
  if (typeof choice === 'string') return { kind: choice, tools, parallel };
  const { name } = choice.function;
  const named = tools.find((tool) => tool.function.name === name);
  if (named === undefined) {
    const names = tools.map((tool) => `'${tool.function.name}'`).join(', ');
    throw new RequestError('tool_choice', `tool_choice: tool '${name}' does not exist; the tools are ${names}`);
  }
  return { kind: 'named', tools: [named], parallel: false };
}
