import type { ToolDefinition } from '../../../model/text/chat-message.ts';
import type { ToolFormat } from '../../../model/text/template-formats.ts';
import type { JsonOptions, TagFormat } from '../../grammar/grammar.ts';
import { CALL_SPELLINGS, type CallMarks, callFormat } from './call-spelling.ts';

/**
 * At most one space between the JSON tokens of arguments, as models are trained; unlisted properties only if the schema
 * allows them explicitly.
 */
export const CALL_JSON: JsonOptions = { whitespace: { pattern: ' ?' }, additionalProperties: false };

interface CallConstraint {
  /**
   * `forced`: at least one call and nothing else, in the spelling that models are trained on. `alone`: the same in any
   * spelling, since the model began the call by itself. `free`: text that may contain calls.
   */
  kind: 'forced' | 'alone' | 'free';
  /** Whether the answer may have more than one call. */
  parallel: boolean;
}

/** Returns the structural tag of an answer that calls these tools; arguments match the tools' schemas. */
export function toolCallFormat(
  format: ToolFormat,
  tools: readonly ToolDefinition[],
  { kind, parallel }: CallConstraint,
): TagFormat {
  const spelling = CALL_SPELLINGS[format];
  const marks = kind === 'forced' ? spelling.canonical : spelling.any;
  const call = callFormat(marks, spelling, tools);
  const calls = list(marks, {
    type: 'tags_with_separator',
    tags: [{ begin: '', content: call, end: '' }],
    separator: spelling.separator,
    at_least_one: true,
    stop_after_first: !parallel,
  });
  if (kind !== 'free') return calls;
  const free: TagFormat = { type: 'any_text', excludes_pattern: spelling.trigger ?? '' };
  const more: TagFormat =
    marks.list !== null || !parallel
      ? { type: 'optional', content: calls }
      : { type: 'star', content: { type: 'sequence', elements: [call, free] } };
  return { type: 'sequence', elements: [free, more] };
}

/** Wraps calls in the format's list, if it has one. */
function list(marks: CallMarks, calls: TagFormat): TagFormat {
  if (marks.list === null) return calls;
  const [open, close] = [marks.list.open, marks.list.close].map((pattern): TagFormat => ({ type: 'regex', pattern }));
  return { type: 'sequence', elements: [open, calls, close] };
}
