import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toyTokenizer } from '../../scripts/toy-tokenizer.ts';
import { startTestServer, type TestAnswer, type TestServer } from './test-server.ts';

/** Tests the effects of the simpler fields of a chat on the answers of a real engine, over HTTP. */

const { ids } = toyTokenizer();
const idOf = (token: string) => ids.get(token) as number;
const [cat, end, start] = ['cat', '<|im_end|>', '<|im_start|>'].map(idOf);

/** Makes the tokenizer prepend a token if special tokens are requested, as Llama's does. */
async function beginTexts(model: string): Promise<void> {
  const path = join(model, 'tokenizer.json');
  const json = JSON.parse(await readFile(path, 'utf8'));
  const special = { SpecialToken: { id: '<|im_start|>', type_id: 0 } };
  const text = (id: string) => ({ Sequence: { id, type_id: 0 } });
  json.post_processor = {
    type: 'TemplateProcessing',
    single: [special, text('A')],
    pair: [special, text('A'), text('B')],
    special_tokens: { '<|im_start|>': { id: '<|im_start|>', ids: [start], tokens: ['<|im_start|>'] } },
  };
  await writeFile(path, JSON.stringify(json));
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ prepareModel: beginTexts });
});
afterAll(() => server.end());

const messages = [{ role: 'user', content: 'yes or no?' }];
const send = (fields: object) =>
  server.call('POST', '/chat/completions', { messages, temperature: 0, max_tokens: 8, ...fields });

async function whole(fields: object = {}) {
  const { status, body } = await send(fields);
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body;
}

const one = async (fields: object = {}) => (await whole(fields)).choices[0];

