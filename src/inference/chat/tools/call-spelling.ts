import type { ToolDefinition } from '../../../model/text/chat-message.ts';
import type { ToolFormat } from '../../../model/text/template-formats.ts';
import type { TagFormat } from '../../grammar/grammar.ts';

/** What stands around a tool's name and arguments, as regular expressions: `open`, name, `middle`, object, `close`. */
export interface CallMarks {
  open: string;
  middle: string;
  close: string;
  /** Begins and ends the one list of all calls; null where each stands for itself. */
  list: { open: string; close: string } | null;
}

/**
 * How models of a family write calls. The grammar that constrains answers and the parser that reads calls out of them
 * both go by this, so that nothing is read as a call that was not constrained.
 */
interface CallSpelling {
  /** Every call begins with it, and where it comes in free text a call must follow; a regular expression. */
  trigger: string;
  /** All ways that are read. */
  any: CallMarks;
  /** The one of them that models are taught, which forced calls have: white space that may go on costs tokens. */
  taught: CallMarks;
  /** Stands between forced calls. */
  separator: string;
  /** What may stand between two calls and is no content; a regular expression. */
  between: string;
}

/** White space between the marks of a call, as much as anybody indents by, lest a model writes nothing else. */
const SPACE = '[ \\t\\n\\r]{0,16}';

/** The marks one after the other, white space between them. */
const marks = (...parts: string[]): string => parts.join(SPACE);
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const TOOL_CALLS = '[TOOL_CALLS]';
const PYTHON_TAG = '<|python_tag|>';

const NAME = marks('"name"', ':', '');
const argumentsAfterName = (key: string): string => marks('', ',', key, ':', '');
const TYPE = `(?:${marks('"type"', ':', '"function"', ',', '')})?`;
const taught = (open: string, middle: string, close: string, list: CallMarks['list'] = null): CallMarks => {
  return { open: literal(open), middle: literal(middle), close: literal(close), list };
};
const LLAMA3_BEGIN = `${marks('\\{', '')}${TYPE}${marks('"name"', ':')}`;

export const CALL_SPELLINGS: Record<ToolFormat, CallSpelling> = {
  hermes: {
    trigger: '<tool_call>',
    any: {
      open: marks('<tool_call>', '\\{', NAME),
      middle: argumentsAfterName('"arguments"'),
      close: marks('', '\\}', literal('</tool_call>')),
      list: null,
    },
    taught: taught('<tool_call>\n{"name": ', ', "arguments": ', '}\n</tool_call>'),
    separator: '\n',
    between: SPACE,
  },
  llama3: {
    trigger: `(?:${literal(PYTHON_TAG)}|${LLAMA3_BEGIN})`,
    any: {
      open: `(?:${marks(literal(PYTHON_TAG), '')})?${marks(LLAMA3_BEGIN, '')}`,
      middle: argumentsAfterName('"(?:parameters|arguments)"'),
      close: marks('', '\\}'),
      list: null,
    },
    taught: taught('{"name": ', ', "parameters": ', '}'),
    separator: '; ',
    between: marks('', ';?', ''),
  },
  mistral: {
    trigger: literal(TOOL_CALLS),
    any: {
      open: marks('\\{', NAME),
      middle: argumentsAfterName('"arguments"'),
      close: marks('', '\\}'),
      list: { open: marks(literal(TOOL_CALLS), '\\[', ''), close: marks('', '\\]') },
    },
    taught: taught('{"name": ', ', "arguments": ', '}', { open: literal(`${TOOL_CALLS}[`), close: '\\]' }),
    separator: ', ',
    between: marks('', ',', ''),
  },
};

/** Tokens that a parser must see although they may be special ones, which answers leave out. */
export const TOOL_MARKERS: Record<ToolFormat, readonly string[]> = {
  hermes: ['<tool_call>', '</tool_call>'],
  llama3: [PYTHON_TAG],
  mistral: [TOOL_CALLS],
};

export const ALL_TOOL_MARKERS: readonly string[] = Object.values(TOOL_MARKERS).flat();

/** A tool's name as a call spells it. */
export function spelledName(name: string): string {
  return JSON.stringify(name);
}

/** The parameters of a tool that comes without a schema, as OpenAI has it. */
const NO_PARAMETERS = { properties: {}, additionalProperties: false };

function isEmpty(parameters: unknown): boolean {
  return parameters === undefined || parameters === null || Object.keys(parameters).length === 0;
}

/** The text of a call of one of the tools, its arguments matching the tool's schema. */
export function callFormat({ open, middle, close }: CallMarks, tools: readonly ToolDefinition[]): TagFormat {
  const rest = tools.map(({ function: { name, parameters } }): TagFormat => {
    const json_schema = { ...(isEmpty(parameters) ? NO_PARAMETERS : (parameters as object)), type: 'object' };
    return sequence(
      { type: 'const_string', value: spelledName(name) },
      regex(middle),
      {
        type: 'json_schema',
        json_schema,
      },
      regex(close),
    );
  });
  return sequence(regex(open), { type: 'or', elements: rest });
}

/** What stands around the name in a call up to its arguments' `{`, as regular expressions. */
export function headMarks({ any, between }: CallSpelling): { first: string; next: string; behind: string } {
  const { open, middle, list } = any;
  return { first: `${list?.open ?? ''}${open}`, next: between + open, behind: `${middle}\\{` };
}

/** A call up to its arguments' `{`, as the first one in a text. */
export function firstHead(spelling: CallSpelling, names: Iterable<string>): TagFormat {
  const { first, behind } = headMarks(spelling);
  const elements = [...names].map((name): TagFormat => ({ type: 'const_string', value: spelledName(name) }));
  return sequence(regex(first), { type: 'or', elements }, regex(behind));
}

function sequence(...elements: TagFormat[]): TagFormat {
  return { type: 'sequence', elements };
}

function regex(pattern: string): TagFormat {
  return { type: 'regex', pattern };
}
