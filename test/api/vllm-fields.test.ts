import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOY_CHAT_TEMPLATE } from '../../scripts/toy-tokenizer.ts';
import type { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { markThoughts } from '../inference/thinking-toy.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Tests vLLM's extensions of OpenAI's API over HTTP, with a toy that begins each answer with reasoning. */

let server: TestServer;
let tokenizer: Tokenizer;
beforeAll(async () => {
  server = await startTestServer({
    prepareModel: async (model) => {
      tokenizer = await markThoughts(model, ['<think>', '</think>']);
      // The template of a reasoning model with both markers.
      const thinking = `{# </think> #}${TOY_CHAT_TEMPLATE.replace('assistant\\n', 'assistant\\n<think>')}`;
      await writeFile(join(model, 'chat_template.jinja'), thinking);
    },
  });
});
afterAll(() => server.end());

const messages = [{ role: 'user', content: 'yes or no?' }];
const usual = { temperature: 0, max_tokens: 8, ignore_eos: true };

async function chat(fields: object) {
  const { status, body } = await server.call('POST', '/chat/completions', { messages, ...usual, ...fields });
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return body;
}

async function refusal(path: string, fields: object): Promise<[number, string, string]> {
  const { status, body } = await server.call('POST', path, { ...usual, ...fields });
  return [status, body.error?.param, body.error?.message];
}

async function chunksOf(path: string, fields: object) {
  const { body } = await server.call('POST', path, { ...usual, ...fields, stream: true });
  const lines = (body as string).split('\n\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

describe('the vLLM field', () => {
  it('truncation_side keeps the first or the last prompt tokens', async () => {
    const whole: number[] = (await chat({})).choices[0].prompt_token_ids;
    const cut = async (truncation_side?: string | null) =>
      (await chat({ truncate_prompt_tokens: 5, truncation_side })).choices[0].prompt_token_ids;
    expect(await cut('right')).toEqual(whole.slice(0, 5));
    for (const side of ['left', null, undefined]) expect(await cut(side)).toEqual(whole.slice(-5));
    expect((await chat({ truncation_side: 'right' })).choices[0].prompt_token_ids).toEqual(whole);
    const completion = { prompt: whole, truncate_prompt_tokens: 5, truncation_side: 'right', max_tokens: 1 };
    const { body } = await server.call('POST', '/completions', completion);
    expect(body.choices[0].prompt_token_ids).toEqual(whole.slice(0, 5));
    const [status, param] = await refusal('/chat/completions', { messages, truncation_side: 'middle' });
    expect([status, param]).toEqual([400, 'truncation_side']);
  });

  it('logprob_token_ids lists the raw log-probabilities of these tokens after the sampled token', async () => {
    const listed = (await chat({ logprobs: true, top_logprobs: 20 })).choices[0];
    const raw = new Map<string, number>();
    for (const { token, logprob } of listed.logprobs.content[0].top_logprobs) raw.set(token, logprob);
    const known = [...raw.keys()]
      .map((token) => tokenizer.tokenId(token.replace(' ', 'Ġ')))
      .filter((id) => id !== null);
    expect(known.length).toBeGreaterThan(4);
    const ids = [known[3], known[1], known[3], 400, known[0]];
    // Neither a bias nor another request of the batch changes the listed values.
    const asked = { logprobs: true, logprob_token_ids: ids, top_logprobs: 2, logit_bias: { [known[2]]: 100 } };
    const [{ choices }] = await Promise.all([
      chat({ ...asked, n: 2, temperature: 1 }),
      chat({ logprobs: true, top_logprobs: 20 }),
    ]);
    for (const { logprobs, token_ids } of choices) {
      expect(logprobs.content).toHaveLength(8);
      for (const [at, { token_id, logprob, top_logprobs: top }] of logprobs.content.entries()) {
        expect(token_id).toBe(token_ids[at]);
        const others = [...new Set(ids)].filter((id) => id !== token_id);
        const texts = [token_id, ...others].map((id) => tokenizer.decode([id]));
        expect(top.map(({ token }: { token: string }) => token)).toEqual(texts);
        expect(top[0].logprob).toBe(logprob);
      }
      for (const { token, logprob } of logprobs.content[0].top_logprobs) {
        if (raw.has(token)) expect(logprob).toBe(raw.get(token));
      }
    }
    const prompt = listed.prompt_token_ids;
    const { body } = await server.call('POST', '/completions', {
      ...usual,
      prompt,
      logprobs: 0,
      logprob_token_ids: ids,
    });
    const [first] = body.choices[0].logprobs.top_logprobs;
    const own = body.choices[0].logprobs.tokens[0];
    const wanted = [own, ...new Set(ids.map((id) => tokenizer.decode([id])))];
    expect(Object.keys(first)).toEqual([...new Set(wanted)]);
    for (const [text, logprob] of Object.entries(first))
      if (raw.has(text)) expect(logprob).toBeCloseTo(raw.get(text) ?? 0, 5);
    const refused = async (fields: object) => refusal('/chat/completions', { messages, ...fields });
    expect(await refused({ logprob_token_ids: [1] })).toEqual([
      400,
      'logprob_token_ids',
      expect.stringMatching(/needs logprobs/),
    ]);
    const beyond = { logprobs: true, logprob_token_ids: [496] };
    expect(await refused(beyond)).toEqual([
      400,
      'logprob_token_ids',
      expect.stringMatching(/^logprob_token_ids: 496 .* 0 to 495$/),
    ]);
    const many = { logprobs: true, logprob_token_ids: Array.from({ length: 129 }, (_, id) => id) };
    expect((await refused(many)).slice(0, 2)).toEqual([400, 'logprob_token_ids']);
    const beams = {
      logprobs: true,
      logprob_token_ids: [1],
      use_beam_search: true,
      temperature: 1,
      ignore_eos: undefined,
    };
    expect(await refused(beams)).toEqual([400, 'logprob_token_ids', expect.stringMatching(/beam search/)]);
  });

  it('thinking_token_budget ends the reasoning after that many tokens', async () => {
    const close = tokenizer.tokenId('</think>') as number;
    const free = (await chat({ thinking_token_budget: -1 })).choices[0];
    expect(free.token_ids).toEqual((await chat({})).choices[0].token_ids);
    expect(free.token_ids).not.toContain(close);
    for (const budget of [0, 3]) {
      for (const fields of [{}, { temperature: 1, seed: 4, n: 2, logprobs: true }]) {
        for (const { token_ids: ids, message } of (await chat({ ...fields, thinking_token_budget: budget })).choices) {
          expect(ids.indexOf(close)).toBe(budget);
          const textOf = (part: number[]) => tokenizer.decode(part, { skipSpecialTokens: true });
          expect(message.reasoning ?? '').toBe(textOf(ids.slice(0, budget)));
          expect(message.content ?? '').toBe(textOf(ids.slice(budget + 1)));
        }
      }
    }
    expect((await chat({ thinking_token_budget: 3 })).choices[0].token_ids.slice(0, 3)).toEqual(
      free.token_ids.slice(0, 3),
    );
    const [status, param, message] = await refusal('/chat/completions', {
      messages,
      chat_template: TOY_CHAT_TEMPLATE,
      thinking_token_budget: 3,
    });
    expect([status, param, message]).toEqual([400, 'thinking_token_budget', expect.stringMatching(/does not think/)]);
    const beams = { messages, thinking_token_budget: 3, use_beam_search: true, temperature: 1 };
    expect((await refusal('/chat/completions', beams)).slice(0, 2)).toEqual([400, 'thinking_token_budget']);
  });

  it('stream_interval sets the tokens per chunk, except in the first and the last', async () => {
    const asked = { messages, n: 2, temperature: 1, seed: 1, return_token_ids: true, logprobs: true };
    const whole = await chat(asked);
    const chunks = await chunksOf('/chat/completions', { ...asked, stream_interval: 3 });
    for (const { index, token_ids, message, logprobs } of whole.choices) {
      const own = chunks
        .flatMap(({ choices }) => choices)
        .filter((choice) => choice.index === index && choice.token_ids);
      expect(own.map((choice) => choice.token_ids.length)).toEqual([1, 3, 3, 1]);
      expect(own.flatMap((choice) => choice.token_ids)).toEqual(token_ids);
      expect(own.flatMap((choice) => choice.logprobs.content)).toEqual(logprobs.content);
      expect(own.map(({ delta }) => delta.reasoning ?? '').join('')).toBe(message.reasoning);
      expect(own.at(-1).finish_reason).toBe('length');
    }
    const prompt = { prompt: 'yes', return_token_ids: true, stream_interval: 5 };
    const texts = await chunksOf('/completions', prompt);
    expect(texts.map(({ choices }) => choices[0].token_ids.length)).toEqual([1, 5, 2]);
    expect((await refusal('/completions', { prompt: 'x', stream_interval: 0 })).slice(0, 2)).toEqual([
      400,
      'stream_interval',
    ]);
    const beams = { prompt: 'x', stream_interval: 2, use_beam_search: true, temperature: 1 };
    expect((await refusal('/completions', beams)).slice(0, 2)).toEqual([400, 'stream_interval']);
  });

  it('text is required in a content part of a text type', async () => {
    const parts = (content: object[]) => refusal('/chat/completions', { messages: [{ role: 'user', content }] });
    for (const type of ['text', 'input_text', 'output_text']) {
      const [status, param, message] = await parts([{ type: 'text', text: 'yes' }, { type }]);
      expect([status, param, message]).toEqual([
        400,
        'messages.0.content.1.text',
        expect.stringMatching(/is required/),
      ]);
    }
    expect((await parts([{ type: 'text', text: '' }]))[0]).toBe(200);
  });
});

describe('the vLLM path', () => {
  const get = (path: string, key = server.key) =>
    fetch(new URL(path, server.baseUrl), { headers: { authorization: `Bearer ${key}` } });

  it('/version, /load or /tokenizer_info answers at the root and under /v1, with a key', async () => {
    for (const prefix of ['', '/v1']) {
      expect(await (await get(`${prefix}/version`)).json()).toEqual({ version: '0.0.0-test' });
      expect(await (await get(`${prefix}/load`)).json()).toEqual({ server_load: 0 });
      expect(await (await get(`${prefix}/tokenizer_info`)).json()).toMatchObject({
        tokenizer_class: expect.any(String),
        chat_template: expect.stringContaining('<think>'),
      });
      for (const path of ['version', 'load', 'tokenizer_info']) {
        expect([path, (await get(`${prefix}/${path}`, 'no-key')).status]).toEqual([path, 401]);
      }
    }
  });

  it('/load counts requests until they end', async () => {
    const load = async () => (await (await get('/load')).json()) as { server_load: number };
    const client = new AbortController();
    const streams = [1, 2].map(() =>
      fetch(`${server.baseUrl}/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...usual, prompt: 'on and on', max_tokens: 480, n: 8, temperature: 1, stream: true }),
        signal: client.signal,
      }),
    );
    const readers = (await Promise.all(streams)).map(({ body }) => body!.getReader());
    await Promise.all(readers.map((reader) => reader.read()));
    expect(await load()).toEqual({ server_load: 2 });
    client.abort();
    // An unreferenced stream is cancelled by the garbage collector, so the readers are kept until here.
    for (const reader of readers) await expect(reader.closed).rejects.toThrow(/abort/);
    await expect.poll(load).toEqual({ server_load: 0 });
  });

  it('of a list accepts cursor with an equal after, and refuses a different one', async () => {
    const { body: model } = await server.call('POST', '/preview/models', {
      project: 'p',
      name: 'n',
      base_model: 'toy',
    });
    const path = `/preview/models/${model.id}/checkpoints`;
    const { body: page } = await server.call('GET', path);
    const [{ id }] = page.data;
    const twice = await server.call('GET', `${path}?after=${id}&cursor=${id}`);
    expect([twice.status, twice.body.data]).toEqual([200, []]);
    const { status, body } = await server.call('GET', `${path}?after=${id}&cursor=another`);
    expect([status, body.error.param]).toEqual([422, 'cursor']);
  });
});
