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
  /** A tool's name as a call spells it, and the name that a call up to its arguments has. */
  name: { spelled: (name: string) => string; read: (head: string) => string };
}

/** White space between the marks of a call, as much as anybody indents by, lest a model writes nothing else. */
const SPACE = '[ \\t\\n\\r]{0,16}';

/** The marks one after the other, white space between them. */
const marks = (...parts: string[]): string => parts.join(SPACE);
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const TOOL_CALLS = '[TOOL_CALLS]';
const PYTHON_TAG = '<|python_tag|>';

const GRANITE_BEGIN = `(?:${literal('<|tool_call|>')}|<tool_call>)`;

/** The name is the JSON string after the first key of this name. */
const jsonName: CallSpelling['name'] = {
  spelled: (name) => JSON.stringify(name),
  read: (head) => JSON.parse((/"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head) as RegExpExecArray)[1]),
};
/** The name stands as it is between two marks. */
const plainName: CallSpelling['name'] = {
  spelled: (name) => name,
  read: (head) => (/\[TOOL_CALLS\]\s*(.*?)\s*\[(?:ARGS|CALL_ID)\]/s.exec(head) as RegExpExecArray)[1],
};

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
    name: jsonName,
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
    name: jsonName,
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
    name: jsonName,
  },
  mistral_args: {
    trigger: literal(TOOL_CALLS),
    any: {
      open: marks(literal(TOOL_CALLS), ''),
      middle: marks('', `(?:${literal('[CALL_ID]')}[0-9A-Za-z]{1,40})?${literal('[ARGS]')}`, ''),
      close: '',
      list: null,
    },
    taught: taught(TOOL_CALLS, '[ARGS]', ''),
    separator: '',
    between: SPACE,
    name: plainName,
  },
  granite: {
    trigger: GRANITE_BEGIN,
    any: {
      open: marks('\\{', NAME),
      middle: argumentsAfterName('"arguments"'),
      close: marks('', '\\}'),
      list: { open: marks(GRANITE_BEGIN, '\\[', ''), close: marks('', '\\]') },
    },
    taught: taught('{"name": ', ', "arguments": ', '}', { open: literal('<|tool_call|>['), close: '\\]' }),
    separator: ', ',
    between: marks('', ',', ''),
    name: jsonName,
  },
};

/** Tokens that a parser must see although they may be special ones, which answers leave out. */
export const TOOL_MARKERS: Record<ToolFormat, readonly string[]> = {
  hermes: ['<tool_call>', '</tool_call>'],
  llama3: [PYTHON_TAG],
  mistral: [TOOL_CALLS],
  mistral_args: [TOOL_CALLS, '[ARGS]', '[CALL_ID]'],
  granite: ['<|tool_call|>', '<tool_call>'],
};

export const ALL_TOOL_MARKERS: readonly string[] = [...new Set(Object.values(TOOL_MARKERS).flat())];

/** The parameters of a tool that comes without a schema, as OpenAI has it. */
const NO_PARAMETERS = { properties: {}, additionalProperties: false };

function isEmpty(parameters: unknown): boolean {
  return parameters === undefined || parameters === null || Object.keys(parameters).length === 0;
}

/** The text of a call of one of the tools, its arguments matching the tool's schema. */
export function callFormat(
  { open, middle, close }: CallMarks,
  { name: { spelled } }: CallSpelling,
  tools: readonly ToolDefinition[],
): TagFormat {
  const rest = tools.map(({ function: { name, parameters } }): TagFormat => {
    const json_schema = { ...(isEmpty(parameters) ? NO_PARAMETERS : (parameters as object)), type: 'object' };
    return sequence(
      { type: 'const_string', value: spelled(name) },
      regex(middle),
      {
        type: 'json_schema',
        json_schema,
      },
      ...(close === '' ? [] : [regex(close)]),
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
  const elements = [...names].map((name): TagFormat => ({ type: 'const_string', value: spelling.name.spelled(name) }));
  return sequence(regex(first), { type: 'or', elements }, regex(behind));
}

function sequence(...elements: TagFormat[]): TagFormat {
  return { type: 'sequence', elements };
}

function regex(pattern: string): TagFormat {
  return { type: 'regex', pattern };
}
