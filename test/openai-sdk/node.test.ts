import OpenAI, {
  APIConnectionTimeoutError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SdkServers, startSdkServers } from './sdk-servers.ts';

let servers: SdkServers;
let openai: OpenAI;
let slow: OpenAI;
beforeAll(async () => {
  servers = await startSdkServers();
  openai = new OpenAI({ baseURL: servers.real.baseUrl, apiKey: servers.real.key, maxRetries: 0 });
  slow = new OpenAI({ baseURL: servers.slow.baseUrl, apiKey: servers.slow.key, maxRetries: 0 });
});
afterAll(() => servers.end());

const messages = [{ role: 'user' as const, content: 'yes or no?' }];
const ask = { model: 'toy', messages, max_tokens: 6, temperature: 0 };

describe('the OpenAI SDK for Node', () => {
  test('reads a chat’s text, usage, request id, log-probabilities and top_logprobs', async () => {
    const chat = await openai.chat.completions.create({ ...ask, logprobs: true, top_logprobs: 2 });
    const [{ message, finish_reason, logprobs }] = chat.choices;
    expect(['yes', 'no', 'maybe']).toContain(message.content);
    expect(finish_reason).toBe('stop');
    expect(chat._request_id).toMatch(/./);
    expect(logprobs?.content).toHaveLength(chat.usage?.completion_tokens ?? -1);
    for (const { token, logprob, top_logprobs: top } of logprobs?.content ?? []) {
      expect(top).toHaveLength(2);
      expect(top[0]).toMatchObject({ token, logprob });
      expect(top[1].logprob).toBeLessThanOrEqual(logprob);
    }
  });

  test('streams the text and usage that it answers without streaming', async () => {
    const whole = await openai.chat.completions.create(ask);
    const stream = openai.chat.completions.stream({ ...ask, stream_options: { include_usage: true } });
    let text = '';
    stream.on('content', (delta) => (text += delta));
    const final = await stream.finalChatCompletion();
    expect(text).toBe(whole.choices[0].message.content);
    expect(final.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: text } });
    expect(final.usage).toEqual(whole.usage);
  });

  test('samples the same n answers from the same seed, and ends at a stop string', async () => {
    const drawn = { ...ask, temperature: 1, n: 4 };
    const texts = async (seed: number) => {
      const { choices } = await openai.chat.completions.create({ ...drawn, seed });
      expect(choices.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
      return choices.map(({ message }) => message.content);
    };
    const first = await texts(1);
    expect(await texts(1)).toEqual(first);
    expect(new Set([...first, ...(await texts(2)), ...(await texts(3))]).size).toBeGreaterThan(1);
    const answer = (await openai.chat.completions.create(ask)).choices[0].message.content ?? '';
    const stopped = await openai.chat.completions.create({ ...ask, stop: [answer.slice(1)] });
    expect(stopped.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: answer[0] } });
  });

  test('calls a required tool with arguments of its schema, streamed or not', async () => {
    const answer = { type: 'string', enum: ['yes', 'no', 'maybe'] };
    const parameters = { type: 'object', properties: { answer }, required: ['answer'] };
    const tools = [{ type: 'function' as const, function: { name: 'reply', parameters } }];
    // A template that accepts tools, with a prompt short enough for the toy model's context.
    const chat_template = '{% if tools %}{% endif %}{{ messages[0].content }}';
    const forced = { model: 'toy', messages, tools, chat_template, max_tokens: 200, seed: 5 };
    const whole = await openai.chat.completions.create({
      ...forced,
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    const [{ message, finish_reason }] = whole.choices;
    expect([message.content, finish_reason]).toEqual([null, 'tool_calls']);
    const [call] = message.tool_calls ?? [];
    const given = (text: string) => JSON.parse(text).answer;
    expect(call.type === 'function' && answer.enum.includes(given(call.function.arguments))).toBe(true);
    const tool_choice = { type: 'function' as const, function: { name: 'reply' } };
    const stream = openai.chat.completions.stream({ ...forced, tool_choice });
    const [streamed] = (await stream.finalMessage()).tool_calls ?? [];
    expect(streamed.type === 'function' && answer.enum.includes(given(streamed.function.arguments))).toBe(true);
  });

  test('gets answers of a JSON schema', async () => {
    const answer = { type: 'string', enum: ['yes', 'no', 'maybe'] };
    const schema = { type: 'object', properties: { answer }, required: ['answer'], additionalProperties: false };
    const { choices } = await openai.chat.completions.create({
      ...ask,
      temperature: 1,
      seed: 5,
      max_tokens: 200,
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } },
    });
    expect(choices[0].finish_reason).toBe('stop');
    expect(answer.enum).toContain(JSON.parse(choices[0].message.content ?? '').answer);
  });

  test('gets 400 before a stream begins if a tool’s schema allows no object', async () => {
    const tools = [{ type: 'function' as const, function: { name: 'reply', parameters: { not: { type: 'object' } } } }];
    const chat_template = '{% if tools %}{% endif %}{{ messages[0].content }}';
    const refused = openai.chat.completions.create({ ...ask, tools, stream: true, ...{ chat_template } });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      param: 'tools',
      message: expect.stringMatching(/\bnot\b/),
    });
  });

  test('retrieves each of the models that it lists', async () => {
    for await (const model of openai.models.list()) {
      const { _request_id: id, ...one } = await openai.models.retrieve(model.id);
      expect(one).toEqual(model);
      expect(id).toMatch(/./);
    }
    await expect(openai.models.retrieve('a/b:c')).rejects.toBeInstanceOf(NotFoundError);
  });

  test('completes prompts, streamed or not, with log-probabilities', async () => {
    const asked = { model: 'toy', prompt: ['yes or', 'no'], max_tokens: 4, temperature: 0, logprobs: 1 };
    const whole = await openai.completions.create(asked);
    expect(whole.choices.map(({ index }) => index)).toEqual([0, 1]);
    expect(whole.choices[0].logprobs?.tokens).toHaveLength(whole.choices[0].logprobs?.token_logprobs?.length ?? -1);
    const texts = ['', ''];
    const stream = await openai.completions.create({ ...asked, stream: true, stream_options: { include_usage: true } });
    let usage: unknown;
    for await (const chunk of stream) {
      for (const { index, text } of chunk.choices) texts[index] += text;
      usage = chunk.usage ?? usage;
    }
    expect(texts).toEqual(whole.choices.map(({ text }) => text));
    // The number of cached prompt tokens depends on earlier requests.
    expect(usage).toMatchObject({ ...whole.usage, prompt_tokens_details: { cached_tokens: expect.any(Number) } });
    await expect(openai.completions.create({ ...asked, suffix: 'x' })).rejects.toMatchObject({ param: 'suffix' });
  });

  test('lists the models', async () => {
    const models = [];
    for await (const model of openai.models.list()) models.push(model);
    expect(models).toMatchObject([{ id: 'toy', object: 'model' }]);
  });

  test.each([
    [400, BadRequestError, 'temperature', () => openai.chat.completions.create({ ...ask, temperature: -1 })],
    [400, BadRequestError, 'messages', () => openai.chat.completions.create({ ...ask, messages: longMessages() })],
    [401, AuthenticationError, null, () => withKey('x'.repeat(40)).chat.completions.create(ask)],
    [403, PermissionDeniedError, null, () => withKey(servers.trainingKey).chat.completions.create(ask)],
    [404, NotFoundError, 'model', () => openai.chat.completions.create({ ...ask, model: 'none' })],
    [404, NotFoundError, null, () => openai.embeddings.create({ model: 'toy', input: 'x' })],
    [503, InternalServerError, null, () => failing().chat.completions.create(ask)],
  ])('%i raises %o with param %s', async (status, kind, param, call) => {
    const error = await call().catch((reason) => reason);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, param, requestID: expect.stringMatching(/./) });
    expect(error.message).toMatch(/[.\w]{3}/);
    expect(error.code).toMatch(/^[a-z_]+$/);
  });

  test('429 raises RateLimitError with Retry-After, and the SDK retries by itself', async () => {
    const stream = await slow.chat.completions.create({ ...ask, max_tokens: 40, stream: true });
    await stream[Symbol.asyncIterator]().next();
    const error = await slow.chat.completions.create(ask).catch((reason) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error.code).toBe('rate_limit_exceeded');
    expect(Number(error.headers.get('retry-after'))).toBeGreaterThan(0);
    const patient = slow.chat.completions.create(ask, { maxRetries: 2 });
    stream.controller.abort();
    expect((await patient).choices).toHaveLength(1);
  });

  test('503 during a restart of the compute process has Retry-After, and the SDK’s retries succeed', async () => {
    const { compute } = servers.real;
    process.kill(compute.report().pid ?? 0, 'SIGKILL');
    await expect.poll(() => compute.report().state, { interval: 5 }).not.toBe('ready');
    const refused = await openai.chat.completions.create(ask).catch((reason) => reason);
    expect(refused).toBeInstanceOf(InternalServerError);
    expect(refused.headers.get('retry-after')).toBe('5');
    const chat = await openai.chat.completions.create(ask, { maxRetries: 4 });
    expect(['yes', 'no', 'maybe']).toContain(chat.choices[0].message.content);
  });

  test('a timeout and an abort raise their own errors', async () => {
    const late = slow.chat.completions.create({ ...ask, max_tokens: 40 }, { timeout: 200 });
    await expect(late).rejects.toBeInstanceOf(APIConnectionTimeoutError);
    const aborted = slow.chat.completions.create(ask, { signal: AbortSignal.timeout(100), maxRetries: 2 });
    await expect(aborted).rejects.toBeInstanceOf(APIUserAbortError);
  });
});

function withKey(apiKey: string): OpenAI {
  return new OpenAI({ baseURL: servers.real.baseUrl, apiKey, maxRetries: 0 });
}

function failing(): OpenAI {
  return new OpenAI({ baseURL: servers.failing.baseUrl, apiKey: servers.failing.key, maxRetries: 0 });
}

function longMessages(): typeof messages {
  return [{ role: 'user', content: 'no '.repeat(600) }];
}
