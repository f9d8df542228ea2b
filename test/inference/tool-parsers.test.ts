import { describe, expect, it } from 'vitest';
import { openToolParser } from '../../src/inference/chat/tools/open-parser.ts';
import type { ToolFormat } from '../../src/model/text/tool-format.ts';

interface Answer {
  content: string;
  calls: { name: string; arguments: string }[];
}

const names = new Set(['weather', 'add', 'now', 'grüß_🎉']);

function parse(format: ToolFormat, pieces: Iterable<string>): Answer {
  const parser = openToolParser(format, names);
  const events = [...pieces].flatMap((piece) => parser.push(piece));
  const answer: Answer = { content: '', calls: [] };
  for (const event of [...events, ...parser.end()]) {
    if (event.kind === 'content') answer.content += event.text;
    else if (event.kind === 'call') answer.calls.push({ name: event.name, arguments: '' });
    else answer.calls[answer.calls.length - 1].arguments += event.text;
  }
  return answer;
}

/** Parses the text whole, cut at every place, and unit by unit; all must say the same. */
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
    { content: 'Let me see.\n\n', calls: [sunny, add('{"a": [1, {"b": null}], "c": -1.5e3}')] },
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
    'arguments before the name, an id, a missing end tag',
    '<tool_call>{"id": "x", "arguments": {"a": {"b": "c"}}, "name": "add"}',
    one(add('{"a": {"b": "c"}}')),
  ],
  [
    'hermes',
    'a missing last brace',
    '<tool_call>{"name": "add", "arguments": {"a": 1}</tool_call>',
    one(add('{"a": 1}')),
  ],
  [
    'hermes',
    'arguments as text',
    '<tool_call>{"name": "add", "arguments": "{\\"a\\": 1}"}</tool_call>',
    one(add('{"a": 1}')),
  ],
  ['hermes', 'no arguments', '<tool_call>{"name": "now"}</tool_call>', one({ name: 'now', arguments: '{}' })],
  [
    'hermes',
    'null arguments',
    '<tool_call>{"name":"now","arguments":null}</tool_call>',
    one({ name: 'now', arguments: '{}' }),
  ],
  [
    'hermes',
    'a list between the tags, as SmolLM2 writes it',
    '<tool_call>[{"name": "now", "arguments": {}}, {"name": "add", "arguments": {"a": 1}}]</tool_call>',
    { content: '', calls: [{ name: 'now', arguments: '{}' }, add('{"a": 1}')] },
  ],
  [
    'hermes',
    'text after the call',
    '<tool_call>{"name":"now"}</tool_call> Done.',
    { content: ' Done.', calls: [{ name: 'now', arguments: '{}' }] },
  ],
  ['hermes', 'arguments cut off', '<tool_call>{"name": "add", "arguments": {"a": "lo', one(add('{"a": "lo'))],
  [
    'hermes',
    'arguments that break, and go on behind them',
    '<tool_call>{"name": "add", "arguments": {"a": oops}}</tool_call> Next.',
    { content: ' Next.', calls: [add('{"a": oops}}')] },
  ],
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
    '<tool_call><tool_call>{"name":"now"}</tool_call>',
    { content: '<tool_call>', calls: [{ name: 'now', arguments: '{}' }] },
  ],
  [
    'hermes',
    'a bracket before a tag',
    'a <<tool_call>{"name":"now"}</tool_call>',
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
  ['llama3', 'arguments that break', '{"name": "add", "parameters": {"a": nope}}', one(add('{"a": nope}}'))],
  [
    'mistral',
    'a list',
    '[TOOL_CALLS] [{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "add", "arguments": {"a": "]"}}]',
    { content: '', calls: [sunny, add('{"a": "]"}')] },
  ],
  [
    'mistral',
    'text before',
    'Well, [TOOL_CALLS][{"name": "add", "arguments": {}, "id": "123456789"}] ok',
    { content: 'Well,  ok', calls: [add('{}')] },
  ],
  [
    'mistral',
    'the newer form',
    '[TOOL_CALLS]weather[ARGS]{"city": "Oslo"}[TOOL_CALLS]add[CALL_ID]abc123[ARGS]{"a": "}"}',
    { content: '', calls: [sunny, add('{"a": "}"}')] },
  ],
  ['mistral', 'a name and arguments', '[TOOL_CALLS]add{"a": 1}', one(add('{"a": 1}'))],
  ['mistral', 'no tool', '[TOOL_CALLS]rm{"a": 1} x [TOOL', text('[TOOL_CALLS]rm{"a": 1} x [TOOL')],
  ['mistral', 'no call', '[TOOL_CALLS] I call', text('[TOOL_CALLS] I call')],
  ['mistral', 'arguments cut off', '[TOOL_CALLS]add{"a": ', one(add('{"a": '))],
])('%s: %s', (format, _, answer, expected) => {
  it('reads the same however it is cut', () => {
    expect(parseAnyhow(format, answer)).toEqual(expected);
  });
});

describe('a parser', () => {
  it('tells of the name as soon as arguments begin, and passes them on as they come', () => {
    const parser = openToolParser('hermes', names);
    expect(parser.push('Hi <tool_call>\n{"name": "add", "arguments": ')).toEqual([{ kind: 'content', text: 'Hi ' }]);
    expect(parser.push('{"a"')).toEqual([
      { kind: 'call', name: 'add' },
      { kind: 'arguments', text: '{"a"' },
    ]);
    expect(parser.push(': 1')).toEqual([{ kind: 'arguments', text: ': 1' }]);
    expect(parser.push('}}\n</tool_call>')).toEqual([{ kind: 'arguments', text: '}' }]);
  });

  it('holds back no more than what may be a tag', () => {
    const parser = openToolParser('hermes', names);
    expect(parser.push('a <tool')).toEqual([{ kind: 'content', text: 'a ' }]);
    expect(parser.push('box>')).toEqual([{ kind: 'content', text: '<toolbox>' }]);
  });

  it.each(['tru', '01', '"\\x"', '1.', '+1', '"a\nb"', '{,}', '[1,]', '{"a" 1}', 'NaN', '"\\u12g4"', ''])(
    'does not take %o for JSON',
    (value) => {
      const { calls } = parse('hermes', [`<tool_call>{"type": ${value}, "name": "now"}</tool_call>`]);
      expect(calls).toEqual([]);
    },
  );

  it.each(['true', '0', '"\\u00e9\\n"', '1.5', '-1e-7', '{}', '[1, []]', '{"a": 1}', 'null'])('takes %o', (value) => {
    const { calls } = parse('hermes', [`<tool_call>{"type": ${value}, "name": "now"}</tool_call>`]);
    expect(calls).toEqual([{ name: 'now', arguments: '{}' }]);
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
