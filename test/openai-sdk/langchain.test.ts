import type { AIMessageChunk } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ScriptedChat, startScriptedChat } from '../api/scripted-chat.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';

const called = '<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo"}}\n</tool_call>';
const weather = tool(async ({ place }) => `sun in ${place}`, {
  name: 'weather',
  description: 'The weather of a place',
  schema: z.object({ place: z.string() }),
});

let chat: ScriptedChat;
let model: ChatOpenAI;
beforeAll(async () => {
  chat = await startScriptedChat();
  const { baseUrl: baseURL, key: apiKey } = chat.server;
  model = new ChatOpenAI({ model: 'toy', apiKey, configuration: { baseURL }, maxRetries: 0 });
});
afterAll(() => chat?.server.end());

describe('LangChain’s ChatOpenAI', () => {
  test('chats, streamed or not, and reads the usage', async () => {
    await chat.say('Hello there');
    const answer = await model.invoke([
      ['system', 'Be brief.'],
      ['human', 'Say hello'],
    ]);
    expect(answer.text).toBe('Hello there');
    expect(await chat.prompt()).toContain('system\nBe brief.<|im_end|>\n<|im_start|>user\nSay hello<|im_end|>');
    expect(answer.usage_metadata?.output_tokens).toBe(chat.tokenizer.encode('Hello there').length + 1);
    let streamed = '';
    for await (const chunk of await model.stream('Say hello')) streamed += chunk.text;
    expect(streamed).toBe('Hello there');
  });

  test('calls tools, streamed or not, and sends their results back', async () => {
    await chat.say(called);
    const bound = model.bindTools([weather]);
    const answer = await bound.invoke('Weather in Oslo?');
    const [call] = answer.tool_calls ?? [];
    expect(call).toMatchObject({ name: 'weather', args: { place: 'Oslo' }, id: expect.stringMatching(/./) });
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await bound.stream('Weather in Oslo?')) whole = whole?.concat(chunk) ?? chunk;
    expect(whole?.tool_calls).toMatchObject([{ name: 'weather', args: { place: 'Oslo' } }]);
    await chat.say('Sunny.');
    const result = await weather.invoke({ ...call, type: 'tool_call' });
    const end = await bound.invoke([['human', 'Weather in Oslo?'], answer, result]);
    expect(end.text).toBe('Sunny.');
    expect(await chat.prompt()).toContain('<tool_response>\nsun in Oslo\n</tool_response>');
  });

  test('gets objects of a schema, which reaches the server as a grammar', async () => {
    await chat.say('{"answer": "yes"}');
    const schema = z.object({ answer: z.enum(['yes', 'no']) });
    const structured = model.withStructuredOutput(schema, { name: 'reply', method: 'jsonSchema' });
    expect(await structured.invoke('yes or no?')).toEqual({ answer: 'yes' });
    expect(JSON.stringify((await chat.request()).grammar)).toContain('enum');
  });

  test('gets objects by a required tool call', async () => {
    await chat.say('<tool_call>\n{"name": "reply", "arguments": {"answer": "no"}}\n</tool_call>');
    const schema = z.object({ answer: z.enum(['yes', 'no']) });
    const structured = model.withStructuredOutput(schema, { name: 'reply', method: 'functionCalling' });
    expect(await structured.invoke('yes or no?')).toEqual({ answer: 'no' });
    expect(JSON.stringify((await chat.request()).grammar)).toContain('at_least_one');
  });
});

/** The toy model's own answers: yes, no or maybe, and text that grammars allow. */
describe('LangChain’s ChatOpenAI over a real engine', () => {
  const schema = z.object({ answer: z.enum(['yes', 'no', 'maybe']) });
  const reply = tool(async ({ answer }) => answer, { name: 'reply', description: 'Reply', schema });
  let server: TestServer;
  let real: ChatOpenAI;
  beforeAll(async () => {
    server = await startTestServer();
    // A template that accepts tools, with a prompt short enough for the toy model's context.
    const modelKwargs = { chat_template: '{% if tools %}{% endif %}{{ messages[0].content }}', seed: 5 };
    const configuration = { baseURL: server.baseUrl };
    real = new ChatOpenAI({
      model: 'toy',
      apiKey: server.key,
      configuration,
      maxRetries: 0,
      maxTokens: 200,
      modelKwargs,
    });
  });
  afterAll(() => server?.end());

  test('streams the text that it answers without streaming', async () => {
    const model = new ChatOpenAI({
      model: 'toy',
      apiKey: server.key,
      configuration: { baseURL: server.baseUrl },
      temperature: 0,
      maxTokens: 6,
    });
    const { text } = await model.invoke('yes or no?');
    expect(['yes', 'no', 'maybe']).toContain(text);
    let streamed = '';
    for await (const chunk of await model.stream('yes or no?')) streamed += chunk.text;
    expect(streamed).toBe(text);
  });

  test('calls a required tool, streamed or not, with arguments of its schema', async () => {
    const forced = real.bindTools([reply], { tool_choice: 'required', parallel_tool_calls: false });
    const { tool_calls: calls = [] } = await forced.invoke('yes or no?');
    expect(calls).toMatchObject([{ name: 'reply' }]);
    expect(schema.parse(calls[0].args)).toEqual(calls[0].args);
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await forced.stream('yes or no?')) whole = whole?.concat(chunk) ?? chunk;
    expect(whole?.tool_calls?.map(({ args }) => args)).toEqual([calls[0].args]);
  });

  test('gets objects of a schema', async () => {
    const structured = real.withStructuredOutput(schema, { name: 'reply', method: 'jsonSchema' });
    const object = await structured.invoke('yes or no?');
    expect(schema.parse(object)).toEqual(object);
  });
});
