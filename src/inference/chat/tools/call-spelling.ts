import type { ToolDefinition } from '../../../model/text/chat-message.ts';
import type { ToolFormat } from '../../../model/text/template-formats.ts';
import { CHANNEL_MARKS } from '../../grammar/channel.ts';
import type { TagFormat } from '../../grammar/grammar.ts';
import {
  type ArgumentSpelling,
  FUNCTIONGEMMA_ARGUMENTS,
  JSON_ARGUMENTS,
  PYTHON_ARGUMENTS,
  XML_ARGUMENTS,
} from './argument-spelling.ts';

/** Regular expressions around a tool's name and arguments, in the order open, name, middle, arguments, close. */
export interface CallMarks {
  open: string;
  middle: string;
  close: string;
  /** Begin and end of the list that holds all calls; null if calls are not in a list. */
  list: { open: string; close: string } | null;
}

/**
 * Format in which a model family writes calls. Both the grammar that constrains answers and the parser of calls use it,
 * so that the parser finds no call that was not constrained.
 */
interface CallSpelling {
  /**
   * Regular expression with which every call begins; after a match in free text, a call must follow. Null if an answer
   * is either calls or text, as its beginning decides.
   */
  trigger: string | null;
  /** Marks of all variants that the parser accepts. */
  any: CallMarks;
  /** Marks that models are trained on, used for forced calls: optional white space would cost tokens. */
  canonical: CallMarks;
  /** Text between forced calls. */
  separator: string;
  /** Regular expression of text between two calls that is not content. */
  between: string;
  /** `spelled` returns a tool's name as a call writes it; `read` extracts the name from a call's head. */
  name: { spelled: (name: string) => string; read: (head: string) => string };
  arguments: ArgumentSpelling;
}

/** White space between the marks of a call. The limit allows any usual indentation, but not endless white space. */
const SPACE = '[ \\t\\n\\r]{0,16}';

/** Joins marks with optional white space. */
const marks = (...parts: string[]): string => parts.join(SPACE);
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const TOOL_CALLS = '[TOOL_CALLS]';
const PYTHON_TAG = '<|python_tag|>';

const { start, channel, message, constrain, end } = CHANNEL_MARKS;
const HARMONY_CHANNEL = `${literal(channel)}(?:commentary|analysis)`;
/** The recipient follows the channel or the role. */
const HARMONY_BEGIN = `(?:${HARMONY_CHANNEL}|${literal(start)}assistant) to=functions\\.`;

const GRANITE_BEGIN = `(?:${literal('<|tool_call|>')}|<tool_call>)`;

