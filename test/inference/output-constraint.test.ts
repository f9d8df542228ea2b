import { describe, expect, it } from 'vitest';
import type { AnswerReading } from '../../src/inference/chat/answer-parser.ts';
import { grammarConstraint, withTokenIds } from '../../src/inference/chat/grammar-constraint.ts';
import {
  answerConstraint,
  type OutputConstraint,
  readOutputConstraint,
  type StructuredFields,
} from '../../src/inference/chat/output-constraint.ts';
import { RequestError } from '../../src/inference/chat/request-error.ts';
import { readToolChoice } from '../../src/inference/chat/tool-choice.ts';
import { CallParser } from '../../src/inference/chat/tools/call-parser.ts';
import { callsStandAlone } from '../../src/inference/chat/tools/call-spelling.ts';
import { compileGrammar } from '../../src/inference/grammar/compile.ts';
import { ANY_JSON, jsonSchemaGrammar } from '../../src/inference/grammar/grammar.ts';
import { Matcher } from '../../src/inference/grammar/machine/matcher.ts';
import { CompiledGrammar, GrammarMatcher } from '../../src/inference/grammar/tokens/grammar-matcher.ts';
import { vocabularyOf } from '../../src/inference/grammar/tokens/tokenizer-info.ts';
import type { ToolFormat } from '../../src/model/text/template-formats.ts';
import type { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { refusedOfChat } from '../contract/refused-fields.ts';

const tools = [
  {
    function: {
      name: 'weather',
      parameters: {
        properties: { place: { type: 'string' }, days: { type: 'array', items: { $ref: '#/$defs/day' } } },
        required: ['place'],
        $defs: { day: { type: 'integer' } },
      },
    },
  },
  { function: { name: 'now' } },
];

type Body = Parameters<typeof readToolChoice>[0];
type Asked = Parameters<typeof answerConstraint>[0];
const formOf = (body: Body, rest: Partial<Asked> = {}): Asked => ({
  choice: readToolChoice({ tools, ...body }),
  toolFormat: 'hermes',
  structured: null,
  ...rest,
});

/** `yes`: a whole answer; `more`: the beginning of an answer; `no`: neither. */
function judge(form: Asked): (text: string) => 'yes' | 'more' | 'no' {
  const format = answerConstraint(form);
  if (format === null) throw new Error('any text will do');
  const root = compileGrammar(format.grammar);
  return (text) => {
    const matcher = new Matcher(root);
    if (!matcher.accept(Buffer.from(text))) return 'no';
    return matcher.canEnd ? 'yes' : 'more';
  };
}

/** Judges byte by byte, as the first bytes of an answer may decide what it is. */
function judgeBytes(form: Asked): (text: string) => 'yes' | 'more' | 'no' {
  const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const traits = { vocabSize: 256, specialIds: new Set<number>(), tokenId: () => null };
  const vocabulary = vocabularyOf({ ...traits, tokenBytes: (id) => bytes[id] }, 256);
  const grammar = new CompiledGrammar(compileGrammar(answerConstraint(form)!.grammar), vocabulary);
  return (text) => {
    const matcher = new GrammarMatcher(grammar);
    if (![...Buffer.from(text)].every((byte) => matcher.acceptToken(byte))) return 'no';
    return matcher.canEnd ? 'yes' : 'more';
  };
}

const hermes = (name: string, values: string) =>
  `<tool_call>\n{"name": "${name}", "arguments": ${values}}\n</tool_call>`;
const weather = hermes('weather', '{"place": "Os}lo", "days": [1, 2]}');
const now = hermes('now', '{}');

const qwen = (name: string, values: string) => `<tool_call>\n<function=${name}>\n${values}</function>\n</tool_call>`;
const gemma = (name: string, values: string) => `<start_function_call>call:${name}{${values}}<end_function_call>`;

const channel = (name: string, values: string) =>
  `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${values}`;

const NATIVE: Record<ToolFormat, { one: string; two: string; wrong: string; trigger: string }> = {
  hermes: {
    one: weather,
    two: `${weather}\n${now}`,
    wrong: hermes('weather', '{"place": 3}'),
    trigger: '<tool_call>',
  },
  llama3: {
    one: '{"name": "weather", "parameters": {"place": "Oslo"}}',
    two: '{"name": "weather", "parameters": {"place": "Oslo"}}; {"name": "now", "parameters": {}}',
    wrong: '{"name": "weather", "parameters": {"days": []}}',
    trigger: '{"name": ',
  },
  mistral: {
    one: '[TOOL_CALLS][{"name": "weather", "arguments": {"place": "Oslo"}}]',
    two: '[TOOL_CALLS][{"name": "weather", "arguments": {"place": "Oslo"}}, {"name": "now", "arguments": {}}]',
    wrong: '[TOOL_CALLS][{"name": "weather", "arguments": {"place": "Oslo", "else": 1}}]',
    trigger: '[TOOL_CALLS]',
  },
  mistral_args: {
    one: '[TOOL_CALLS]weather[ARGS]{"place": "Oslo"}',
    two: '[TOOL_CALLS]weather[ARGS]{"place": "Oslo"}[TOOL_CALLS]now[ARGS]{}',
    wrong: '[TOOL_CALLS]weather[ARGS]{"place": "Oslo", "else": 1}',
    trigger: '[TOOL_CALLS]',
  },
  granite: {
    one: '<|tool_call|>[{"name": "weather", "arguments": {"place": "Oslo"}}]',
    two: '<|tool_call|>[{"name": "weather", "arguments": {"place": "Oslo"}}, {"name": "now", "arguments": {}}]',
    wrong: '<|tool_call|>[{"name": "weather", "arguments": {"place": 3}}]',
    trigger: '<|tool_call|>',
  },
  qwen3_coder: {
    one: qwen('weather', '<parameter=place>\nOs}lo\n</parameter>\n<parameter=days>\n[1, 2]\n</parameter>\n'),
    two: `${qwen('weather', '<parameter=place>\nOslo\n</parameter>\n')}\n${qwen('now', '')}`,
    wrong: qwen('weather', '<parameter=days>\n[]\n</parameter>\n'),
    trigger: '<function=',
  },
  phi4_mini: {
    one: '<|tool_call|>[{"name": "weather", "arguments": {"place": "Oslo"}}]<|/tool_call|>',
    two:
      '<|tool_call|>[{"name": "weather", "arguments": {"place": "Oslo"}}, ' +
      '{"name": "now", "arguments": {}}]<|/tool_call|>',
    wrong: '<|tool_call|>[{"name": "weather", "arguments": {"place": 3}}]<|/tool_call|>',
    trigger: '<|tool_call|>',
  },
  functools: {
    one: 'functools[{"name": "weather", "arguments": {"place": "Oslo"}}]',
    two: 'functools[{"name": "weather", "arguments": {"place": "Oslo"}}, {"name": "now", "arguments": {}}]',
    wrong: 'functools[{"name": "weather", "arguments": {"place": 3}}]',
    trigger: 'functools[',
  },
  pythonic: {
    one: "[weather(place='Os)lo', days=[1, 2])]",
    two: '[weather(place="Oslo"), now()]',
    wrong: '[weather(place=3)]',
    trigger: '[weather(',
  },
  functiongemma: {
    one: gemma('weather', 'place:<escape>Os}lo<escape>,days:[1,2]'),
    two: gemma('weather', 'place:<escape>Oslo<escape>') + gemma('now', ''),
    wrong: gemma('weather', 'place:3'),
    trigger: '<start_function_call>',
  },
  harmony: {
    one: channel('weather', '{"place": "Oslo"}'),
    two: `${channel('weather', '{"place": "Oslo"}')}<|end|><|start|>assistant${channel('now', '{}')}`,
    wrong: channel('weather', '{"place": 3}'),
    trigger: '<|channel|>commentary to=functions.',
  },
};

describe.each(Object.entries(NATIVE))('calls of %s', (name, { one, two, wrong, trigger }) => {
  const toolFormat = name as ToolFormat;

  it('are parsed without a rest of content', () => {
    const parser = new CallParser({ format: toolFormat, names: new Set(['weather', 'now']) });
    const events = [...parser.push(two), ...parser.end()];
    expect(events.filter(({ kind }) => kind === 'call')).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === 'content')).toEqual([]);
  });

  it('are forced under tool_choice required, with arguments that fit the schema', () => {
    const of = judge(formOf({ tool_choice: 'required' }, { toolFormat }));
    expect([of(one), of(two)]).toEqual(['yes', 'yes']);
    expect([of(''), of('Hello'), of(wrong), of(one.replace('weather', 'rm'))]).toEqual(['more', 'no', 'no', 'no']);
    expect([of(`${one} `), of(` ${one}`)]).toEqual(['no', 'no']);
  });

  it('are one call of a named tool, and one call without parallel_tool_calls', () => {
    const named = judge(formOf({ tool_choice: { function: { name: 'weather' } } }, { toolFormat }));
    expect([named(one), named(two), named(one.replace('weather', 'now'))]).toEqual(['yes', 'no', 'no']);
    const single = judge(formOf({ tool_choice: 'required', parallel_tool_calls: false }, { toolFormat }));
    expect([single(one), single(two)]).toEqual(['yes', 'no']);
  });

  it('may come in text under tool_choice auto, with arguments that fit the schema', () => {
    const of = judge(formOf({}, { toolFormat }));
    if (callsStandAlone(toolFormat)) {
      const told = judgeBytes(formOf({}, { toolFormat }));
      for (const text of ['', 'Hello [', one, two, `Hello ${wrong}`, '[weather', '[see']) {
        expect([text, told(text)]).toEqual([text, 'yes']);
      }
      for (const text of [wrong, `${trigger}!`, `${one} `]) expect([text, told(text)]).toEqual([text, 'no']);
      return;
    }
    expect([of(''), of('Hello {'), of(`Hello ${one}`), of(two)]).toEqual(['yes', 'yes', 'yes', 'yes']);
    expect([of(`Hello ${wrong}`), of(`${trigger}!`)]).toEqual(['no', 'no']);
    const single = judge(formOf({ parallel_tool_calls: false }, { toolFormat }));
    expect([single(`Hello ${one}`), single(two)]).toEqual(['yes', 'no']);
  });
});

