import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerConstraint } from '../../src/inference/chat/output-constraint.ts';
import { readToolChoice } from '../../src/inference/chat/tool-choice.ts';
import { CallParser } from '../../src/inference/chat/tools/call-parser.ts';
import { compileGrammar } from '../../src/inference/grammar/compile.ts';
import { Matcher } from '../../src/inference/grammar/machine/matcher.ts';
import type { ToolFormat } from '../../src/model/text/template-formats.ts';

const SCHEMAS: Record<string, Record<string, unknown>> = {
  weather: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
  },
  area: {
    type: 'object',
    properties: { shape: { type: 'string' }, size: { type: 'object' }, digits: { type: 'integer' } },
  },
  user: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: ['integer', 'null'] },
      address: { type: 'object', properties: { city: { $ref: '#/$defs/text' } } },
      role: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      passed: { type: 'boolean' },
      aliases: { type: 'array', items: { type: 'string' } },
      code: { $ref: '#/$defs/text' },
      any: {},
    },
    $defs: { text: { type: 'string' } },
  },
  now: { type: 'object', properties: {} },
};
const names = new Set(Object.keys(SCHEMAS));
const tools = [...names].map((name) => ({ function: { name, parameters: SCHEMAS[name] } }));

interface Answer {
  content: string;
  /** Arguments as the text that clients get. */
  calls: [name: string, values: string][];
}

function parse(format: ToolFormat, pieces: Iterable<string>): Answer {
  const parser = new CallParser({ format, names, parameters: new Map(Object.entries(SCHEMAS)) });
  const answer: Answer = { content: '', calls: [] };
  for (const event of [...[...pieces].flatMap((piece) => parser.push(piece)), ...parser.end()]) {
    if (event.kind === 'content') answer.content += event.text;
    else if (event.kind === 'call') answer.calls.push([event.name, '']);
    else (answer.calls.at(-1) as [string, string])[1] += event.text;
  }
  return answer;
}