/** A name that is the JSON string after the first key "name". */
const jsonName: CallSpelling['name'] = {
  spelled: (name) => JSON.stringify(name),
  read: (head) => JSON.parse((/"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head) as RegExpExecArray)[1]),
};
/** Returns the spelling of an unquoted name; `head` matches a head, with the name as its group. */
const plainName = (head: RegExp): CallSpelling['name'] => ({
  spelled: (name) => name,
  read: (text) => (head.exec(text) as RegExpExecArray)[1],
});

const NAME = marks('"name"', ':', '');
const argumentsAfterName = (key: string): string => marks('', ',', key, ':', '');
const TYPE = `(?:${marks('"type"', ':', '"function"', ',', '')})?`;
const canonicalMarks = (open: string, middle: string, close: string, list: CallMarks['list'] = null): CallMarks => {
  return { open: literal(open), middle: literal(middle), close: literal(close), list };
};
/**
 * Returns the spelling of calls in a JSON list after a mark, and before the mark `end` if there is one. `begin` and
 * `trigger` are regular expressions; `first` is the mark that models are trained on.
 */
function listOfCalls(marked: {
  begin: string;
  first: string;
  end?: string;
  key: string;
  trigger?: string;
}): CallSpelling {
  const { begin, first, end = '', key, trigger = begin } = marked;
  const close = literal(end);
  return {
    trigger,
    any: {
      open: marks('\\{', NAME),
      middle: argumentsAfterName(key),
      close: marks('', '\\}'),
      list: { open: marks(begin, '\\[', ''), close: close === '' ? marks('', '\\]') : marks('', '\\]', close) },
    },
    canonical: canonicalMarks('{"name": ', ', "arguments": ', '}', {
      open: literal(`${first}[`),
      close: `\\]${close}`,
    }),
    separator: ', ',
    between: marks('', ',', ''),
    name: jsonName,
    arguments: JSON_ARGUMENTS,
  };
}

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
    canonical: canonicalMarks('<tool_call>\n{"name": ', ', "arguments": ', '}\n</tool_call>'),
    separator: '\n',
    between: SPACE,
    name: jsonName,
    arguments: JSON_ARGUMENTS,
  },
  llama3: {
    trigger: `(?:${literal(PYTHON_TAG)}|${LLAMA3_BEGIN})`,
    any: {
      open: `(?:${marks(literal(PYTHON_TAG), '')})?${marks(LLAMA3_BEGIN, '')}`,
      middle: argumentsAfterName('"(?:parameters|arguments)"'),
      close: marks('', '\\}'),
      list: null,
    },
    canonical: canonicalMarks('{"name": ', ', "parameters": ', '}'),
    separator: '; ',
    between: marks('', ';?', ''),
    name: jsonName,
    arguments: JSON_ARGUMENTS,
  },
  mistral: {
    trigger: literal(TOOL_CALLS),
    any: {
      open: marks('\\{', NAME),
      middle: argumentsAfterName('"arguments"'),
      close: marks('', '\\}'),
      list: { open: marks(literal(TOOL_CALLS), '\\[', ''), close: marks('', '\\]') },
    },
    canonical: canonicalMarks('{"name": ', ', "arguments": ', '}', { open: literal(`${TOOL_CALLS}[`), close: '\\]' }),
    separator: ', ',
    between: marks('', ',', ''),
    name: jsonName,
    arguments: JSON_ARGUMENTS,
  },
  mistral_args: {
    trigger: literal(TOOL_CALLS),
    any: {
      open: marks(literal(TOOL_CALLS), ''),
      middle: marks('', `(?:${literal('[CALL_ID]')}[0-9A-Za-z]{1,40})?${literal('[ARGS]')}`, ''),
      close: '',
      list: null,
    },
    canonical: canonicalMarks(TOOL_CALLS, '[ARGS]', ''),
    separator: '',
    between: SPACE,
    name: plainName(/\[TOOL_CALLS\]\s*(.*?)\s*\[(?:ARGS|CALL_ID)\]/s),
    arguments: JSON_ARGUMENTS,
  },
  granite: listOfCalls({ begin: GRANITE_BEGIN, first: '<|tool_call|>', key: '"arguments"' }),
  qwen3_coder: {
    trigger: '(?:<tool_call>|<function=)',
    any: {
      open: `(?:${marks('<tool_call>', '')})?<function=`,
      middle: '',
      close: `(?:${marks('', '</tool_call>')})?`,
      list: null,
    },
    canonical: canonicalMarks('<tool_call>\n<function=', '', '\n</tool_call>'),
    separator: '\n',
    between: SPACE,
    name: plainName(/<function=(.*)>$/s),
    arguments: XML_ARGUMENTS,
  },
  phi4_mini: listOfCalls({
    begin: literal('<|tool_call|>'),
    first: '<|tool_call|>',
    end: '<|/tool_call|>',
    key: '"(?:arguments|parameters)"',
  }),
  functools: listOfCalls({
    begin: 'functools',
    first: 'functools',
    key: '"(?:arguments|parameters)"',
    trigger: marks('functools', '\\['),
  }),
  pythonic: {
    trigger: null,
    any: {
      open: '',
      middle: '',
      close: '',
      list: {
        open: `(?:(?:${literal(PYTHON_TAG)}|${literal('<|python_start|>')})${SPACE})?${marks('\\[', '')}`,
        close: marks('', '\\]'),
      },
    },
    canonical: canonicalMarks('', '', '', { open: '\\[', close: '\\]' }),
    separator: ', ',
    between: marks('', ',', ''),
    name: plainName(/([^\s[,]*)\($/),
    arguments: PYTHON_ARGUMENTS,
  },
  functiongemma: {
    trigger: '<start_function_call>',
    any: {
      open: marks('<start_function_call>', 'call:'),
      middle: '',
      close: marks('', '<end_function_call>'),
      list: null,
    },
    canonical: canonicalMarks('<start_function_call>call:', '', '<end_function_call>'),
    separator: '',
    between: SPACE,
    name: plainName(/call:(.*)\{$/s),
    arguments: FUNCTIONGEMMA_ARGUMENTS,
  },
  harmony: {
    trigger: HARMONY_BEGIN,
    any: {
      open: HARMONY_BEGIN,
      middle: `(?:${HARMONY_CHANNEL})? ?(?:(?:${literal(constrain)})?json)?${literal(message)}`,
      close: '',
      list: null,
    },
    canonical: canonicalMarks(`${channel}commentary to=functions.`, ` ${constrain}json${message}`, ''),
    separator: `${end}${start}assistant`,
    between: `(?:${literal(end)}(?:${literal(start)}assistant)?)?`,
    name: plainName(/ to=functions\.([^ <]*)/),
    arguments: JSON_ARGUMENTS,
  },
};

/** Returns whether an answer is either calls or text, as its beginning decides. */
export function callsStandAlone(format: ToolFormat): boolean {
  return CALL_SPELLINGS[format].trigger === null;
}

/** Tokens that the parser needs in the text, even if they are special tokens, which are otherwise skipped. */
export const TOOL_MARKERS: Record<ToolFormat, readonly string[]> = {
  hermes: ['<tool_call>', '</tool_call>'],
  llama3: [PYTHON_TAG],
  mistral: [TOOL_CALLS],
  mistral_args: [TOOL_CALLS, '[ARGS]', '[CALL_ID]'],
  granite: ['<|tool_call|>', '<tool_call>'],
  qwen3_coder: ['<tool_call>', '</tool_call>'],
  phi4_mini: ['<|tool_call|>', '<|/tool_call|>'],
  functools: [],
  pythonic: [PYTHON_TAG, '<|python_start|>'],
  functiongemma: ['<start_function_call>', '<end_function_call>', '<escape>'],
  harmony: Object.values(CHANNEL_MARKS),
};

export const ALL_TOOL_MARKERS: readonly string[] = [...new Set(Object.values(TOOL_MARKERS).flat())];

/** Schema of a tool without parameters, as in OpenAI's API. */
const NO_PARAMETERS = { properties: {}, additionalProperties: false };

function isEmpty(parameters: unknown): boolean {
  return parameters === undefined || parameters === null || Object.keys(parameters).length === 0;
}

/** Returns the format of a call of one of the tools, with arguments that match the tool's schema. */
export function callFormat(
  { open, middle, close }: CallMarks,
  { name: { spelled }, arguments: spelling }: CallSpelling,
  tools: readonly ToolDefinition[],
): TagFormat {
  const rest = tools.map(({ function: { name, parameters } }): TagFormat => {
    const json_schema = { ...(isEmpty(parameters) ? NO_PARAMETERS : (parameters as object)), type: 'object' };
    return sequence(
      { type: 'const_string', value: spelled(name) },
      ...optionalRegex(middle),
      spelling.format(json_schema),
      ...optionalRegex(close),
    );
  });
  return sequence(...optionalRegex(open), { type: 'or', elements: rest });
}

/** Returns regular expressions for the text around the name, in a call up to its arguments' first character. */
export function headMarks({ any, between, arguments: { opens } }: CallSpelling): {
  first: string;
  next: string;
  behind: string;
} {
  const { open, middle, list } = any;
  return { first: `${list?.open ?? ''}${open}`, next: between + open, behind: middle + literal(opens) };
}

/** Returns the format of a text's first call, up to its arguments' first character. */
export function firstHead(spelling: CallSpelling, names: Iterable<string>): TagFormat {
  const { first, behind } = headMarks(spelling);
  const elements = [...names].map((name): TagFormat => ({ type: 'const_string', value: spelling.name.spelled(name) }));
  return sequence(regex(first), { type: 'or', elements }, regex(behind));
}

function sequence(...elements: TagFormat[]): TagFormat {
  return { type: 'sequence', elements };
}

function optionalRegex(pattern: string): TagFormat[] {
  return pattern === '' ? [] : [regex(pattern)];
}

function regex(pattern: string): TagFormat {
  return { type: 'regex', pattern };
}
