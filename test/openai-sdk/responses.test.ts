import { readFileSync } from 'node:fs';
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import type {
  Response,
  ResponseCompletedEvent,
  ResponseInput,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseObject } from '../../src/generated/types.ts';
import { type ScriptedChat, startScriptedChat } from '../api/scripted-chat.ts';

const called = '<tool_call>\n{"name": "weather", "arguments": {"place": "Oslo"}}\n</tool_call>';
const all = `<think>\nHm.\n</think>\n\nI ask.\n${called}`;
const weather = {
  type: 'function' as const,
  name: 'weather',
  description: 'The weather of a place',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  strict: true,
};

let chat: ScriptedChat;
let openai: OpenAI;
beforeAll(async () => {
  const qwen3 = new URL('../model/goldens/chat-templates/qwen3.jinja', import.meta.url);
  chat = await startScriptedChat(readFileSync(qwen3, 'utf8'));
  openai = new OpenAI({ baseURL: chat.server.baseUrl, apiKey: chat.server.key, maxRetries: 0 });
});
afterAll(() => chat?.server.end());

const ask = { model: 'toy', input: 'Weather in Oslo?' };
const text = expect.stringMatching(/./);

describe('the Responses API with the OpenAI SDK for Node', () => {
  test('returns text, usage and token ids, stores nothing, and ends at max_output_tokens', async () => {
    await chat.say('Hello there');
    const response = await openai.responses.create({ ...ask, instructions: 'Be brief.', max_output_tokens: 400 });
    expect(response.output_text).toBe('Hello there');
    expect(response).toMatchObject({ object: 'response', status: 'completed', store: false, incomplete_details: null });
    expect(response.id).toMatch(/^resp_/);
    const { usage, token_generations: [tokens] = [] } = response as unknown as ResponseObject;
    const output = chat.tokenizer.encode('Hello there').length + 1;
    expect(usage).toMatchObject({ output_tokens: output, total_tokens: (usage?.input_tokens ?? 0) + output });
    expect(tokens?.prompt_token_ids).toHaveLength(usage?.input_tokens ?? 0);
    expect([tokens?.output_tokens.length, tokens?.output_indices]).toEqual([output, [0]]);
    expect(await chat.prompt()).toContain('system\nBe brief.<|im_end|>\n<|im_start|>user\nWeather in Oslo?<|im_end|>');
    const cut = await openai.responses.create({ ...ask, max_output_tokens: 1 });
    expect(cut).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  });

  test('assembles from a stream the same response as without streaming', async () => {
    await chat.say(all);
    const whole = await openai.responses.create({ ...ask, tools: [weather] });
    expect(whole.output).toMatchObject([
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: expect.stringContaining('Hm.') }] },
      { type: 'message', content: [{ type: 'output_text', text: expect.stringContaining('I ask.') }] },
      { type: 'function_call', call_id: text, name: 'weather', arguments: '{"place": "Oslo"}' },
    ]);
    const stream = openai.responses.stream({ ...ask, tools: [weather] });
    const events: ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const final = await stream.finalResponse();
    expect(final.output_text).toBe(whole.output_text);
    const last = events.at(-1) as ResponseCompletedEvent;
    expect(withoutIds(last.response)).toEqual(withoutIds(whole));
    expect(final.usage?.output_tokens).toBe(whole.usage?.output_tokens);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    const kinds = events.map(({ type }) => type).filter((type, i, types) => type !== types[i - 1]);
    const part = (name: string) => [
      ...['response.output_item.added', 'response.content_part.added', `response.${name}.delta`],
      ...[`response.${name}.done`, 'response.content_part.done', 'response.output_item.done'],
    ];
    expect(kinds).toEqual([
      ...['response.created', 'response.in_progress', ...part('reasoning_text'), ...part('output_text')],
      ...['response.output_item.added', 'response.function_call_arguments.delta'],
      ...['response.function_call_arguments.done', 'response.output_item.done', 'response.completed'],
    ]);
  });

  test('returns the token ids of a stream with return_token_ids', async () => {
    await chat.say('Hello there');
    const whole = (await openai.responses.create(ask)) as unknown as ResponseObject;
    const body = { ...ask, stream: true as const, return_token_ids: true };
    let last: ResponseStreamEvent | undefined;
    for await (const event of await openai.responses.create(body)) last = event;
    expect(last).toMatchObject({
      type: 'response.completed',
      response: { token_generations: whole.token_generations },
    });
  });

  test('accepts an answer’s output as input again, with the tool’s result', async () => {
    await chat.say(all);
    const { output } = await openai.responses.create({ ...ask, tools: [weather] });
    const call = output.find((item) => item.type === 'function_call');
    await chat.say('Sunny.');
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: 'Weather in Oslo?' }] },
      ...output,
      { type: 'function_call_output', call_id: call?.call_id, output: 'sun' },
    ] as ResponseInput;
    const end = await openai.responses.create({ ...ask, input, tools: [weather] });
    expect(end.output_text).toBe('Sunny.');
    const prompt = await chat.prompt();
    expect(prompt).toContain(`I ask.\n${called}<|im_end|>`);
    expect(prompt).toContain('<tool_response>\nsun\n</tool_response>');
    expect(prompt.match(/<\|im_start\|>assistant/g)).toHaveLength(2);
  });

  test('passes a JSON schema to the grammar, and calls the chosen tool', async () => {
    await chat.say('{"answer": "yes"}');
    const schema = { type: 'object', properties: { answer: { enum: ['yes', 'no'] } }, required: ['answer'] };
    const format = { type: 'json_schema' as const, name: 'reply', schema };
    const parsed = await openai.responses.parse({ ...ask, text: { format }, reasoning: { effort: 'none' } });
    expect(parsed.output_text).toBe('{"answer": "yes"}');
    expect(JSON.stringify((await chat.request()).grammar)).toContain('enum');
    expect(await chat.prompt()).toMatch(/<think>\n\n<\/think>\n\n$/);
    await chat.say(called);
    const tool_choice = { type: 'function' as const, name: 'weather' };
    const forced = await openai.responses.create({ ...ask, tools: [weather], tool_choice });
    expect(forced.output).toMatchObject([{ type: 'function_call', name: 'weather' }]);
    expect(forced).toMatchObject({ tool_choice, tools: [{ name: 'weather' }] });
  });

  const image = { type: 'input_image', image_url: 'https://example.org/a.png', detail: 'auto' };
  const refusals: [string, object, RegExp][] = [
    [
      'an earlier response',
      { previous_response_id: 'resp_1' },
      /^previous_response_id: this server stores no responses/,
    ],
    ['a stored conversation', { conversation: 'conv_1' }, /^conversation: this server stores no conversations/],
    ['a stored prompt', { prompt: { id: 'pmpt_1' } }, /^prompt: this server stores no prompts/],
    ['work in the background', { background: true }, /^background: this server stores no responses/],
    ['an image', { input: [{ role: 'user', content: [image] }] }, /^input\.0\.content\.0\.type: "input_image" is not/],
    [
      'an item of another kind',
      { input: [{ type: 'item_reference', id: 'a' }] },
      /^input\.0\.type: "item_reference" is/,
    ],
    ['a tool of the server', { tools: [{ type: 'web_search' }] }, /^tools\.0\.type: "web_search" is not allowed/],
    ['a choice without tools', { tool_choice: 'required' }, /^tool_choice: .*needs tools/],
    [
      'a prompt that is too long',
      { input: 'hello '.repeat(9000) },
      /^input: the prompt has .* tokens.*; shorten the input or send truncation: auto$/,
    ],
    ['too many tokens', { max_output_tokens: 1e6 }, /^max_output_tokens: 1000000 is not allowed/],
    ['a message without a role', { input: [{ content: 'hi' }] }, /^input\.0\.role: /],
  ];
  test.each(refusals)('refuses %s and names the field', async (_, body, message) => {
    for (const stream of [false, true]) {
      const refused = await openai.responses.create({ ...ask, ...body, stream } as never).catch((error) => error);
      expect(refused).toBeInstanceOf(BadRequestError);
      expect(refused.error.message).toMatch(message);
    }
  });

  test('accepts a prompt over the context with truncation auto', async () => {
    await chat.say('Hello');
    const cut = await openai.responses.create({ ...ask, input: 'hello '.repeat(9000), truncation: 'auto' });
    expect(cut).toMatchObject({ truncation: 'auto', output: [{ type: 'message' }] });
  });

  test('raises NotFoundError for an unknown model and AuthenticationError for a wrong key', async () => {
    await expect(openai.responses.create({ ...ask, model: 'gpt' })).rejects.toBeInstanceOf(NotFoundError);
    const wrong = new OpenAI({ baseURL: chat.server.baseUrl, apiKey: 'wrong', maxRetries: 0 });
    await expect(wrong.responses.create(ask)).rejects.toBeInstanceOf(AuthenticationError);
  });
});

/** Clears the ids, which differ from answer to answer. */
function withoutIds({ output, status }: Response): unknown {
  return [status, output.map((item) => ({ ...item, id: '', call_id: '' }))];
}