function parseAnyhow(format: ToolFormat, text: string): Answer {
  const whole = parse(format, [text]);
  for (let cut = 0; cut <= text.length; cut++) {
    expect(parse(format, [text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).toEqual(whole);
  }
  expect(parse(format, text.split('')), 'unit by unit').toEqual(whole);
  return whole;
}

/** Returns whether the text may be an answer with these tools, with or without calls. */
function isHeld(toolFormat: ToolFormat, text: string): boolean {
  const held = answerConstraint({ choice: readToolChoice({ tools }), toolFormat, structured: null });
  const matcher = new Matcher(compileGrammar((held as NonNullable<typeof held>).grammar));
  return matcher.accept(Buffer.from(text)) && matcher.canEnd;
}

const xml = (name: string, ...values: [string, string][]) =>
  `<tool_call>\n<function=${name}>\n${values.map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>\n`).join('')}</function>\n</tool_call>`;
const gemma = (call: string) => `<start_function_call>call:${call}<end_function_call>`;
const one = (name: string, values: string): Answer => ({ content: '', calls: [[name, values]] });
const text = (content: string): Answer => ({ content, calls: [] });
const oslo = '{"city": "Oslo", "unit": "celsius"}';

// As vLLM's own tests have them, by kind: tests/tool_parsers of qwen3coder, pythonic, functiongemma, phi4mini.
const ANSWERS: [ToolFormat, string, string, Answer][] = [
  ['qwen3_coder', 'a call', xml('weather', ['city', 'Oslo'], ['unit', 'celsius']), one('weather', oslo)],
  [
    'qwen3_coder',
    'text, then two calls',
    `Sure!${xml('weather', ['city', 'Oslo'])}\n${xml('weather', ['city', 'Rome'], ['unit', 'fahrenheit'])}`,
    {
      content: 'Sure!',
      calls: [
        ['weather', '{"city": "Oslo"}'],
        ['weather', '{"city": "Rome", "unit": "fahrenheit"}'],
      ],
    },
  ],
  [
    'qwen3_coder',
    'values by their types',
    xml('area', ['shape', '12'], ['size', '{"w": 10,\n "h": 20}'], ['digits', '2']),
    one('area', '{"shape": "12", "size": {"w": 10,\n "h": 20}, "digits": 2}'),
  ],
  [
    'qwen3_coder',
    'values that may be of several types, and those of none',
    xml(
      'user',
      ['age', 'null'],
      ['role', '5'],
      ['passed', 'true'],
      ['aliases', '["a"]'],
      ['code', '007'],
      ['any', '007'],
    ),
    one('user', '{"age": null, "role": "5", "passed": true, "aliases": ["a"], "code": "007", "any": "007"}'),
  ],
  [
    'qwen3_coder',
    'a string of many lines, with tags, quotes and characters beyond 16 bits',
    xml('area', ['shape', '\n  if a < b: "x\\n"\n</param>\n<parameter=b>🎉\n']),
    one('area', `{"shape": ${JSON.stringify('\n  if a < b: "x\\n"\n</param>\n<parameter=b>🎉\n')}}`),
  ],
  ['qwen3_coder', 'an empty string', xml('area', ['shape', '']), one('area', '{"shape": ""}')],
  ['qwen3_coder', 'no arguments', xml('now'), one('now', '{}')],
  [
    'qwen3_coder',
    'no line breaks, and no outer tag',
    'So: <function=weather><parameter=city>Oslo</parameter></function> ok',
    { content: 'So:  ok', calls: [['weather', '{"city": "Oslo"}']] },
  ],
  ['qwen3_coder', 'a string cut off', '<function=weather><parameter=city>\nOs\n', one('weather', '{"city": "Os')],
  ['qwen3_coder', 'a value cut off', '<function=area><parameter=digits>1', one('area', '{"digits": ')],
  ['qwen3_coder', 'a head cut off', '<tool_call>\n<function=wea', text('<tool_call>\n<function=wea')],
  ['qwen3_coder', 'an unknown tool', xml('rm', ['a', '1']), text(xml('rm', ['a', '1']))],
  [
    'qwen3_coder',
    'what no grammar holds',
    '<function=weather>no tags</function>',
    { content: 'o tags</function>', calls: [['weather', '{']] },
  ],
  ['pythonic', 'a call', "[weather(city='Oslo', unit='celsius')]", one('weather', oslo)],
  [
    'pythonic',
    'all types',
    "[user(name='Doe', age=9, address={'city': 'LA', \"zip\": [1, -2.5e3, {}]}, role=None, passed=True, aliases=['J', \"K\"])]",
    one(
      'user',
      '{"name": "Doe", "age": 9, "address": {"city": "LA", "zip": [1, -2.5e3, {}]}, "role": null, "passed": true, "aliases": ["J", "K"]}',
    ),
  ],
  ['pythonic', 'no arguments', '[now()]', one('now', '{}')],
  [
    'pythonic',
    'empty values',
    '[area(size={}), user(aliases=[])]',
    {
      content: '',
      calls: [
        ['area', '{"size": {}}'],
        ['user', '{"aliases": []}'],
      ],
    },
  ],
  [
    'pythonic',
    'quotes',
    `[weather(city='Martha\\'s "Vineyard"'),user(name="it's \\"it\\"\\n",code='\\u00e9')]`,
    {
      content: '',
      calls: [
        ['weather', `{"city": "Martha's \\"Vineyard\\""}`],
        ['user', `{"name": "it's \\"it\\"\\n", "code": "\\u00e9"}`],
      ],
    },
  ],
  ['pythonic', 'a tag before it', "<|python_start|>[weather(city='Oslo', unit='celsius')]", one('weather', oslo)],
  ['pythonic', 'the tag of Llama 3', "<|python_tag|>[weather(city='Oslo', unit='celsius')]", one('weather', oslo)],
  ['pythonic', 'text before a call', 'Hm. [now()]', text('Hm. [now()]')],
  ['pythonic', 'a list that is none of calls', '[1, 2] and [now', text('[1, 2] and [now')],
  ['pythonic', 'an unknown tool', "[rm(path='/')]", text("[rm(path='/')]")],
  ['pythonic', 'arguments cut off', "[weather(city='Os", one('weather', '{"city": "Os')],
  ['pythonic', 'a word cut off', '[user(passed=Tr', one('user', '{"passed": ')],
  [
    'functiongemma',
    'a call',
    gemma('weather{city:<escape>Oslo<escape>,unit:<escape>celsius<escape>}'),
    one('weather', oslo),
  ],
  [
    'functiongemma',
    'text, then two calls',
    `Let me see. ${gemma('weather{city:<escape>Oslo<escape>}')}${gemma('now{}')}`,
    {
      content: 'Let me see. ',
      calls: [
        ['weather', '{"city": "Oslo"}'],
        ['now', '{}'],
      ],
    },
  ],
  [
    'functiongemma',
    'all types',
    gemma(
      'user{name:<escape>a<esc, "b"}<escape>,age:9,address:{city:<escape>é<escape>},role:null,passed:true,aliases:[<escape>J<escape>]}',
    ),
    one(
      'user',
      '{"name": "a<esc, \\"b\\"}", "age": 9, "address": {"city": "é"}, "role": null, "passed": true, "aliases": ["J"]}',
    ),
  ],
  [
    'functiongemma',
    'arguments cut off',
    '<start_function_call>call:weather{city:<escape>Os<esc',
    one('weather', '{"city": "Os'),
  ],
  ['functiongemma', 'no call', '<start_function_call>call:rm{}', text('<start_function_call>call:rm{}')],
  [
    'phi4_mini',
    'two calls',
    '<|tool_call|>[{"name": "weather", "arguments": {"city": "]"}}, {"name": "now", "arguments": {}}]<|/tool_call|>',
    {
      content: '',
      calls: [
        ['weather', '{"city": "]"}'],
        ['now', '{}'],
      ],
    },
  ],
  ['phi4_mini', 'no call', '<|tool_call|>{"name": "now"}', text('<|tool_call|>{"name": "now"}')],
  [
    'functools',
    'two calls on lines of their own, text before them',
    'Let me see.\nfunctools[\n  {"name": "weather", "arguments": {"city": "Oslo"}},\n  {"name": "now", "parameters": {}}\n]',
    {
      content: 'Let me see.\n',
      calls: [
        ['weather', '{"city": "Oslo"}'],
        ['now', '{}'],
      ],
    },
  ],
  ['functools', 'no call', 'functools[] is a module', text('functools[] is a module')],
];

