import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatRequestOfMessages } from '../../src/api/messages/chat-request.ts';
import type { Message, MessageEvent, MessagesErrorBody } from '../../src/generated/types.ts';
import { type ScriptedChat, startScriptedChat } from './scripted-chat.ts';
import { peerEntry, startTestServer } from './test-server.ts';

const called = '<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo"}}\n</tool_call>';
const weather = {
  name: 'weather',
  description: 'The weather of a place',
  input_schema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

let chat: ScriptedChat;
beforeAll(async () => {
  const qwen3 = new URL('../model/goldens/chat-templates/qwen3.jinja', import.meta.url);
  chat = await startScriptedChat(readFileSync(qwen3, 'utf8'));
});
afterAll(() => chat?.server.end());

const hello = { model: 'toy', max_tokens: 400, messages: [{ role: 'user', content: 'Say hello' }] as object[] };

async function send(body: object, path = 'messages', headers?: Record<string, string>): Promise<Response> {
  return fetch(`${chat.server.baseUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers ?? { 'x-api-key': chat.server.key }) },
    body: JSON.stringify(body),
  });
}

async function answer(body: object): Promise<Message> {
  const response = await send({ ...hello, ...body });
  expect(response.status).toBe(200);
  return (await response.json()) as Message;
}

async function errorOf(response: Response): Promise<MessagesErrorBody> {
  return (await response.json()) as MessagesErrorBody;
}

/** Returns the events of a stream, after checking that each event's name is its type. */
async function streamed(body: object): Promise<MessageEvent[]> {
  const response = await send({ ...hello, stream: true, ...body });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  return events.map((event) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
    expect(JSON.parse(data).type).toBe(name);
    return JSON.parse(data);
  });
}

describe('an answer of /v1/messages', () => {
  test('has the text, the stop reason and the usage, including cached tokens', async () => {
    await chat.say('Hello there');
    const tokens = chat.tokenizer.encode('Hello there').length + 1;
    const message = await answer({ system: 'Be brief.' });
    expect(message).toMatchObject({
      ...{ type: 'message', role: 'assistant', model: 'toy', stop_reason: 'end_turn', stop_sequence: null },
      content: [{ type: 'text', text: 'Hello there', citations: null }],
    });
    expect(message.id).toMatch(/^msg_/);
    expect(message.usage).toEqual({
      input_tokens: message.prompt_token_ids?.length,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: tokens,
    });
    expect(message.token_ids).toHaveLength(tokens);
    expect(message.logprobs).toHaveLength(tokens);
    expect(await chat.prompt()).toContain('system\nBe brief.<|im_end|>\n<|im_start|>user\nSay hello<|im_end|>');
  });

  test('ends at a stop sequence or at max_tokens, with the matching stop_reason', async () => {
    await chat.say('Hello there');
    expect(await answer({ stop_sequences: ['x', ' th'] })).toMatchObject({
      content: [{ text: 'Hello' }],
      stop_reason: 'stop_sequence',
      stop_sequence: ' th',
    });
    expect(await answer({ max_tokens: 1 })).toMatchObject({ stop_reason: 'max_tokens', stop_sequence: null });
    await chat.say('');
    expect(await answer({})).toMatchObject({ content: [{ type: 'text', text: '' }], stop_reason: 'end_turn' });
  });

  test('ends with model_context_window_exceeded if max_tokens exceeds the remaining context', async () => {
    const id = chat.tokenizer.encode('hello')[0];
    await chat.write(Array.from({ length: 9000 }, () => id));
    const ended = { stop_reason: 'model_context_window_exceeded', stop_sequence: null };
    for (const max_tokens of [8192, 32_000]) {
      const message = await answer({ max_tokens });
      expect(message).toMatchObject(ended);
      expect(message.usage.output_tokens).toBe(8192 - (message.prompt_token_ids?.length ?? 0));
    }
    expect((await streamed({ max_tokens: 32_000 })).at(-2)).toMatchObject({ type: 'message_delta', delta: ended });
    await chat.say('Hello there');
    expect(await answer({ max_tokens: 32_000 })).toMatchObject({ stop_reason: 'end_turn' });
  });

  test('has thinking and tool_use blocks', async () => {
    await chat.say(`<think>\nHm.\n</think>\n\n${called}`);
    const { content, stop_reason } = await answer({ tools: [weather], thinking: { type: 'adaptive' } });
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'tool_use']);
    expect(content[0]).toMatchObject({
      thinking: expect.stringMatching(/^\s*Hm\.\s*$/),
      signature: expect.stringMatching(/./),
    });
    expect(content[1]).toMatchObject({ name: 'weather', input: { place: 'Oslo' } });
    expect(stop_reason).toBe('tool_use');
  });
});

describe('a request of /v1/messages', () => {
  test('is rendered to one prompt of texts, tool calls and tool results', async () => {
    await chat.say('Sunny.');
    await answer({
      system: [
        { type: 'text', text: 'x-anthropic-billing-header: cc_version=1' },
        { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
      ],
      tools: [weather],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather in Oslo?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Ask.', signature: 'x' },
            { type: 'redacted_thinking', data: 'zzz' },
            { type: 'text', text: 'I ask.' },
            { type: 'tool_use', id: 'call_1', name: 'weather', input: { place: 'Oslo' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'sun' }], is_error: false },
            { type: 'text', text: 'So?' },
          ],
        },
      ],
    });
    const prompt = await chat.prompt();
    expect(prompt).toContain('<|im_start|>system\nBe brief.');
    expect(prompt).not.toContain('billing');
    expect(prompt).toContain('"name": "weather"');
    expect(prompt).toContain(`I ask.\n${called}<|im_end|>`);
    expect(prompt).toContain('user\n<tool_response>\nsun\n</tool_response><|im_end|>\n<|im_start|>user\nSo?<|im_end|>');
  });

  test('continues a last message of the assistant', async () => {
    await chat.say(' there');
    const last = { role: 'assistant', content: 'Hello' };
    expect(await answer({ messages: [...hello.messages, last] })).toMatchObject({ content: [{ text: ' there' }] });
    expect(await chat.prompt()).toMatch(/assistant\n(<think>\n\n<\/think>\n\n)?Hello$/);
  });

  test('enables or disables thinking in the template, and budget_tokens becomes thinking_token_budget', async () => {
    await chat.say('<think>\nHm.\n</think>\n\nHello');
    await answer({ thinking: { type: 'disabled' } });
    expect(await chat.prompt()).toMatch(/<think>\n\n<\/think>\n\n$/);
    await answer({ thinking: { type: 'adaptive' } });
    expect(await chat.prompt()).toMatch(/assistant\n$/);
    const thinking = { type: 'enabled' as const, budget_tokens: 7 };
    const { thinking_token_budget: budget } = chatRequestOfMessages({ ...hello, messages: [], thinking });
    expect(budget).toBe(7);
  });

  test('constrains the answer to a schema or to the chosen tool', async () => {
    await chat.say('{"answer": "yes"}');
    const schema = { type: 'object', properties: { answer: { enum: ['yes', 'no'] } }, required: ['answer'] };
    await answer({ output_config: { format: { type: 'json_schema', schema }, effort: 'low' } });
    expect(JSON.stringify((await chat.request()).grammar)).toContain('enum');
    await chat.say(called);
    const forced = await answer({ tools: [weather], tool_choice: { type: 'tool', name: 'weather' } });
    expect(forced).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', input: { place: 'Oslo' } }],
    });
    await answer({ tools: [weather], tool_choice: { type: 'any', disable_parallel_tool_use: true } });
    expect(JSON.stringify((await chat.request()).grammar)).toContain('at_least_one');
    await answer({ tools: [weather], tool_choice: { type: 'none' } });
    expect((await chat.request()).grammar).toBeUndefined();
  });
});

describe('a stream of /v1/messages', () => {
  test('has the same blocks and usage as the non-streamed answer', async () => {
    await chat.say(`<think>\nHm.\n</think>\n\nI ask.\n${called}`);
    const whole = await answer({ tools: [weather] });
    const events = await streamed({ tools: [weather] });
    const blocks: Record<string, unknown>[] = [];
    for (const event of events) {
      if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block, json: '' };
      if (event.type !== 'content_block_delta') continue;
      const { delta, index } = event;
      const block = blocks[index];
      if (delta.type === 'text_delta') block.text += delta.text;
      if (delta.type === 'thinking_delta') block.thinking += delta.thinking;
      if (delta.type === 'signature_delta') block.signature = delta.signature;
      if (delta.type === 'input_json_delta') block.json += delta.partial_json;
    }
    const content = blocks.map(({ json, ...block }) => {
      return block.type === 'tool_use' ? { ...block, input: JSON.parse(String(json)) } : block;
    });
    expect(content).toEqual(
      whole.content.map((block) => (block.type === 'tool_use' ? { ...block, id: expect.stringMatching(/./) } : block)),
    );
    const [first, ...rest] = events;
    const { input_tokens, cache_read_input_tokens, output_tokens } = whole.usage;
    expect(first).toMatchObject({
      type: 'message_start',
      message: { content: [], stop_reason: null, usage: { input_tokens: input_tokens + cache_read_input_tokens } },
    });
    expect(rest.slice(-2)).toEqual([
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: expect.objectContaining({ output_tokens }),
      },
      { type: 'message_stop' },
    ]);
    // Each block is closed before the next one opens.
    const turns = rest.flatMap((event) => {
      return event.type === 'content_block_start' || event.type === 'content_block_stop'
        ? [[event.type, event.index]]
        : [];
    });
    expect(turns).toEqual(
      blocks.flatMap((_, index) => [
        ['content_block_start', index],
        ['content_block_stop', index],
      ]),
    );
  });

  test('has token ids and log-probabilities if return_token_ids is set', async () => {
    await chat.say('Hello there');
    const { prompt_token_ids, token_ids, logprobs } = await answer({});
    const events = await streamed({ return_token_ids: true });
    expect(events.at(-2)).toMatchObject({ type: 'message_delta', prompt_token_ids, token_ids, logprobs });
    expect((await streamed({})).at(-2)).not.toHaveProperty('token_ids');
  });

  test('has an empty text block if the answer is empty', async () => {
    await chat.say('');
    const types = (await streamed({})).map(({ type }) => type);
    expect(types).toEqual([
      ...['message_start', 'content_block_start', 'content_block_stop', 'message_delta', 'message_stop'],
    ]);
  });
});

describe('/v1/messages/count_tokens', () => {
  test('counts the prompt tokens that the same message request has', async () => {
    await chat.say('Hello');
    const { max_tokens: _, ...asked } = { ...hello, system: 'Be brief.', tools: [weather] };
    const counted = await send(asked, 'messages/count_tokens');
    expect(counted.status).toBe(200);
    const { prompt_token_ids } = await answer(asked);
    expect(await counted.json()).toEqual({ input_tokens: prompt_token_ids?.length });
  });
});

describe('errors of /v1/messages', () => {
  const image = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } };
  const document = { type: 'document', source: { type: 'text', data: 'a' } };
  const result = { type: 'tool_result', tool_use_id: 'a' };
  const saying = (role: string, ...content: object[]) => ({ messages: [{ role, content }] });
  const format = { type: 'json_schema', schema: { type: 'nothing' } };

  test.each([
    ['no max_tokens', { max_tokens: undefined }, /^max_tokens: is required/],
    ['an image', saying('user', image), /^messages\.0\.content\.0\.type: "image" is not allowed; allowed is text/],
    [
      'a document in a result',
      saying('user', { ...result, content: [document] }),
      /^messages\.0\.content\.0\.content\.0\.type: "document" is not allowed; allowed is text/,
    ],
    [
      'a result of no call',
      {
        messages: [
          { role: 'user', content: 'Weather?' },
          ...saying('user', { type: 'text', text: 'a' }, result).messages,
        ],
      },
      /^messages\.1\.content\.1\.tool_use_id: no earlier message has a tool_use with the id "a"$/,
    ],
    ['a result by an assistant', saying('assistant', result), /^messages\.0\.content\.0\.type: an assistant has none/],
    [
      'a tool of the server',
      { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      /^tools\.0\.type: "web_search_20250305" is not allowed; allowed is custom/,
    ],
    [
      'servers of tools',
      { mcp_servers: [{ type: 'url', url: 'https://a.b' }] },
      /^mcp_servers: this server asks no MCP/,
    ],
    [
      'a tool that there is not',
      { tools: [weather], tool_choice: { type: 'tool', name: 'other' } },
      /^tool_choice: tool 'other' does not exist/,
    ],
    ['a choice without tools', { tool_choice: { type: 'any' } }, /^tool_choice: .*needs tools/],
    [
      'a prompt that is too long',
      saying('user', { type: 'text', text: 'hello '.repeat(9000) }),
      /^messages: the prompt .* tokens.*; shorten the messages$/,
    ],
    ['a schema that is none', { output_config: { format } }, /^output_config\.format/],
    [
      'a budget of thoughts that cannot be told',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      /^thinking\.budget_tokens: this model has no token for/,
    ],
    ['thoughts without a budget', { thinking: { type: 'enabled' } }, /^thinking\.budget_tokens: is required/],
  ])('for %s have Anthropic’s form and name the field', async (_, body, message) => {
    for (const stream of [false, true]) {
      const response = await send({ ...hello, ...body, stream });
      const told = await errorOf(response);
      expect([response.status, told.type, told.error.type]).toEqual([400, 'error', 'invalid_request_error']);
      expect(told.error.message).toMatch(message);
      expect(told.request_id).toBe(response.headers.get('x-request-id'));
    }
  });

  test('for unknown models, keys and methods have Anthropic’s form', async () => {
    const unknown = await send({ ...hello, model: 'claude' });
    expect([unknown.status, (await errorOf(unknown)).error]).toEqual([
      404,
      expect.objectContaining({ type: 'not_found_error', message: expect.stringMatching(/^model: 'claude' cannot/) }),
    ]);
    const none = await send(hello, 'messages', {});
    expect([none.status, (await errorOf(none)).error.type]).toEqual([401, 'authentication_error']);
    const odd = await send(hello, 'messages', { 'x-api-key': 'two words' });
    expect([odd.status, (await errorOf(odd)).error.message]).toEqual([401, 'The x-api-key header is not an API key.']);
    const wrong = await send(hello, 'messages', { 'x-api-key': 'wrong' });
    expect([wrong.status, (await errorOf(wrong)).type]).toEqual([401, 'error']);
    const get = await fetch(`${chat.server.baseUrl}/messages`, { headers: { 'x-api-key': chat.server.key } });
    expect([get.status, (await errorOf(get)).error.type]).toEqual([405, 'invalid_request_error']);
  });
});

describe.each([
  ['messages', hello],
  ['responses', { model: 'toy', input: 'Say hello' }],
])('an interrupted stream of /v1/%s', (path, body) => {
  /** Starts a stream that stalls after two tokens. */
  async function cutStream(signal?: AbortSignal) {
    const home = await mkdtemp(join(tmpdir(), 'daybreak-cut-'));
    const script = join(home, 'peer.json');
    await writeFile(script, JSON.stringify({ contextLength: 8192, stallAfter: 2 }));
    const server = await startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } });
    const response = await fetch(`${server.baseUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': server.key },
      body: JSON.stringify({ ...body, stream: true }),
      signal,
    });
    expect(response.status).toBe(200);
    const end = async () => {
      await server.end();
      await rm(home, { recursive: true, force: true });
    };
    return { server, response, script, end };
  }

  test('ends with an error event of the protocol if the compute process dies', async () => {
    const { server, response, end } = await cutStream();
    try {
      process.kill(server.compute.report().pid ?? 0, 'SIGKILL');
      const last = (await response.text()).trim().split('\n\n').at(-1) ?? '';
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(last) ?? [];
      const told = JSON.parse(data);
      expect([name, told.error.code]).toEqual(['error', 'compute_unavailable']);
      const words = path === 'messages' ? ['error', 'overloaded_error'] : [undefined, 'server_error'];
      expect([told.type, told.error.type]).toEqual(words);
    } finally {
      await end();
    }
  });

  test('stops its generation if the client disconnects', async () => {
    const abort = new AbortController();
    const { script, end } = await cutStream(abort.signal);
    try {
      abort.abort();
      await expect.poll(() => readFile(`${script}.cancels`, 'utf8').catch(() => '')).toBe('.');
    } finally {
      await end();
    }
  });
});

test('x-api-key is accepted by other operations too, unless there is an Authorization header', async () => {
  const models = (headers: Record<string, string>) => fetch(`${chat.server.baseUrl}/models`, { headers });
  expect((await models({ 'x-api-key': chat.server.key })).status).toBe(200);
  expect((await models({ 'x-api-key': chat.server.key, authorization: 'Bearer wrong' })).status).toBe(401);
});