async function chunks(fields: object) {
  const { body } = await send({ stream: true, ...fields });
  const lines = (body as string).split('\n\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

async function refusal(fields: object): Promise<[number, string, string]> {
  const { status, body } = await send(fields);
  return [status, body.error?.param, body.error?.message];
}

describe('a chat completion', () => {
  it('max_completion_tokens limits the answer and overrides max_tokens', async () => {
    const long = { ignore_eos: true };
    expect(await one({ ...long, max_tokens: 3 })).toMatchObject({ finish_reason: 'length', stop_reason: null });
    expect((await one({ ...long, max_tokens: 3 })).token_ids).toHaveLength(3);
    expect((await one({ ...long, max_tokens: 3, max_completion_tokens: 5 })).token_ids).toHaveLength(5);
  });

  it('ignore_eos continues after the end-of-sequence token', async () => {
    const ended = await one();
    expect(ended.token_ids.at(-1)).toBe(end);
    const on = await one({ ignore_eos: true });
    expect(on.token_ids.slice(0, ended.token_ids.length)).toEqual(ended.token_ids);
    expect([on.token_ids.length, on.finish_reason]).toEqual([8, 'length']);
  });

  it('stop ends the text before the stop string, or after it with include_stop_str_in_output', async () => {
    const text: string = (await one()).message.content;
    const stop = text.slice(1);
    const cut = await one({ stop });
    expect([cut.message.content, cut.finish_reason, cut.stop_reason]).toEqual([text[0], 'stop', stop]);
    const kept = await one({ stop: ['zzz', stop], include_stop_str_in_output: true });
    expect([kept.message.content, kept.stop_reason]).toEqual([text, stop]);
    expect(kept.token_ids).toEqual(cut.token_ids);
  });

  it('stop_token_ids end the answer with their id, which is in token_ids but not in the text', async () => {
    const ended = await one({ allowed_token_ids: [cat], stop_token_ids: [cat] });
    expect(ended).toMatchObject({ token_ids: [cat], finish_reason: 'stop', stop_reason: cat });
    expect(ended.message.content).toBe('');
    const shown = { allowed_token_ids: [cat], stop_token_ids: [cat], include_stop_str_in_output: true };
    expect((await one(shown)).message.content).toBe('cat');
  });
});

describe('an echoed prompt', () => {
  const complete = async (prompt: string | number[]) => {
    const asked = { prompt, echo: true, logprobs: 0, max_tokens: 2, temperature: 0, ignore_eos: true };
    return (await server.call('POST', '/completions', asked)).body.choices[0];
  };

  it('omits the token that the tokenizer prepends to a text, and has all tokens of a prompt of ids', async () => {
    const text = await complete('yes no');
    const { length } = text.prompt_token_ids;
    expect(text.prompt_token_ids[0]).toBe(start);
    expect(text.text.startsWith('yes no')).toBe(true);
    expect(text.logprobs.tokens.slice(0, length)).toEqual(['<|im_start|>', 'yes', ' no']);
    expect(text.logprobs.text_offset.slice(0, length + 1)).toEqual([0, 0, 3, 6]);
    const ids = await complete(text.prompt_token_ids);
    expect(ids.text).toBe(`<|im_start|>${text.text}`);
    expect(ids.logprobs.text_offset.slice(0, length + 1)).toEqual([0, 12, 15, 18]);
  });
});

describe('sampling', () => {
  const first = async (fields: object): Promise<Set<number>> => {
    const { choices } = await whole({ temperature: 2, n: 24, seed: 5, max_tokens: 1, ...fields });
    return new Set(choices.map(({ token_ids }: { token_ids: number[] }) => token_ids[0]));
  };

  it('temperature near 0 samples the likeliest token, temperature 2 others too', async () => {
    const [best] = (await one({ max_tokens: 1 })).token_ids;
    expect((await first({})).size).toBeGreaterThan(2);
    expect(await first({ temperature: 0.02 })).toEqual(new Set([best]));
  });

  it('top_k and top_p restrict sampling to the likeliest tokens at a high temperature', async () => {
    const asked = { logprobs: true, top_logprobs: 3, max_tokens: 1 };
    const { token_ids, logprobs } = await one(asked);
    const [best, second] = logprobs.content[0].top_logprobs.map(({ token }: { token: string }) => idOf(token));
    expect(best).toBe(token_ids[0]);
    for (const only of [{ top_k: 1 }, { top_p: 1e-6 }]) expect(await first(only)).toEqual(new Set([best]));
    expect(await first({ top_k: 2 })).toEqual(new Set([best, second]));
    for (const all of [{ top_k: 0 }, { top_k: -1 }, { top_p: 1 }]) expect(await first(all)).toEqual(await first({}));
  });

  it('a 64-bit seed is read exactly, one rounded at the bounds is clamped, and a refusal repeats it', async () => {
    const send = async (seed: string) => {
      const response = await fetch(`${server.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: `{"messages":[{"role":"user","content":"hi"}],"temperature":2,"max_tokens":1,"n":16,"seed":${seed}}`,
      });
      const body = (await response.json()) as TestAnswer['body'];
      return { status: response.status, body };
    };
    const drawn = async (seed: string): Promise<number[]> => {
      const { choices } = (await send(seed)).body;
      return choices.map(({ token_ids }: { token_ids: number[] }) => token_ids[0]);
    };
    // Choice i samples with seed + i, which wraps around.
    const [most, least] = [await drawn('9223372036854775807'), await drawn('-9223372036854775808')];
    expect(most).not.toEqual(least);
    expect(most.slice(1)).toEqual(least.slice(0, -1));
    // As a double, this equals the largest seed.
    expect((await drawn('9223372036854775806')).slice(1)).toEqual(most.slice(0, -1));
    for (const bound of ['9223372036854776000', '9223372036854775808', '9.223372036854776e18']) {
      expect([bound, await drawn(bound)]).toEqual([bound, most]);
    }
    // At any distance from the field's name.
    expect(await drawn(`${' '.repeat(2_000)}9223372036854775807`)).toEqual(most);
    expect(await drawn('-9223372036854776000')).toEqual(least);
    for (const seed of ['9223372036854776001', '-9223372036854776001', '18446744073709551617']) {
      const { status, body } = await send(seed);
      expect([status, body.error.param, body.error.message]).toEqual([
        400,
        'seed',
        expect.stringContaining(`${seed} is `),
      ]);
    }
    expect((await send('1.5')).status).toBe(400);
  });
});

describe('the output', () => {
  it('skip_special_tokens removes special tokens from the text, not from token_ids or logprobs', async () => {
    const ends = { allowed_token_ids: [end], ignore_eos: true, max_tokens: 2 };
    const hidden = await one(ends);
    const shown = await one({ ...ends, skip_special_tokens: false });
    expect([hidden.message.content, shown.message.content]).toEqual(['', '<|im_end|><|im_end|>']);
    expect(hidden.token_ids).toEqual([end, end]);
    expect(hidden.logprobs).toEqual(shown.logprobs);
  });

  it('logprobs are present by default, and top_logprobs list the sampled token and the likeliest others', async () => {
    expect((await one({ logprobs: false })).logprobs.content[0].top_logprobs).toEqual([]);
    const { logprobs, token_ids } = await one({ logprobs: true, top_logprobs: 3 });
    expect(logprobs.content).toHaveLength(token_ids.length);
    for (const { token, logprob, top_logprobs: top } of logprobs.content) {
      expect(top).toHaveLength(3);
      expect(top[0]).toMatchObject({ token, logprob });
      expect(top[1].logprob).toBeGreaterThanOrEqual(top[2].logprob);
    }
    expect(await refusal({ top_logprobs: 3 })).toEqual([400, 'top_logprobs', expect.stringMatching(/logprobs/)]);
  });

  it('return_tokens_as_token_ids writes the tokens of logprobs as ids', async () => {
    const { logprobs, token_ids } = await one({ logprobs: true, top_logprobs: 2, return_tokens_as_token_ids: true });
    const named = logprobs.content.map(({ token }: { token: string }) => token);
    expect(named).toEqual(token_ids.map((id: number) => `token_id:${id}`));
    for (const { top_logprobs: top } of logprobs.content) expect(top[1].token).toMatch(/^token_id:\d+$/);
  });

  it('return_token_ids adds the prompt’s ids at the top level, and each chunk’s ids to the chunk', async () => {
    const plain = await whole();
    expect(plain.prompt_token_ids).toBeNull();
    const asked = await whole({ return_token_ids: true });
    expect(asked.prompt_token_ids).toEqual(plain.choices[0].prompt_token_ids);
    const [first, ...rest] = await chunks({ return_token_ids: true });
    expect(first.prompt_token_ids).toEqual(asked.prompt_token_ids);
    const streamed = rest.flatMap(({ choices: [choice] }) => choice.token_ids);
    expect(streamed).toEqual(asked.choices[0].token_ids);
    expect((await chunks({})).some((chunk) => 'prompt_token_ids' in chunk)).toBe(false);
  });

  it('include_usage adds usage to the last chunk of a stream, and continuous_usage_stats to every chunk', async () => {
    const usage = async (options: object | null) => {
      const all = await chunks({ stream_options: options, ignore_eos: true, max_tokens: 3 });
      return all.map((chunk) => chunk.usage?.completion_tokens ?? null);
    };
    expect(await usage(null)).toEqual([null, null, null, null]);
    expect(await usage({ include_usage: true })).toEqual([null, null, null, null, 3]);
    expect(await usage({ include_usage: true, continuous_usage_stats: true })).toEqual([0, 1, 2, 3, 3]);
    expect(await usage({ continuous_usage_stats: true })).toEqual([null, null, null, null]);
  });
});

describe('the prompt', () => {
  it('truncate_prompt_tokens keeps its last tokens, and -1 keeps as many as fit', async () => {
    const { choices, usage } = await whole();
    const { prompt_token_ids: all } = choices[0];
    const cut = await whole({ truncate_prompt_tokens: 5 });
    expect(cut.choices[0].prompt_token_ids).toEqual(all.slice(-5));
    expect([usage.prompt_tokens, cut.usage.prompt_tokens]).toEqual([all.length, 5]);
    const long = { messages: [{ role: 'user', content: 'no '.repeat(3000) }], max_tokens: 1 };
    expect(await refusal(long)).toEqual([400, 'messages', expect.stringMatching(/truncate_prompt_tokens/)]);
    const fitted = await whole({ ...long, truncate_prompt_tokens: -1 });
    expect(fitted.usage.total_tokens).toBe(fitted.usage.prompt_tokens + 1);
  });

  it('add_special_tokens adds the tokenizer’s special tokens in front of the template', async () => {
    const { prompt_token_ids: plain } = await one();
    expect((await one({ add_special_tokens: true })).prompt_token_ids).toEqual([start, ...plain]);
  });

  it('the field user changes no answer', async () => {
    expect(await one({ user: 'ann', temperature: 1, seed: 4 })).toEqual(await one({ temperature: 1, seed: 4 }));
  });

  it.each([
    ['kv_transfer_params', /outside its own process/],
    ['mm_processor_kwargs', /images/],
  ])('%s is refused with the reason unless it is null or empty', async (field, why) => {
    for (const stream of [false, true]) {
      expect(await refusal({ [field]: { a: 1 }, stream })).toEqual([400, field, expect.stringMatching(why)]);
    }
    for (const nothing of [null, {}]) expect(await one({ [field]: nothing })).toEqual(await one());
  });
});

it('a chat completion has every field of the OpenAI interface', async () => {
  const before = Math.floor(Date.now() / 1000);
  const body = await whole({ n: 2, temperature: 1, seed: 3, request_id: 'r', model: 'toy' });
  expect(body).toMatchObject({
    id: 'chatcmpl-r',
    object: 'chat.completion',
    model: 'toy',
    service_tier: null,
    system_fingerprint: null,
    prompt_logprobs: null,
    prompt_token_ids: null,
    kv_transfer_params: null,
  });
  expect(body.created).toBeGreaterThanOrEqual(before);
  expect(body.choices.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
  for (const { message, logprobs, finish_reason, stop_reason, token_ids, policy_token_spans } of body.choices) {
    const base = { generation_id: 'toy', policy_version: 0, lora_slot: '', update_seq: 0 };
    expect(policy_token_spans).toEqual([{ start_token: 0, end_token: token_ids.length, ...base }]);
    expect(message).toMatchObject({
      role: 'assistant',
      refusal: null,
      annotations: null,
      audio: null,
      function_call: null,
    });
    expect(message).toMatchObject({ content: expect.any(String), reasoning: null });
    expect([finish_reason, stop_reason]).toEqual(token_ids.at(-1) === end ? ['stop', null] : ['length', null]);
    for (const entry of logprobs.content) {
      expect([...Buffer.from(entry.token)]).toEqual(entry.bytes);
      expect(entry.logprob).toBeLessThanOrEqual(0);
    }
  }
  const completion = body.choices.reduce(
    (sum: number, { token_ids }: { token_ids: number[] }) => sum + token_ids.length,
    0,
  );
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details } = body.usage;
  expect([completion_tokens, total_tokens]).toEqual([completion, prompt_tokens + completion]);
  expect(prompt_tokens_details).toEqual({ cached_tokens: expect.any(Number) });
});