describe('readOutputConstraint', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const large = JSON.stringify({ enum: Array.from({ length: 100_000 }, (_, i) => `value ${i}`) });
  const refused: [string, StructuredFields, RegExp][] = [
    ['no JSON', { structured_outputs: { json: '{"type":' } }, /^structured_outputs.json: the schema is not JSON/],
    ['deep', { structured_outputs: { json: `{"enum":${deep}}` } }, /^structured_outputs.json: .*more than 64 levels/],
    ['large', { structured_outputs: { json: large } }, /^structured_outputs.json: the schema has \d+ bytes/],
    [
      'large',
      { structured_outputs: { json: JSON.parse(large) } },
      /^structured_outputs.json: the schema has \d+ bytes/,
    ],
    [
      'large',
      { structured_outputs: { grammar: `root ::= "${large.replaceAll('"', '')}"` } },
      /the grammar has \d+ bytes/,
    ],
    ['large', { structured_outputs: { regex: `(${large})?` } }, /the regular expression has \d+ bytes; 1048576 is/],
    [
      'large',
      { structured_outputs: { choice: Array.from({ length: 1_024 }, (_, i) => `${i}`.padEnd(1_024, 'ü')) } },
      /^structured_outputs.choice: the list of choices has \d+ bytes; 1048576 is the limit/,
    ],
    [
      'large',
      { structured_outputs: { structural_tag: JSON.stringify({ format: { type: 'const_string', value: large } }) } },
      /^structured_outputs.structural_tag: the structural tag has \d+ bytes/,
    ],
    [
      'large',
      { response_format: { type: 'structural_tag', format: { type: 'const_string', value: large } } },
      /^response_format: the structural tag has \d+ bytes/,
    ],
    [
      'deep',
      { structured_outputs: { structural_tag: `{"format":${deep}}` } },
      /^structured_outputs.structural_tag: .*more than 64 levels/,
    ],
    [
      'large',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: JSON.parse(large) } } },
      /^response_format: the schema has \d+ bytes/,
    ],
  ];
  it.each(refused)('refuses a constraint that is %s before it goes to another process: %#', (_, body, why) => {
    const read = () => answerConstraint(formOf({}, { structured: readOutputConstraint(body) }));
    expect(read).toThrow(RequestError);
    expect(read).toThrow(why);
  });

  it('refuses tools whose schemas are large together', () => {
    const parameters = { type: 'object', properties: { a: { enum: ['x'.repeat(600_000)] } } };
    const many = ['f', 'g'].map((name) => ({ type: 'function' as const, function: { name, parameters } }));
    for (const kind of ['auto', 'required'] as const) {
      const choice = readToolChoice({ tools: many, tool_choice: kind });
      const read = () => answerConstraint({ choice, toolFormat: 'hermes', structured: null });
      expect(read).toThrow(RequestError);
      expect(read).toThrow(/^tools: the form has \d+ bytes; 1048576 is the limit/);
    }
  });

  it('allows no unlisted properties in objects that list properties, unless the request says so', () => {
    const json = { properties: { a: { const: 1 } } };
    const optionsOf = (body: StructuredFields) => readOutputConstraint(body)?.grammar;
    const closed = { kind: 'json_schema', options: { additionalProperties: false } };
    for (const switches of [{}, { disable_additional_properties: true }, { disable_additional_properties: null }]) {
      expect(optionsOf({ structured_outputs: { json, ...switches } })).toMatchObject(closed);
    }
    const format = { type: 'json_schema' as const, json_schema: { name: 'a', schema: json } };
    expect(optionsOf({ response_format: format })).toMatchObject(closed);
    const opened = optionsOf({ structured_outputs: { json, disable_additional_properties: false } });
    expect(opened).toMatchObject({ options: { additionalProperties: true } });
  });
});

