import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { readSftData } from '../../src/training/sft/sft-data.ts';

const row = (...contents: string[]) =>
  JSON.stringify({ messages: contents.map((content, place) => ({ role: place % 2 ? 'assistant' : 'user', content })) });
const calling = (call: object) => row('a', 'b').replace('"content":"b"', `"tool_calls":[${JSON.stringify(call)}]`);
const bytesOf = (files: Record<string, string | Uint8Array>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text as string)]));
const read = (files: Record<string, string | Uint8Array>) => runAtOnce(readSftData(bytesOf(files)));

describe('readSftData', () => {
  it("reads the client's train.jsonl", () => {
    const withTools = JSON.stringify({ ...JSON.parse(row('c', 'd')), tools: [{ name: 'f' }] });
    const rows = read({ 'train.jsonl': `${row('a', 'b')}\r\n\n${withTools}\n` });
    expect(rows.map(({ place }) => place)).toEqual([
      ['train.jsonl', 'line 1'],
      ['train.jsonl', 'line 3'],
    ]);
    expect(rows[0].messages).toMatchObject([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]);
    expect(rows[0].tools).toBeNull();
    expect(rows[1].tools).toEqual([{ type: 'function', function: { name: 'f' } }]);
  });

  it('reads trajectories.jsonl with metadata.json, choices as messages', () => {
    const trajectory = JSON.stringify({
      reward: 1,
      messages_and_choices: [
        { role: 'user', content: 'a' },
        { finish_reason: 'stop', index: 0, message: { role: 'assistant', content: null }, logprobs: null },
      ],
    });
    const rows = read({
      'trajectories.jsonl': `${trajectory}\n${row('x', 'y')}`,
      'metadata.json': '{"format": "jsonl", "num_trajectories": 2, "more": true}',
    });
    expect(rows.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['a', ''],
      ['x', 'y'],
    ]);
  });

  it.each([
    ['{"messages": [', /^train\.jsonl\.line 2: it is not valid JSON/],
    ['[]', /^train\.jsonl\.line 2: it must be a JSON object/],
    ['{"messages": []}', /^train\.jsonl\.line 2\.messages: .*at least one/],
    ['{"messages_and_choices": []}', /^train\.jsonl\.line 2\.messages_and_choices: .*at least one/],
    ['{}', /^train\.jsonl\.line 2\.messages: it is missing; a line is {"messages": .*; it is empty$/],
    ['{"prompt": "a", "completion": "b"}', /line 2\.messages: it is missing; .*; it has prompt, completion$/],
    [
      row('a', 'b').replace('assistant', 'asistant'),
      /line 2\.messages\.1\.role: "asistant" is not a role; allowed are system,/,
    ],
    ...[{ text: 'b' }, { type: null, text: 'b' }, { type: 5 }, 5].map((part): [string, RegExp] => [
      row('a', 'b').replace('"content":"b"', `"content":[${JSON.stringify(part)}]`),
      /line 2\.messages\.1\.content: it must be a string, null, or an array of parts with a type$/,
    ]),
    [
      row('a', 'b').replace('user', 'human'),
      /line 2\.messages\.0\.role: "human" is not a role; allowed are .*, function$/,
    ],
    [
      row('a', 'b').replace('"content":"b"', '"contnt":"b"'),
      /line 2\.messages\.1: it has neither content nor tool_calls; it has contnt$/,
    ],
    [row('a', 'b').replace(',"content":"b"', ''), /line 2\.messages\.1: it has neither content nor tool_calls$/],
    [
      row('a', 'b', 'c', 'd').replace('"b"', 'null,"tool_calls":[]'),
      /line 2\.messages\.1: it has neither content nor tool_calls$/,
    ],
    [
      row('a', 'b').replace('"assistant"', '"assistant","weight":0'),
      /line 2\.messages\.1\.weight: only 1 is supported; leave the answer out, or select answers with assistant_turns/,
    ],
    ...['{"a": ', '[1]', '5', '"x"'].map((text): [string, RegExp] => [
      calling({ function: { name: 'f', arguments: text } }),
      /^train\.jsonl\.line 2\.messages\.1\.tool_calls\.0\.arguments: they must be a JSON object, or its text$/,
    ]),
    [calling({ type: 'tool_call', name: 'f', args: [1] }), /line 2\.messages\.1\.tool_calls\.0\.arguments: they must/],
    [calling({ type: 'custom', custom: {} }), /line 2\.messages\.1\.tool_calls\.0: it must be a function call/],
    [
      row('a', 'b').replace('"content":"b"', '"function_call":{"name":"f","arguments":"{"}'),
      /line 2\.messages\.1\.function_call\.arguments: they must be a JSON object/,
    ],
    [row('a'), /^train\.jsonl\.line 2\.messages: at least one message must be from the assistant/],
    ['{"messages": [{"content": "x"}]}', /^train\.jsonl\.line 2\.messages\.0: .*role/],
    [`${row('a', 'b').slice(0, -1)}, "loss_mask": {"kind": "none"}}`, /^train\.jsonl\.line 2\.loss_mask: /],
    [`${row('a', 'b').slice(0, -1)}, "tools": [{}]}`, /^train\.jsonl\.line 2\.tools\.0: /],
  ])('names the broken line %j', (line, message) => {
    expect(() => read({ 'train.jsonl': `${row('a', 'b')}\n${line}\n` })).toThrowError(message);
  });

  it.each([
    { content: '' },
    { content: null, tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { function_call: { name: 'f', arguments: '{}' } },
    { content: null, reasoning_content: 'r' },
  ])('accepts the answer %j', (answer) => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', ...answer },
    ];
    expect(read({ 'train.jsonl': JSON.stringify({ messages }) })[0].messages).toHaveLength(2);
  });

  it('ignores tool calls of messages that are not the assistant’s, as no template writes them', () => {
    const line = row('a', 'b').replace('"role":"user"', '"role":"user","tool_calls":[{"name":"f","arguments":"{"}]');
    expect(read({ 'train.jsonl': line })).toHaveLength(1);
  });

  it('accepts answers with empty log-probabilities, as SFT does not read them', () => {
    const choice = { finish_reason: 'stop', index: 0, message: { content: 'b' }, logprobs: { content: null } };
    const messages_and_choices = [{ role: 'user', content: 'a' }, choice];
    expect(read({ 'train.jsonl': JSON.stringify({ messages_and_choices }) })[0].messages).toHaveLength(2);
  });

  it('reads one line per slice, and none ahead', () => {
    const broken = Buffer.concat([Buffer.from(`${row('a', 'b')}\n\n${row('c', 'é')}\n`), Buffer.of(0x22, 0xff, 0x22)]);
    const work = readSftData(bytesOf({ 'train.jsonl': broken }));
    for (let line = 1; line <= 3; line += 1) expect(work.next().done).toBe(false);
    expect(() => work.next()).toThrowError(/^train\.jsonl\.line 4: it is not UTF-8/);
  });

  it('accepts a byte order mark before the first line', () => {
    expect(read({ 'train.jsonl': `\uFEFF${row('a', 'b')}` })).toHaveLength(1);
  });

  it.each([
    [{}, /contains nothing/],
    [{ 'data.csv': '' }, /it contains data\.csv/],
    [
      { 'train.jsonl': row('a', 'b'), 'trajectories.jsonl': row('a', 'b') },
      /it contains train\.jsonl, trajectories\.jsonl/,
    ],
    [{ 'train.jsonl': '\n \n' }, /train\.jsonl: it has no rows/],
    [
      { 'trajectories.jsonl': row('a', 'b'), 'metadata.json': '{"num_trajectories": 3}' },
      /says 3, but there are 1 rows/,
    ],
    [{ 'trajectories.jsonl': row('a', 'b'), 'metadata.json': '{"format": "csv"}' }, /metadata\.json\.format/],
    [{ 'trajectories.jsonl': row('a', 'b'), 'metadata.json': '{' }, /metadata\.json: it is not valid JSON/],
  ])('refuses the files %j', (files, message) => {
    expect(() => read(files as Record<string, string>)).toThrowError(message);
  });
});
