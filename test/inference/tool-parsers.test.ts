import { describe, expect, it } from 'vitest';
import { callHeads } from '../../src/inference/chat/tools/call-heads.ts';
import { CallParser } from '../../src/inference/chat/tools/call-parser.ts';
import type { ToolFormat } from '../../src/model/text/template-formats.ts';

interface Answer {
  content: string;
  calls: { name: string; arguments: string }[];
}

const names = new Set(['weather', 'add', 'now', 'grüß_🎉']);

function parse(format: ToolFormat, pieces: Iterable<string>): Answer {
  const parser = new CallParser({ format, names });
  const events = [...pieces].flatMap((piece) => parser.push(piece));
  const answer: Answer = { content: '', calls: [] };
  for (const event of [...events, ...parser.end()]) {
    if (event.kind === 'content') answer.content += event.text;
    else if (event.kind === 'call') answer.calls.push({ name: event.name, arguments: '' });
    else answer.calls[answer.calls.length - 1].arguments += event.text;
  }
  return answer;
}

/** Parses the text whole, split at every position, and unit by unit; all must give the same. */
function parseAnyhow(format: ToolFormat, text: string): Answer {
  const whole = parse(format, [text]);
  for (let cut = 0; cut <= text.length; cut++) {
    expect(parse(format, [text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).toEqual(whole);
  }
  expect(parse(format, text.split('')), 'unit by unit').toEqual(whole);
  return whole;
}

const sunny = { name: 'weather', arguments: '{"city": "Oslo"}' };

describe.each<[ToolFormat, string, string, Answer]>([
  ['hermes', 'a call', '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>', one(sunny)],
  ['hermes', 'no white space', '<tool_call>{"name":"add","arguments":{"a":1}}</tool_call>', one(add('{"a":1}'))],
  [
    'hermes',
    'text, then two calls',
    'Let me see.\n<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n' +
      '<tool_call>\n{"name": "add", "arguments": {"a": [1, {"b": null}], "c": -1.5e3}}\n</tool_call>',
    { content: 'Let me see.\n', calls: [sunny, add('{"a": [1, {"b": null}], "c": -1.5e3}')] },
  ],
  [
    'hermes',
    'braces, quotes and tags in strings',
    '<tool_call>{"name": "weather", "arguments": {"city": "}{ \\"</tool_call>\\" \\\\"}}</tool_call>',
    one({ name: 'weather', arguments: '{"city": "}{ \\"</tool_call>\\" \\\\"}' }),
  ],
  [
    'hermes',
    'characters beyond 16 bits',
    '<tool_call>{"name": "grüß_🎉", "arguments": {"ключ": "日本 🎉 \\ud83c\\udf89"}}</tool_call>',
    one({ name: 'grüß_🎉', arguments: '{"ключ": "日本 🎉 \\ud83c\\udf89"}' }),
  ],
  [
    'hermes',
    'a missing end tag',
    '<tool_call>{"name": "add", "arguments": {"a": {"b": "c"}}}',
    one(add('{"a": {"b": "c"}}')),
  ],
  ...[
    '{"id": "x", "arguments": {"a": 1}, "name": "add"}',
    '{"id": "x", "name": "add", "arguments": {"a": 1}}',
    '{"name": "add", "arguments": "{\\"a\\": 1}"}',
    '{"name": "add", "arguments": null}',
    '{"name": "add"}',
    '[{"name": "add", "arguments": {"a": 1}}]',
    `{"name":${' '.repeat(17)}"add", "arguments": {"a": 1}}`,
  ].map((call): [ToolFormat, string, string, Answer] => [
    'hermes',
    'what no grammar holds',
    `<tool_call>${call}</tool_call>`,
    text(`<tool_call>${call}</tool_call>`),
  ]),
  [
    'hermes',
    'text after the call',
    '<tool_call>{"name":"now","arguments":{}}</tool_call> Done.',
    { content: ' Done.', calls: [{ name: 'now', arguments: '{}' }] },
  ],
  ['hermes', 'arguments cut off', '<tool_call>{"name": "add", "arguments": {"a": "lo', one(add('{"a": "lo'))],
  [
    'hermes',
    'a cut before the arguments',
    '<tool_call>{"name": "add", "argu',
    text('<tool_call>{"name": "add", "argu'),
  ],
  [
    'hermes',
    'an unknown tool',
    '<tool_call>{"name": "rm", "arguments": {}}</tool_call>',
    text('<tool_call>{"name": "rm", "arguments": {}}</tool_call>'),
  ],
  [
    'hermes',
    'a tag that is only talked about',
    'Use <tool_call> and a < b <tool_ca',
    text('Use <tool_call> and a < b <tool_ca'),
  ],
  [
    'hermes',
    'a tag again',
    '<tool_call><tool_call>{"name":"now","arguments":{}}</tool_call>',
    { content: '<tool_call>', calls: [{ name: 'now', arguments: '{}' }] },
  ],
  [
    'hermes',
    'a bracket before a tag',
    'a <<tool_call>{"name":"now","arguments":{}}</tool_call>',
    { content: 'a <', calls: [{ name: 'now', arguments: '{}' }] },
  ],
  ['hermes', 'JSON without tags', '{"name": "add", "arguments": {}}', text('{"name": "add", "arguments": {}}')],
  ['llama3', 'a call', '{"name": "weather", "parameters": {"city": "Oslo"}}', one(sunny)],
  [
    'llama3',
    'a tag and its type',
    '<|python_tag|>{"type": "function", "name": "add", "parameters": {"a": 1}}',
    one(add('{"a": 1}')),
  ],
  [
    'llama3',
    'two calls',
    '{"name": "weather", "parameters": {"city": "Oslo"}}; {"name": "add", "parameters": {"a": "}"}}',
    { content: '', calls: [sunny, add('{"a": "}"}')] },
  ],
  [
    'llama3',
    'another object',
    '{"answer": {"name": "add"}} and {} and {"name": "Bob", "parameters": {}}',
    text('{"answer": {"name": "add"}} and {} and {"name": "Bob", "parameters": {}}'),
  ],
  ['llama3', 'a name without arguments', '{"name": "add"}', text('{"name": "add"}')],
  [
    'llama3',
    'prose around a call',
    'So: {"name": "add", "parameters": {}} Good; yes',
    { content: 'So:  Good; yes', calls: [add('{}')] },
  ],
  ['llama3', 'braces before a call', '{{"name": "add", "parameters": {}}', { content: '{', calls: [add('{}')] }],
  ['llama3', 'half a tag', '<|pyth <|python_tag|>print(1) <', text('<|pyth <|python_tag|>print(1) <')],
  [
    'llama3',
    'no white space, arguments by the other name, the last brace on a line of its own',
    '{"name":"add","parameters":{"a":1}};\n{\n  "name": "add",\n  "arguments": {}\n}',
    { content: '', calls: [add('{"a":1}'), add('{}')] },
  ],
  ...[
    '{"parameters": {"a": 1}, "name": "add"}',
    '{"id": "x", "name": "add", "parameters": {"a": 1}}',
    '{"type": {}, "name": "add", "parameters": {"a": 1}}',
    '{"name": "add", "type": "function", "parameters": {"a": 1}}',
    '{"name": "add", "parameters": "{}"}',
  ].map((call): [ToolFormat, string, string, Answer] => ['llama3', 'what no grammar holds', call, text(call)]),
  [
    'llama3',
    'a call that is the value of another object',
    '{"type": "function", "function": {"name": "add", "parameters": {}}}',
    { content: '{"type": "function", "function": }', calls: [add('{}')] },
  ],
  [
    'mistral',
    'a list',
    '[TOOL_CALLS] [{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "add", "arguments": {"a": "]"}}]',
    { content: '', calls: [sunny, add('{"a": "]"}')] },
  ],
  [
    'mistral',
    'text before',
    'Well, [TOOL_CALLS][{"name": "add", "arguments": {}}] ok',
    { content: 'Well,  ok', calls: [add('{}')] },
  ],
  ['mistral', 'no tool', '[TOOL_CALLS]rm{"a": 1} x [TOOL', text('[TOOL_CALLS]rm{"a": 1} x [TOOL')],
  ['mistral', 'no call', '[TOOL_CALLS] I call', text('[TOOL_CALLS] I call')],
  ['mistral', 'the newer form', '[TOOL_CALLS]add[ARGS]{"a": 1}', text('[TOOL_CALLS]add[ARGS]{"a": 1}')],
  ['mistral_args', 'a call', '[TOOL_CALLS]weather[ARGS]{"city": "Oslo"}', one(sunny)],
  [
    'mistral_args',
    'text, then two calls, one with an id',
    'Well. [TOOL_CALLS]weather[CALL_ID]123456789[ARGS]{"city": "Oslo"}[TOOL_CALLS]add[ARGS]{"a": "[ARGS]"}',
    { content: 'Well. ', calls: [sunny, add('{"a": "[ARGS]"}')] },
  ],
  [
    'mistral_args',
    'a name beyond 16 bits, and text after it',
    '[TOOL_CALLS]grüß_🎉[ARGS]{"a": 1} ok',
    { content: ' ok', calls: [{ name: 'grüß_🎉', arguments: '{"a": 1}' }] },
  ],
  ['mistral_args', 'no tool', '[TOOL_CALLS]rm[ARGS]{"a": 1}', text('[TOOL_CALLS]rm[ARGS]{"a": 1}')],
  ['mistral_args', 'arguments cut off', '[TOOL_CALLS]add[ARGS]{"a": ', one(add('{"a": '))],
  [
    'granite',
    'a list',
    '<|tool_call|>[{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "add", "arguments": {"a": "]"}}]',
    { content: '', calls: [sunny, add('{"a": "]"}')] },
  ],
  ['granite', 'the tag of 3.1', '<tool_call>\n[{"name": "weather", "arguments": {"city": "Oslo"}}]', one(sunny)],
  ['granite', 'no call', '<|tool_call|> I call', text('<|tool_call|> I call')],
  ['mistral', 'arguments cut off', '[TOOL_CALLS][{"name": "add", "arguments": {"a": ', one(add('{"a": '))],
])('%s: %s', (format, _, answer, expected) => {
  it('parses the same however the text is split', () => {
    expect(parseAnyhow(format, answer)).toEqual(expected);
  });
});

describe('a parser of calls', () => {
  it('reports the name as soon as arguments begin, and streams the arguments', () => {
    const parser = new CallParser({ format: 'hermes', names });
    expect(parser.push('Hi <tool_call>\n{"name": "add", "arguments": ')).toEqual([{ kind: 'content', text: 'Hi ' }]);
    expect(parser.push('{"a"')).toEqual([
      { kind: 'call', name: 'add' },
      { kind: 'arguments', text: '{"a"' },
    ]);
    expect(parser.push(': 1')).toEqual([{ kind: 'arguments', text: ': 1' }]);
    expect(parser.push('}}\n</tool_call>')).toEqual([{ kind: 'arguments', text: '}' }]);
  });

  it('holds back only text that may be a tag', () => {
    const parser = new CallParser({ format: 'hermes', names });
    expect(parser.push('a <tool')).toEqual([{ kind: 'content', text: 'a ' }]);
    expect(parser.push('box>')).toEqual([{ kind: 'content', text: '<toolbox>' }]);
  });

  it('finds the end of nested JSON arguments', () => {
    const values = '{"a": [true, 0, -1.5e-7, null, "\\u00e9\\n\\"}", {}, [1, []], {"b": {"c": "]"}}]}';
    expect(parse('hermes', [`<tool_call>{"name": "add", "arguments": ${values}}</tool_call>.`])).toEqual({
      content: '.',
      calls: [add(values)],
    });
  });
});

function one(call: Answer['calls'][number]): Answer {
  return { content: '', calls: [call] };
}

function text(content: string): Answer {
  return { content, calls: [] };
}

function add(values: string): Answer['calls'][number] {
  return { name: 'add', arguments: values };
}

describe('the grammar of the heads of calls', () => {
  it('is compiled once for the same format and tools', () => {
    const heads = callHeads('hermes', new Set(['weather', 'add']));
    expect(callHeads('hermes', new Set(['weather', 'add']))).toBe(heads);
    expect(callHeads('hermes', new Set(['weather']))).not.toBe(heads);
    expect(callHeads('mistral', new Set(['weather', 'add']))).not.toBe(heads);
  });

  it('is evicted after 16 other sets of tools', () => {
    const heads = callHeads('hermes', new Set(['first']));
    for (let i = 0; i < 16; i++) callHeads('hermes', new Set([`other_${i}`]));
    expect(callHeads('hermes', new Set(['first']))).not.toBe(heads);
  });

  it('accepts names that are together too long for a grammar, which is refused elsewhere', () => {
    const long = Array.from({ length: 1024 }, (_, i) => `${'n'.repeat(1020)}${i}`.slice(-1024));
    const parser = new CallParser({ format: 'hermes', names: new Set(long) });
    const call = `<tool_call>{"name": "${long[1000]}", "arguments": {}}</tool_call>`;
    expect([...parser.push(call), ...parser.end()]).toEqual([
      { kind: 'call', name: long[1000] },
      { kind: 'arguments', text: '{}' },
    ]);
  });

  it('is shared by parsers with separate states', () => {
    const texts = [
      '<tool_call>{"name": "weather", "arguments": {"city": "Oslo"}}</tool_call>',
      '<tool_call>{"name": "wea',
    ];
    const parsers = texts.map(() => new CallParser({ format: 'hermes', names }));
    const events = parsers.map((): { kind: string }[] => []);
    for (let at = 0; at < texts[0].length; at++) {
      parsers.forEach((parser, i) => {
        events[i].push(...parser.push(texts[i].slice(at, at + 1)));
      });
    }
    expect([...events[0], ...parsers[0].end()].map(({ kind }) => kind)).toContain('call');
    expect([...events[1], ...parsers[1].end()]).toEqual([{ kind: 'content', text: texts[1] }]);
  });
});