describe('a structural tag of triggers and structures', () => {
  it('is read as the older structural tag, in either field', () => {
    const structures = [{ begin: '<f>', schema: { type: 'integer' }, end: '</f>' }];
    const older = { structures, triggers: ['<f'] };
    for (const body of [
      { response_format: { type: 'structural_tag' as const, ...older } },
      { structured_outputs: { structural_tag: JSON.stringify(older) } },
    ]) {
      const of = judge(formOf({ tools: null }, { structured: readOutputConstraint(body) }));
      expect([of('so: <f>12</f>!'), of('so'), of('<f>x</f>'), of('<f')]).toEqual(['yes', 'yes', 'no', 'more']);
    }
  });
});

describe('the backend of structured_outputs', () => {
  const read = (switches: object) => readOutputConstraint({ structured_outputs: { regex: 'a', ...switches } });

  it('is this server’s own, whichever is named, unless fallback is disabled', () => {
    const held = read({});
    for (const _backend of ['auto', 'xgrammar', 'guidance', null]) expect(read({ _backend })).toEqual(held);
    for (const _backend of ['auto', 'daybreak', null]) expect(read({ _backend, disable_fallback: true })).toEqual(held);
    const forbidding = { regex: 'a', _backend: 'xgrammar', disable_fallback: true };
    expect(refusedOfChat({ structured_outputs: forbidding })).toContain('structured_outputs._backend');
    // The client did not ask for it: a server had chosen it.
    expect(read({ _backend: 'xgrammar', disable_fallback: true, _backend_was_auto: true })).toEqual(held);
  });

  it('cannot be another beside response_format either, if fallback is disabled', () => {
    const response_format = { type: 'json_object' } as const;
    const structured_outputs = { _backend: 'outlines', disable_fallback: true };
    expect(refusedOfChat({ response_format, structured_outputs })).toContain('structured_outputs._backend');
    expect(readOutputConstraint({ response_format, structured_outputs: { _backend: 'outlines' } })).not.toBeNull();
  });
});

