import { readFileSync } from 'node:fs';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, type LanguageModel, Output, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ScriptedChat, startScriptedChat } from '../api/scripted-chat.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';

const called = '<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo"}}\n</tool_call>';
const weather = tool({
  description: 'The weather of a place',
  inputSchema: z.object({ place: z.string() }),
  execute: async ({ place }) => `sun in ${place}`,
});

let chat: ScriptedChat;
let model: LanguageModel;
beforeAll(async () => {
  const qwen3 = new URL('../model/goldens/chat-templates/qwen3.jinja', import.meta.url);
  chat = await startScriptedChat(readFileSync(qwen3, 'utf8'));
  const { baseUrl: baseURL, key: apiKey } = chat.server;
  const provider = createOpenAICompatible({
    name: 'daybreak',
    baseURL,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  model = provider('toy');
});
afterAll(() => chat?.server.end());

describe('the Vercel AI SDK', () => {
  test('chats, streamed or not, with separate reasoning and usage', async () => {
    await chat.say('<think>\nHm.\n</think>\n\nHello there');
    const whole = await generateText({ model, system: 'Be brief.', prompt: 'Say hello', maxRetries: 0 });
    expect(whole.text.trim()).toBe('Hello there');
    expect(whole.reasoningText?.trim()).toBe('Hm.');
    expect(whole.finishReason).toBe('stop');
    expect(await chat.prompt()).toContain('system\nBe brief.<|im_end|>\n<|im_start|>user\nSay hello<|im_end|>');
    const stream = streamText({ model, prompt: 'Say hello', maxRetries: 0 });
    let text = '';
    for await (const piece of stream.textStream) text += piece;
    expect(text.trim()).toBe('Hello there');
    expect((await stream.reasoningText)?.trim()).toBe('Hm.');
    expect((await stream.usage).outputTokens).toBe(whole.usage.outputTokens);
    expect(whole.usage.outputTokenDetails?.reasoningTokens).toBeGreaterThan(0);
  });

  test('calls tools, streamed or not, and sends their results back', async () => {
    await chat.say(called, 'Sunny.');
    const ask = { model, prompt: 'Weather in Oslo?', tools: { weather }, maxRetries: 0 };
    const step = await generateText({ ...ask, seed: 0 });
    expect(step.finishReason).toBe('tool-calls');
    expect(step.toolCalls).toMatchObject([{ toolName: 'weather', input: { place: 'Oslo' } }]);
    expect(step.toolResults).toMatchObject([{ output: 'sun in Oslo' }]);
    await chat.say(called);
    const stream = streamText({
      ...ask,
      stopWhen: isStepCount(2),
      onStepFinish: () => chat.say('Sunny.'),
    });
    expect(await stream.text).toBe('Sunny.');
    expect((await stream.steps)[0].toolCalls).toMatchObject([{ toolName: 'weather', input: { place: 'Oslo' } }]);
    expect(await chat.prompt()).toContain('<tool_response>\nsun in Oslo\n</tool_response>');
  });

  test('gets objects of a schema, which reaches the server as a grammar', async () => {
    await chat.say('{"answer": "yes"}');
    const output = Output.object({ schema: z.object({ answer: z.enum(['yes', 'no']) }) });
    const ask = { model, prompt: 'yes or no?', output, maxRetries: 0 };
    expect((await generateText(ask)).output).toEqual({ answer: 'yes' });
    expect(JSON.stringify((await chat.request()).grammar)).toContain('enum');
    const stream = streamText(ask);
    expect(await stream.output).toEqual({ answer: 'yes' });
  });

  test('calls the tool that toolChoice names', async () => {
    await chat.say(called);
    const toolChoice = { type: 'tool' as const, toolName: 'weather' as const };
    const { toolCalls } = await generateText({ model, prompt: 'Oslo?', tools: { weather }, toolChoice, maxRetries: 0 });
    expect(toolCalls).toMatchObject([{ toolName: 'weather', input: { place: 'Oslo' } }]);
  });
});

/** The toy model's own answers: yes, no or maybe, and text that grammars allow. */
describe('the Vercel AI SDK over a real engine', () => {
  const schema = z.object({ answer: z.enum(['yes', 'no', 'maybe']) });
  let server: TestServer;
  let real: LanguageModel;
  beforeAll(async () => {
    server = await startTestServer();
    real = createOpenAICompatible({
      name: 'daybreak',
      baseURL: server.baseUrl,
      apiKey: server.key,
      supportsStructuredOutputs: true,
    })('toy');
  });
  afterAll(() => server?.end());

  // A template that accepts tools, with a prompt short enough for the toy model's context.
  const providerOptions = { daybreak: { chat_template: '{% if tools %}{% endif %}{{ messages[0].content }}' } };
  const ask = () => ({
    model: real,
    prompt: 'yes or no?',
    maxOutputTokens: 200,
    maxRetries: 0,
    seed: 5,
    providerOptions,
  });

  test('streams the text that it answers without streaming', async () => {
    const plain = { model: real, prompt: 'yes or no?', temperature: 0, maxOutputTokens: 6, maxRetries: 0 };
    const { text } = await generateText(plain);
    expect(['yes', 'no', 'maybe']).toContain(text);
    expect(await streamText(plain).text).toBe(text);
  });

  test('calls a required tool, streamed or not, with arguments of its schema', async () => {
    const reply = tool({ description: 'Reply', inputSchema: schema, execute: async ({ answer }) => answer });
    const forced = { ...ask(), tools: { reply }, toolChoice: { type: 'tool' as const, toolName: 'reply' as const } };
    const { toolCalls, toolResults } = await generateText(forced);
    expect(toolCalls).toHaveLength(1);
    expect(schema.parse(toolCalls[0].input)).toEqual(toolCalls[0].input);
    expect(toolResults).toMatchObject([{ output: toolCalls[0].dynamic ? undefined : toolCalls[0].input.answer }]);
    expect((await streamText(forced).toolCalls).map(({ input }) => input)).toEqual([toolCalls[0].input]);
  });

  test('gets the same object of a schema, streamed or not', async () => {
    const asked = { ...ask(), output: Output.object({ schema }) };
    const { output } = await generateText(asked);
    expect(schema.parse(output)).toEqual(output);
    expect(await streamText(asked).output).toEqual(output);
  });
});
