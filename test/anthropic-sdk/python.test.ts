import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ScriptedChat, startScriptedChat } from '../api/scripted-chat.ts';
import { environmentFor, factsOf, titled } from '../art/python-programs.ts';

interface Answer {
  content: object[];
  stop: string;
  output: number;
}

interface ReportedError {
  type: string;
  status: number;
  told: string[];
  id: string;
}

interface Facts {
  whole: Answer;
  streamed: Answer;
  text: string;
  events: string[];
  raw: string[];
  stopped: Answer & { sequence: string };
  input: [number, number];
  cached: number;
  beta: Answer;
  async: Answer[];
  models: string[];
  errors: Record<string, ReportedError>;
}

const environment = await environmentFor({
  name: 'anthropic-python',
  requirements: 'test/anthropic-sdk/requirements.txt',
  leastMinor: 10,
  bytes: 1e8,
});

describe.skipIf(environment.missing !== '')(titled('the Anthropic SDK for Python', environment), () => {
  let chat: ScriptedChat;
  let facts: Facts;
  let answer: Answer;
  beforeAll(async () => {
    const qwen3 = new URL('../model/goldens/chat-templates/qwen3.jinja', import.meta.url);
    chat = await startScriptedChat(readFileSync(qwen3, 'utf8'));
    const said =
      '<think>\nHm.\n</think>\n\nI ask.\n<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo"}}\n</tool_call>';
    await chat.say(said);
    answer = {
      content: [
        { type: 'thinking', thinking: expect.stringContaining('Hm.'), signature: expect.stringMatching(/./) },
        { type: 'text', text: expect.stringContaining('I ask.') },
        { type: 'tool_use', name: 'weather', input: { place: 'Oslo' } },
      ],
      stop: 'tool_use',
      output: chat.tokenizer.encode(said).length + 1,
    };
    const program = fileURLToPath(new URL('messages.py', import.meta.url));
    const told = { url: new URL(chat.server.baseUrl).origin, key: chat.server.key };
    facts = await factsOf(environment.python, [program], { env: { TEST_SERVER: JSON.stringify(told) } });
  });
  afterAll(() => chat?.server.end());

  test('reads thinking, text and tool_use blocks from one request, four concurrent ones and the beta API', () => {
    expect([facts.whole, facts.beta, ...facts.async]).toEqual(Array(6).fill(answer));
  });

  test('assembles from a stream the same message as without streaming', () => {
    expect(facts.streamed).toEqual(facts.whole);
    expect(facts.whole.content).toContainEqual({ type: 'text', text: facts.text });
    const count = (type: string) => facts.raw.filter((name) => name === type).length;
    expect(['message_start', 'content_block_start', 'content_block_stop', 'message_stop'].map(count)).toEqual([
      1, 3, 3, 1,
    ]);
    expect(facts.raw.at(-1)).toBe('message_stop');
    expect(new Set(facts.events)).toEqual(new Set([...facts.raw, 'thinking', 'signature', 'text', 'input_json']));
  });

  test('sends an answer back with the tool result, and ends at a stop sequence', async () => {
    expect(facts.stopped).toMatchObject({ stop: 'stop_sequence', sequence: 'ask' });
    expect(facts.stopped.content.at(-1)).toMatchObject({ type: 'text', text: expect.stringMatching(/I $/) });
  });

  test('count_tokens agrees with usage, which has cache_read_input_tokens, and models are listed', () => {
    expect(facts.input[0]).toBe(facts.input[1]);
    expect(facts.cached).toBeGreaterThanOrEqual(0);
    expect(facts.models).toEqual(['toy']);
  });

  test('raises the error classes of the SDK for an unknown model, an image, max_tokens 0 and a wrong key', () => {
    const { unknown, image, stream, key } = facts.errors;
    expect(unknown).toMatchObject({
      type: 'NotFoundError',
      status: 404,
      told: ['error', 'not_found_error', expect.stringMatching(/^model: /)],
    });
    expect(image).toMatchObject({
      type: 'BadRequestError',
      status: 400,
      told: ['error', 'invalid_request_error', expect.stringMatching(/"image" is not allowed/)],
    });
    expect(stream).toMatchObject({
      type: 'BadRequestError',
      told: ['error', 'invalid_request_error', expect.stringMatching(/^max_tokens: 0 is below/)],
    });
    expect(key).toMatchObject({ type: 'AuthenticationError', status: 401, id: expect.stringMatching(/./) });
  });
});