describe.each(ANSWERS)('%s: %s', (format, _, answer, expected) => {
  it('parses the same however the text is split', () => {
    expect(parseAnyhow(format, answer)).toEqual(expected);
  });
});

describe('the grammar of an answer with tools', () => {
  it.each(ANSWERS.filter(([, , , { calls }]) => calls.length > 0 && calls.every(([, values]) => isJson(values))))(
    '%s: %s is allowed',
    (format, _, answer) => {
      // JSON and lists of calls are spaced as models are taught.
      expect(isHeld(format, answer.replace(/,\n +/, ', '))).toBe(true);
    },
  );

  it.each<[ToolFormat, string]>([
    ['qwen3_coder', xml('weather', ['unit', 'kelvin'])],
    ['qwen3_coder', xml('weather', ['town', 'Oslo'])],
    ['qwen3_coder', xml('area', ['digits', 'two'])],
    ['qwen3_coder', xml('area', ['digits', '1'], ['digits', '2'])],
    ['functiongemma', gemma('weather{unit:<escape>kelvin<escape>}')],
    ['functiongemma', gemma('area{digits:<escape>1<escape>}')],
    ['functiongemma', gemma('weather{town:<escape>Oslo<escape>}')],
    ['phi4_mini', '<|tool_call|>[{"name": "area", "arguments": {"digits": "1"}}]<|/tool_call|>'],
    ['functools', 'functools[{"name": "area", "arguments": {"digits": "1"}}]'],
  ])('%s: %j is not allowed', (format, answer) => {
    expect(isHeld(format, answer)).toBe(false);
  });

  it('refuses a property whose name cannot name an argument', () => {
    const parameters = { type: 'object', properties: { 'a=b': {} } };
    const choice = readToolChoice({ tools: [{ function: { name: 'f', parameters } }], tool_choice: 'required' });
    const held = answerConstraint({ choice, toolFormat: 'pythonic', structured: null });
    expect(() => compileGrammar((held as NonNullable<typeof held>).grammar)).toThrow(
      '"a=b" cannot be the name of an argument in this model',
    );
  });
});

describe('Python’s own calls', () => {
  // What Python reads in them: scripts/oracle/python-calls.py.
  const goldens: [source: string, calls: [string, object][]][] = JSON.parse(
    readFileSync(new URL('./goldens/python-calls.json', import.meta.url), 'utf8'),
  );
  const functions = ['f0', 'f1', 'f2'];
  const any = functions.map((name) => ({ function: { name, parameters: { type: 'object' } } }));
  const choice = readToolChoice({ tools: any, tool_choice: 'required' });
  const held = answerConstraint({ choice, toolFormat: 'pythonic', structured: null });
  const root = compileGrammar((held as NonNullable<typeof held>).grammar);

  it('are parsed as Python parses them, and are allowed', () => {
    for (const [source, calls] of goldens) {
      const parser = new CallParser({ format: 'pythonic', names: new Set(functions) });
      const read: [string, string][] = [];
      for (const event of [...parser.push(source), ...parser.end()]) {
        if (event.kind === 'call') read.push([event.name, '']);
        else (read.at(-1) as [string, string])[1] += event.text;
      }
      expect([source, read.map(([name, values]) => [name, JSON.parse(values)])]).toEqual([source, calls]);
      const matcher = new Matcher(root);
      expect([source, matcher.accept(Buffer.from(source)) && matcher.canEnd]).toEqual([source, true]);
    }
  });
});

function isJson(values: string): boolean {
  try {
    JSON.parse(values);
    return true;
  } catch {
    return false;
  }
}
