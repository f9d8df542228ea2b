import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
});
afterAll(() => server.end());

const messages = [{ role: 'user', content: 'yes or no?' }];
const tokenize = async (body: object) => (await server.call('POST', '/tokenize', body)).body;
const detokenize = async (tokens: number[]) => (await server.call('POST', '/detokenize', { tokens })).body.prompt;

describe('/v1/tokenize', () => {
  test('returns the tokens of a text, their count and strings, and /v1/detokenize returns the text', async () => {
    for (const prompt of ['yes or no?', 'Ünïcödé – 日本語 🙂', '', ' \n\t ']) {
      const { tokens, ...rest } = await tokenize({ prompt, return_token_strs: true });
      expect(rest).toEqual({ count: tokens.length, max_model_len: 64, token_strs: expect.any(Array) });
      expect(rest.token_strs).toHaveLength(tokens.length);
      expect(await detokenize(tokens)).toBe(prompt);
    }
    const plain = await tokenize({ prompt: 'yes no' });
    expect(plain.token_strs).toBeNull();
    // Spelled as in the vocabulary, where a space is Ġ.
    const { token_strs: spelled } = await tokenize({ prompt: 'yes no', return_token_strs: true });
    expect(spelled.join('')).toBe('yesĠno');
  });

  test('returns the prompt tokens of a chat with the same messages', async () => {
    const { body } = await server.call('POST', '/chat/completions', { messages, max_tokens: 1 });
    const opened = await tokenize({ messages });
    expect(opened.tokens).toEqual(body.choices[0].prompt_token_ids);
    const closed = await tokenize({ messages, add_generation_prompt: false });
    expect(closed.count).toBeLessThan(opened.count);
    expect(opened.tokens.slice(0, closed.count)).toEqual(closed.tokens);
    const continued = await tokenize({ messages, add_generation_prompt: false, continue_final_message: true });
    expect(continued.count).toBeLessThan(closed.count);
    const templated = await tokenize({ messages, chat_template: '{{ messages[0].content }}' });
    expect(templated.tokens).toEqual((await tokenize({ prompt: 'yes or no?', add_special_tokens: false })).tokens);
  });

  test('answers at /tokenize too', async () => {
    const answer = await fetch(new URL('/tokenize', server.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'yes' }),
    });
    expect(await answer.json()).toEqual(await tokenize({ prompt: 'yes' }));
  });

  test('and /v1/detokenize refuse invalid requests and name the field', async () => {
    const refused = async (path: string, body: object) => {
      const { status, body: answer } = await server.call('POST', path, body);
      return [status, answer.error.param, answer.error.message];
    };
    const words = (pattern: RegExp) => expect.stringMatching(pattern);
    expect(await refused('/tokenize', {})).toEqual([400, 'body', words(/one of prompt and messages is required/)]);
    expect(await refused('/tokenize', { prompt: 'a', messages })).toEqual([400, 'prompt', words(/do not go together/)]);
    const { body: signs } = await server.call('POST', '/tokenize', { prompt: '\u{1f600}'.repeat(140_000) });
    expect(signs.count, 'signs of two units each').toBeGreaterThanOrEqual(140_000);
    expect(await refused('/tokenize', { prompt: 'a'.repeat(262_145) })).toEqual([400, 'prompt', words(/262144/)]);
    const long = [{ role: 'user', content: 'a'.repeat(262_145) }];
    expect(await refused('/tokenize', { messages: long })).toEqual([
      400,
      'messages',
      words(/at most 262144 are allowed/),
    ]);
    expect(await refused('/tokenize', { prompt: 'a', model: 'none' })).toEqual([
      404,
      'model',
      words(/the served models are toy/),
    ]);
    expect(await refused('/detokenize', { tokens: [1, 99_999] })).toEqual([400, 'tokens.1', words(/from 0 to/)]);
    const both = { messages, continue_final_message: true };
    expect(await refused('/tokenize', both)).toEqual([400, 'continue_final_message', words(/add_generation_prompt/)]);
  });
});

describe('GET /v1/models/{model}', () => {
  test('finds every model that a chat can name, with slashes encoded or not', async () => {
    const made = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'a p', name: 'agent' });
    expect(made.status).toBe(200);
    const listed = (await server.call('GET', '/models')).body.data;
    expect(listed).toHaveLength(2);
    for (const model of listed) {
      expect((await server.call('GET', `/models/${encodeURIComponent(model.id)}`)).body).toEqual(model);
      expect((await server.call('GET', `/models/${model.id.replace(' ', '%20')}`)).body).toEqual(model);
    }
    const step = `${listed[1].id}:step0`;
    expect((await server.call('GET', `/models/${encodeURIComponent(step)}`)).body).toEqual({ ...listed[1], id: step });
  });

  test('and the list omit a model without checkpoints', async () => {
    const names = { base_model: 'toy', project: 'p', name: 'emptied' };
    const { body: model } = await server.call('POST', '/preview/models', names);
    const ids = async () => (await server.call('GET', '/models')).body.data.map(({ id }: { id: string }) => id);
    const id = 'wandb-artifact:///local/p/emptied';
    expect(await ids()).toContain(id);
    await server.call('DELETE', `/preview/models/${model.id}/checkpoints`, { steps: [0] });
    expect(await ids()).not.toContain(id);
    expect((await server.call('GET', `/models/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  test('is a 404 for an unknown name and a 400 for an invalid one', async () => {
    for (const name of ['none', 'toy/more', 'wandb-artifact:///local/a', 'wandb-artifact:///local/a p/agent:step7']) {
      const { status, body } = await server.call('GET', `/models/${encodeURIComponent(name)}`);
      expect([name, status, body.error.code, body.error.param]).toEqual([name, 404, 'model_not_found', 'model']);
    }
    expect((await server.call('GET', `/models/${'x'.repeat(1025)}`)).status).toBe(400);
    expect((await server.call('GET', '/models/%ff')).status).toBe(400);
  });
});
