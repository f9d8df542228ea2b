import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grammar, GrammarConstraint } from '../../src/inference/grammar/grammar.ts';
import { addReasoningTokens, spelledTokens } from '../inference/thinking-toy.ts';
import { type ScriptedChat, startScriptedChat } from './scripted-chat.ts';

const goldens = new URL('../model/goldens/chat-templates/', import.meta.url);
const messages = [{ role: 'user' as const, content: 'Weather in Oslo?' }];
const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather of a place',
    parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  },
};
const add = { type: 'function' as const, function: { name: 'add' } };
const called = '<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo {}"}}\n</tool_call>';
const alsoCalled = '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>';

let plain: ScriptedChat;
let qwen: ScriptedChat;
beforeAll(async () => {
  plain = await startScriptedChat();
  qwen = await startScriptedChat(readFileSync(new URL('qwen3.jinja', goldens), 'utf8'));
});
afterAll(async () => {
  await plain?.server.end();
  await qwen?.server.end();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask({ server }: ScriptedChat, body: object): Promise<any> {
  const answer = await server.call('POST', '/chat/completions', { model: 'toy', messages, ...body });
  expect(answer.body.error ?? null).toBeNull();
  return answer.body;
}

async function refused(body: object): Promise<[number, string, string]> {
  const answer = await plain.server.call('POST', '/chat/completions', { model: 'toy', messages, ...body });
  return [answer.status, answer.body.error?.param, answer.body.error?.message];
}

/** Returns all chunks of a streamed answer. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function stream({ server }: ScriptedChat, body: object): Promise<any[]> {
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'toy', messages, stream: true, ...body }),
  });
  const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('data: {'));
  return events.map((event) => JSON.parse(event.slice('data: '.length)));
}

describe.each([
  ['a template that does not know tools', () => plain],
  ['a template that does', () => qwen],
])('tool calls with %s', (_, chat) => {
  test('a call is parsed into an id, a name and the arguments as the model wrote them, without content', async () => {
    await chat().say(called);
    const [choice] = (await ask(chat(), { tools: [weather, add] })).choices;
    expect(choice.message.tool_calls).toEqual([
      {
        id: expect.stringMatching(/^chatcmpl-tool-[0-9a-f]{16}$/),
        type: 'function',
        function: { name: 'weather', arguments: '{"place": "Oslo {}"}' },
      },
    ]);
    expect(choice.message.content).toBeNull();
    expect([choice.finish_reason, choice.stop_reason]).toEqual(['tool_calls', null]);
    expect(choice.logprobs.content).toHaveLength(choice.token_ids.length);
  });

  test('the prompt has the tools, the earlier calls and their results', async () => {
    await chat().say('Sunny.');
    const history = [
      ...messages,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{"place":"Oslo"}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'sun' },
      { role: 'tool', tool_call_id: 'd', content: 'more sun' },
    ];
    const { choices } = await ask(chat(), { messages: history, tools: [weather] });
    expect(choices[0].message.content).toBe('Sunny.');
    expect(choices[0].message).not.toHaveProperty('tool_calls');
    expect(choices[0].finish_reason).toBe('stop');
    const prompt = await chat().prompt();
    expect(prompt).toContain('"description": "The weather of a place"');
    expect(prompt).toContain(
      '<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo"}}\n</tool_call><|im_end|>',
    );
    expect(prompt).toMatch(
      /<\|im_start\|>user\n<tool_response>\nsun\n<\/tool_response>\n<tool_response>\nmore sun\n<\/tool_response><\|im_end\|>/,
    );
  });
});

test('a stream has the name of each call, then its arguments in pieces, and no markup', async () => {
  await plain.say(`Well.\n${called}\n${alsoCalled}`);
  const chunks = await stream(plain, { tools: [weather, add], stream_options: { include_usage: true } });
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }: { delta: object }) => delta));
  expect(deltas[0]).toEqual({ role: 'assistant', content: '' });
  expect(deltas.map(({ content }) => content ?? '').join('')).toBe('Well.');
  const pieces = deltas.flatMap(({ tool_calls: calls }) => calls ?? []);
  const begins = pieces.filter(({ id }) => id !== undefined);
  expect(begins).toMatchObject([
    { index: 0, type: 'function', function: { name: 'weather' } },
    { index: 1, type: 'function', function: { name: 'add' } },
  ]);
  expect(pieces.indexOf(begins[0])).toBe(0);
  const joined = (index: number) =>
    pieces.filter((piece) => piece.index === index).map((piece) => piece.function.arguments);
  expect(joined(0).join('')).toBe('{"place": "Oslo {}"}');
  expect(joined(0).length).toBeGreaterThan(4);
  expect(joined(1).join('')).toBe('{"a": 1}');
  expect(pieces.filter(({ id }) => id === undefined).every((piece) => !('name' in piece.function))).toBe(true);
  const reasons = chunks.flatMap(({ choices }) =>
    choices.map((choice: { finish_reason: string }) => choice.finish_reason),
  );
  expect(reasons.filter((reason) => reason !== null)).toEqual(['tool_calls']);
  const scored = chunks.flatMap(({ choices }) =>
    choices.flatMap(({ logprobs }: { logprobs: { content: object[] } | null }) => logprobs?.content ?? []),
  );
  expect(scored).toHaveLength(chunks.at(-1).usage.completion_tokens);
});

test('the OpenAI client assembles a streamed call', async () => {
  await qwen.say(called);
  const client = new OpenAI({ baseURL: qwen.server.baseUrl, apiKey: qwen.server.key });
  const run = client.chat.completions.stream({ model: 'toy', messages, tools: [weather] });
  const [call] = (await run.finalMessage()).tool_calls ?? [];
  expect(call).toMatchObject({ type: 'function', function: { name: 'weather', arguments: '{"place": "Oslo {}"}' } });
});

test('parallel_tool_calls false keeps only the first call', async () => {
  await plain.say(`${called}\n${alsoCalled}`);
  const both = await ask(plain, { tools: [weather, add] });
  expect(both.choices[0].message.tool_calls).toHaveLength(2);
  const one = await ask(plain, { tools: [weather, add], parallel_tool_calls: false });
  expect(one.choices[0].message).toMatchObject({ content: null, tool_calls: [{ function: { name: 'weather' } }] });
  const chunks = await stream(plain, { tools: [weather, add], parallel_tool_calls: false });
  const indices = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []).map(({ index }) => index);
  expect(new Set(indices)).toEqual(new Set([0]));
});

test('tool_choice none keeps the tools in the prompt and returns a call as plain text', async () => {
  await qwen.say(called);
  const { choices } = await ask(qwen, { tools: [weather], tool_choice: 'none' });
  expect(choices[0].message.content).toBe(called);
  expect(choices[0].message).not.toHaveProperty('tool_calls');
  expect(choices[0].finish_reason).toBe('stop');
  expect(await qwen.prompt()).toContain('"name": "weather"');
});

test('required and named calls have a grammar; a named one finishes with stop, as OpenAI’s does', async () => {
  const eos = plain.tokenizer.tokenId('<|im_end|>');
  await plain.say(called);
  const required = await ask(plain, { tools: [weather, add], tool_choice: 'required' });
  expect(required.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } });
  const held = (await plain.request()).grammar as { grammar: { kind: string; format: string }; endIds: number[] };
  expect(held).toMatchObject({ grammar: { kind: 'structural_tag' }, endIds: [eos] });
  expect(JSON.parse(held.grammar.format)).toMatchObject({ type: 'tags_with_separator', at_least_one: true });
  const named = await ask(plain, { tools: [weather, add], tool_choice: { function: { name: 'weather' } } });
  expect(named.choices[0]).toMatchObject({ finish_reason: 'stop', message: { tool_calls: [{}] } });
  const one = (await plain.request()).grammar as typeof held;
  expect(JSON.parse(one.grammar.format)).toMatchObject({ stop_after_first: true });
});

test('optional calls have a grammar too, which with a schema allows either calls or the schema', async () => {
  await plain.say('Hello');
  await ask(plain, { tools: [weather] });
  const of = async () => ((await plain.request()).grammar as Pick<GrammarConstraint, 'grammar'>).grammar;
  const callsOf = (grammar: Grammar) => JSON.parse((grammar as { format: string }).format);
  expect(callsOf(await of())).toMatchObject({ type: 'sequence', elements: [{ type: 'any_text' }, { type: 'star' }] });
  const format = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } };
  await ask(plain, { tools: [weather], response_format: format });
  const either = (await of()) as { kind: 'either'; ways: Grammar[] };
  expect(either).toMatchObject({ kind: 'either', ways: [{ kind: 'structural_tag' }, { kind: 'json_schema' }] });
  expect(callsOf(either.ways[0])).toMatchObject({ type: 'tags_with_separator' });
  await ask(plain, { tools: [weather], tool_choice: 'none' });
  expect((await plain.request()).grammar).toBeUndefined();
});

test('a grammar is sent to the compute process once per request and released after it', async () => {
  await plain.say('{}');
  const sent = () => plain.grammars();
  const before = (await sent()).length;
  const form = { response_format: { type: 'json_object' } };
  await ask(plain, { ...form, n: 5 });
  await expect.poll(async () => (await sent()).length).toBe(before + 2);
  const [crossed, forgotten] = (await sent()).slice(before);
  expect(crossed.grammar).toMatchObject({ grammar: { kind: 'json_object' } });
  expect(forgotten).toEqual({ kind: 'grammar', number: crossed.number, grammar: null });
  await plain.server.call('POST', '/completions', { ...form, prompt: ['a', 'b', 'c'], n: 2, max_tokens: 4 });
  await expect.poll(async () => (await sent()).length).toBe(before + 4);
});

test('an output constraint beside required calls is sent separately, and the grammar is for the calls', async () => {
  await plain.say(called);
  for (const form of [{ structured_outputs: { regex: 'a' } }, { response_format: { type: 'json_object' } }]) {
    const { choices } = await ask(plain, { tools: [weather], tool_choice: 'required', ...form });
    expect(choices[0].message.tool_calls).toHaveLength(1);
    expect((await plain.request()).grammar).toMatchObject({
      grammar: { kind: 'structural_tag' },
      beside: { kind: form.response_format ? 'json_object' : 'regex' },
    });
  }
});

test('each of n answers is parsed separately', async () => {
  await plain.say(called, 'no');
  const { choices } = await ask(plain, { tools: [weather], n: 2, seed: 0 });
  expect(choices.map((choice: { finish_reason: string }) => choice.finish_reason)).toEqual(['tool_calls', 'stop']);
  expect(choices[1].message.content).toBe('no');
});

test('a call that max_tokens cuts off has the finish reason length', async () => {
  await plain.say(called);
  const size = plain.tokenizer.encode(called.slice(0, called.indexOf('lo {}'))).length;
  const { choices } = await ask(plain, { tools: [weather], max_tokens: size });
  expect(choices[0].finish_reason).toBe('length');
  expect('{"place": "Oslo'.startsWith(choices[0].message.tool_calls[0].function.arguments)).toBe(true);
});

test('an error in tools or tool_choice is a 400 that names the field', async () => {
  expect(await refused({ tools: [] })).toEqual([400, 'tools', expect.any(String)]);
  expect(await refused({ tool_choice: 'auto' })).toEqual([400, 'tool_choice', expect.stringMatching(/tools/)]);
  const beams = { tools: [weather], use_beam_search: true };
  expect(await refused(beams)).toEqual([400, 'tools', expect.stringMatching(/beam search/)]);
  const named = { type: 'function', function: { name: 'nope' } };
  expect(await refused({ tools: [weather], tool_choice: named })).toEqual([
    400,
    'tool_choice',
    "tool_choice: tool 'nope' does not exist; the tools are 'weather'",
  ]);
});

test('reasoning is separated from the answer and counted, streamed or not', async () => {
  await qwen.say(`<think>\nOslo, hm.\n</think>\n\n${called}`);
  const whole = await ask(qwen, { tools: [weather] });
  const { message, finish_reason: reason } = whole.choices[0];
  expect(message).toMatchObject({ content: null, reasoning: '\nOslo, hm.\n', reasoning_content: '\nOslo, hm.\n' });
  expect(reason).toBe('tool_calls');
  const { reasoning_tokens: count } = whole.usage.completion_tokens_details;
  expect(count).toBeGreaterThanOrEqual(qwen.tokenizer.encode('\nOslo, hm.\n').length);
  expect(count).toBeLessThan(whole.usage.completion_tokens - qwen.tokenizer.encode(called).length);
  const chunks = await stream(qwen, { tools: [weather], stream_options: { include_usage: true } });
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }: { delta: object }) => delta));
  const of = (key: string) => deltas.map((delta) => delta[key] ?? '').join('');
  expect([of('reasoning'), of('reasoning_content'), of('content')]).toEqual(['\nOslo, hm.\n', '\nOslo, hm.\n', '']);
  expect(chunks.at(-1).usage.completion_tokens_details.reasoning_tokens).toBe(count);
});

test('reasoning with marker tokens ends at the closing token only, and the constraint begins there', async () => {
  const template = readFileSync(new URL('qwen3.jinja', goldens), 'utf8');
  const chat = await startScriptedChat(template, {}, async (folder) => {
    await addReasoningTokens(folder, ['<think>', '</think>']);
  });
  const { tokenizer } = chat;
  const said = `[[<think>]]hm</think>${called}[[</think>]]{"a":1}[[<|im_end|>]]`;
  await chat.write(spelledTokens(tokenizer, said));
  const thoughts = `hm</think>${called}`;
  for (const asked of [{ response_format: { type: 'json_object' } }, { tools: [weather] }]) {
    const { message, finish_reason: reason } = (await ask(chat, asked)).choices[0];
    expect([message.content, message.reasoning, message.tool_calls, reason]).toEqual([
      '{"a":1}',
      thoughts,
      undefined,
      'stop',
    ]);
    const deltas = (await stream(chat, asked)).flatMap(({ choices }) =>
      choices.map(({ delta }: { delta: object }) => delta),
    );
    const of = (key: string) => deltas.map((delta) => delta[key] ?? '').join('');
    expect([of('content'), of('reasoning'), of('tool_calls')]).toEqual(['{"a":1}', thoughts, '']);
    const held = (await chat.grammars()).findLast(({ grammar }) => grammar !== null)?.grammar;
    expect(held?.thoughts).toMatchObject({
      begun: false,
      openId: tokenizer.tokenId('<think>'),
      closeId: tokenizer.tokenId('</think>'),
    });
  }
  await chat.server.end();
});

test('include_reasoning false omits only the reasoning', async () => {
  await qwen.say('<think>hm</think>Yes');
  const { choices, usage } = await ask(qwen, { include_reasoning: false });
  expect(choices[0].message).toMatchObject({ content: 'Yes', reasoning: null, reasoning_content: null });
  expect(choices[0].token_ids).toHaveLength(usage.completion_tokens);
  expect(choices[0].logprobs.content).toHaveLength(usage.completion_tokens);
  const deltas = (await stream(qwen, { include_reasoning: false })).map(({ choices: [{ delta }] }) => delta);
  expect(deltas.map(({ content }) => content).join('')).toBe('Yes');
  expect(deltas.some((delta) => 'reasoning' in delta || 'reasoning_content' in delta)).toBe(false);
});

test('an answer of reasoning only has no content, with or without include_reasoning', async () => {
  await qwen.say('<think>hm');
  expect((await ask(qwen, {})).choices[0].message).toMatchObject({ content: null, reasoning: 'hm' });
  const hidden = await ask(qwen, { include_reasoning: false });
  expect(hidden.choices[0].message).toMatchObject({ content: null, reasoning: null });
});

test('reasoning_effort none closes the reasoning in the prompt, and the answer has none', async () => {
  await qwen.say('Yes </think> no');
  const { choices } = await ask(qwen, { reasoning_effort: 'none' });
  expect(await qwen.prompt()).toMatch(/<think>\n\n<\/think>\n\n$/);
  expect(choices[0].message).toMatchObject({ content: 'Yes </think> no', reasoning: null });
});

test('the answer of a model without reasoning keeps <think> tags as text', async () => {
  await plain.say('<think>hm</think>Yes');
  const { choices, usage } = await ask(plain, {});
  expect(choices[0].message).toMatchObject({ content: '<think>hm</think>Yes', reasoning: null });
  expect(usage).not.toHaveProperty('completion_tokens_details');
});
