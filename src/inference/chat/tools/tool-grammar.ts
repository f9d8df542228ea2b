import type { ToolDefinition } from '../../../model/text/chat-message.ts';
import type { ToolFormat } from '../../../model/text/template-formats.ts';
import type { JsonOptions, TagFormat } from '../../grammar/grammar.ts';
import { CALL_SPELLINGS, type CallMarks, callFormat } from './call-spelling.ts';

/**
 * One space at most between the tokens of arguments, as models are taught; unlisted properties only where asked for.
 */
export const CALL_JSON: JsonOptions = { whitespace: { pattern: ' ?' }, additionalProperties: false };

interface CallConstraint {
  /**
   * `forced`: nothing but calls, at least one, as models are taught; `alone`: the same in any spelling, since the model
   * has begun it by itself; `free`: text in which calls may come.
   */
  kind: 'forced' | 'alone' | 'free';
  /** Whether more than one call may come. */
  parallel: boolean;
}

/** The structural tag of an answer that calls these tools in the format; arguments match their schemas. */
export function toolCallFormat(
  format: ToolFormat,
  tools: readonly ToolDefinition[],
  { kind, parallel }: CallConstraint,
): TagFormat {
  const spelling = CALL_SPELLINGS[format];
  const marks = kind === 'forced' ? spelling.taught : spelling.any;
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

/** The calls in the list that the format has of them, if any. */
function list(marks: CallMarks, calls: TagFormat): TagFormat {
  if (marks.list === null) return calls;
  const [open, close] = [marks.list.open, marks.list.close].map((pattern): TagFormat => ({ type: 'regex', pattern }));
  return { type: 'sequence', elements: [open, calls, close] };
}
