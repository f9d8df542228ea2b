import type { ToolDefinition } from '../../../model/text/chat-message.ts';
import type { ToolFormat } from '../../../model/text/tool-format.ts';
import type { JsonOptions, Tag, TagFormat } from '../../grammar/grammar.ts';
import { TOOL_CALLS } from './mistral-parser.ts';

/** One space at most between the tokens of arguments, as models are taught; unlisted properties only where asked for. */
export const CALL_JSON: JsonOptions = { whitespace: { pattern: ' ?' }, additionalProperties: false };

export interface CallForm {
  /** Whether the answer is nothing but calls, at least one; otherwise it is text in which calls may come. */
  forced: boolean;
  /** Whether more than one call may come. */
  parallel: boolean;
}

/** The form of an answer that calls these tools, at least one, in the format; arguments are held to their schemas. */
export function toolCallForm(format: ToolFormat, tools: readonly ToolDefinition[], form: CallForm): TagFormat {
  switch (format) {
    case 'hermes':
      return calls(tools.map(hermesTag), '<tool_call>', '\n', form);
    case 'llama3':
      return calls(tools.map(llama3Tag), '{"name": ', '; ', form);
    case 'mistral':
      return mistralForm(tools, form);
  }
}

function calls(tags: Tag[], trigger: string, separator: string, { forced, parallel }: CallForm): TagFormat {
  if (forced) {
    return { type: 'tags_with_separator', tags, separator, at_least_one: true, stop_after_first: !parallel };
  }
  return { type: 'triggered_tags', triggers: [trigger], tags, at_least_one: false, stop_after_first: !parallel };
}

/** Mistral's models write their calls as one list. */
function mistralForm(tools: readonly ToolDefinition[], { forced, parallel }: CallForm): TagFormat {
  const tags = tools.map((tool) => jsonTag(tool, 'arguments'));
  const list = calls(tags, '', ', ', { forced: true, parallel });
  const tag: Tag = { begin: `${TOOL_CALLS}[`, content: list, end: ']' };
  if (forced) return { type: 'tag', ...tag };
  return { type: 'triggered_tags', triggers: [TOOL_CALLS], tags: [tag], at_least_one: false, stop_after_first: true };
}

function hermesTag(tool: ToolDefinition): Tag {
  const { begin, content, end } = jsonTag(tool, 'arguments');
  return { begin: `<tool_call>\n${begin}`, content, end: `${end}\n</tool_call>` };
}

function llama3Tag(tool: ToolDefinition): Tag {
  return jsonTag(tool, 'parameters');
}

function jsonTag({ function: { name, parameters } }: ToolDefinition, key: string): Tag {
  return {
    begin: `{"name": ${JSON.stringify(name)}, "${key}": `,
    content: { type: 'json_schema', json_schema: { ...(parameters as object | null), type: 'object' } },
    end: '}',
  };
}