describe('tokens that a structural tag names', () => {
  const ids = new Map([
    ['<|a|>', 7],
    ['end', 2],
  ]);
  const tokenizer = {
    vocabSize: 10,
    tokenId: (token: string) => ids.get(token) ?? null,
    encode: (text: string) => (text === ' x' ? [5] : [8, 9]),
    leastTokens: () => 1,
  } as unknown as Tokenizer;
  const formatOf = (format: unknown): OutputConstraint => ({
    field: 'response_format',
    grammar: { kind: 'structural_tag', format: JSON.stringify(format), options: ANY_JSON },
  });
  const idsOf = (format: unknown) => {
    const { grammar } = withTokenIds(formatOf(format), { tokenizer, ends: [2] });
    return JSON.parse((grammar as { format: string }).format);
  };

  it('become ids in all formats', () => {
    const json_schema = { properties: { token: { const: '<|a|>' } } };
    expect(
      idsOf({
        type: 'sequence',
        elements: [
          { type: 'token', token: '<|a|>' },
          { type: 'exclude_token', exclude_tokens: [' x', 'end', 3] },
          {
            type: 'token_triggered_tags',
            trigger_tokens: ['<|a|>'],
            tags: [
              { begin: { type: 'token', token: '<|a|>' }, content: { type: 'json_schema', json_schema }, end: 'x' },
            ],
          },
          { type: 'token_dispatch', rules: [['<|a|>', { type: 'token', token: ' x' }]] },
        ],
      }),
    ).toEqual({
      type: 'sequence',
      elements: [
        { type: 'token', token: 7 },
        { type: 'exclude_token', exclude_tokens: [5, 2, 3] },
        {
          type: 'token_triggered_tags',
          trigger_tokens: [7],
          tags: [{ begin: { type: 'token', token: 7 }, content: { type: 'json_schema', json_schema }, end: 'x' }],
        },
        { type: 'token_dispatch', rules: [[7, { type: 'token', token: 5 }]] },
      ],
    });
  });

  it.each([
    [{ type: 'token', token: 'two tokens' }, /^response_format: token "two tokens" does not exist/],
    [{ type: 'any_tokens', exclude_tokens: [10] }, /token id 10 does not exist; token ids are from 0 to 9/],
    [{ type: 'token', token: 'end' }, /the token "end" ends the answer/],
  ])('%j is refused', (format, why) => {
    expect(() => idsOf(format)).toThrow(RequestError);
    expect(() => idsOf(format)).toThrow(why);
  });

  it('are quoted up to their 64th character if they do not exist', () => {
    const format = { type: 'token', token: 'long '.repeat(9_999) };
    expect(() => idsOf(format)).toThrow(/^response_format: token "(long ){12}long" does not exist$/);
  });
});

describe('grammarConstraint', () => {
  it('lets the special tokens that mark calls stand for their text if there are tools', () => {
    const ids = new Map([['[TOOL_CALLS]', 5]]);
    const tokenizer = { tokenId: (token: string) => ids.get(token) ?? null } as unknown as Tokenizer;
    const format = answerConstraint(formOf({}, { toolFormat: 'mistral' })) as OutputConstraint;
    const tools = { format: 'mistral', names: new Set(['now']), parallel: true, finishes: true } as const;
    const markersOf = (reading: AnswerReading) =>
      grammarConstraint(format, { reading, endIds: [2], tokenizer }).markers;
    expect(markersOf({ tools, reasoning: null })).toEqual([5]);
    expect(markersOf({ tools: { ...tools, format: 'hermes' }, reasoning: null })).toEqual([]);
    expect(markersOf({ tools: null, reasoning: null })).toEqual([]);
  });
});

describe('answerConstraint', () => {
  it('is null if any text is allowed', () => {
    expect(answerConstraint(formOf({ tool_choice: 'none' }))).toBeNull();
    expect(answerConstraint(formOf({ tools: null }))).toBeNull();
  });

  it('marks an answer with optional calls as free, and no other', () => {
    const format = readOutputConstraint({ response_format: { type: 'json_object' } });
    expect(answerConstraint(formOf({ tool_choice: 'auto' }))?.free).toBe(true);
    for (const form of [formOf({ tool_choice: 'required' }), formOf({ tool_choice: 'auto' }, { structured: format })]) {
      expect(answerConstraint(form)?.free ?? false).toBe(false);
    }
  });

  it('constrains arguments to an object, which is empty for a tool without parameters', () => {
    const of = judge(formOf({ tool_choice: 'required' }));
    expect([of(hermes('now', '3')), of(hermes('now', '{}')), of(hermes('now', '{"a": 1}'))]).toEqual([
      'no',
      'yes',
      'no',
    ]);
    expect(of(hermes('weather', '[]'))).toBe('no');
  });

  it('allows a structured answer or calls, each with its own whitespace and unlisted properties', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const format = { grammar: jsonSchemaGrammar(schema), field: 'response_format' };
    const auto = judge(formOf({}, { structured: format }));
    expect([auto('{"a": 1}'), auto(weather), auto('Hello'), auto(`{"a": 1}${weather}`)]).toEqual([
      'yes',
      'yes',
      'no',
      'no',
    ]);
    expect(auto('{\n  "a": 1, "b": 2\n}')).toBe('yes');
    expect(auto(hermes('weather', '{\n  "place": "Oslo"}'))).toBe('no');
    expect(auto(hermes('weather', '{"place": "Oslo", "else": 1}'))).toBe('no');
    const bare = { whitespace: 'none', additionalProperties: true } as const;
    const compact = judge(formOf({}, { structured: { ...format, grammar: jsonSchemaGrammar(schema, bare) } }));
    expect([compact('{"a":1}'), compact('{"a": 1}'), compact(weather)]).toEqual(['yes', 'no', 'yes']);
    expect(answerConstraint(formOf({ tools: null }, { structured: format }))).toBe(format);
  });

  it.each(['response_format', 'structured_outputs.json'])('allows no content of %s if calls are forced', (field) => {
    const format = { grammar: jsonSchemaGrammar({ type: 'object' }), field };
    for (const tool_choice of ['required', { function: { name: 'weather' } }] as const) {
      const form = formOf({ tool_choice }, { structured: format });
      const of = judge(form);
      expect([of('{"a": 1}'), of(weather)]).toEqual(['no', 'yes']);
      expect(answerConstraint(form)?.compileOnly).toBe(format.grammar);
    }
  });

  it.each([
    [{ kind: 'choice' as const, choices: ['ja', 'nein'] }, 'nein', 'vielleicht'],
    [{ kind: 'regex' as const, pattern: '[0-9]+' }, '12', '1a'],
    [{ kind: 'rules' as const, text: 'start: "x" /[0-9]/' }, 'x1', 'xy'],
    [{ kind: 'rules' as const, text: 'root ::= "x" "y"' }, 'xy', 'y'],
    [
      { kind: 'json_object' as const, options: { whitespace: 'any' as const, additionalProperties: true } },
      '{"b": 2}',
      '[]',
    ],
  ])('allows %o as an alternative to calls', (grammar, right, wrong) => {
    const of = judge(formOf({}, { structured: { grammar, field: 'structured_outputs' } }));
    expect([of(right), of(wrong), of(now)]).toEqual(['yes', 'no', 'yes']);
  });
});
