import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const greedy = { model: 'toy', prompt: 'yes or no?', max_tokens: 3, temperature: 0, ignore_eos: true };

interface Body {
  [field: string]: unknown;
}

async function complete(body: Body) {
  const answer = await server.call('POST', '/completions', { ...greedy, ...body });
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.body;
}

async function refused(body: Body, param: string, words: RegExp): Promise<void> {
  const { status, body: answer } = await server.call('POST', '/completions', { ...greedy, ...body });
  expect([status, answer.error?.param, answer.error?.message]).toEqual([400, param, expect.stringMatching(words)]);
}

/** Returns the chunks of a stream, which must end with [DONE]. */
async function chunksOf(body: Body) {
  const { body: text } = await server.call('POST', '/completions', { ...greedy, ...body, stream: true });
  const events = (text as string).trim().split('\n\n');
  expect(events.pop()).toBe('data: [DONE]');
  return events.map((event) => JSON.parse(event.replace('data: ', '')));
}

async function tokenize(prompt: string): Promise<number[]> {
  return (await server.call('POST', '/tokenize', { prompt })).body.tokens;
}

describe('POST /v1/completions', () => {
  test('continues a text, with token ids, usage and the fields of the completions interface', async () => {
    const body = await complete({});
    const ids = await tokenize(greedy.prompt);
    expect(body).toMatchObject({ object: 'text_completion', model: 'toy', kv_transfer_params: null });
    expect(body.id).toMatch(/^cmpl-/);
    expect(body.choices).toHaveLength(1);
    expect(body.choices[0]).toMatchObject({
      index: 0,
      logprobs: null,
      finish_reason: 'length',
      stop_reason: null,
      prompt_token_ids: ids,
      prompt_logprobs: null,
    });
    expect(body.choices[0].token_ids).toHaveLength(3);
    expect(body.usage).toMatchObject({ prompt_tokens: ids.length, completion_tokens: 3, total_tokens: ids.length + 3 });
  });

  test('gives the same for a text, its ids and lists of either; choice i of prompt p has index p * n + i', async () => {
    const other = 'maybe?';
    const [a, b] = [await tokenize(greedy.prompt), await tokenize(other)];
    const one = (await complete({})).choices[0];
    expect((await complete({ prompt: a })).choices[0]).toEqual(one);
    const drawn = { n: 2, temperature: 1, seed: 5 };
    const texts = await complete({ ...drawn, prompt: [greedy.prompt, other] });
    const ids = await complete({ ...drawn, prompt: [a, b] });
    expect(ids.choices).toEqual(texts.choices);
    expect(ids.choices.map(({ index }: Body) => index)).toEqual([0, 1, 2, 3]);
    expect(ids.choices.map(({ prompt_token_ids: prompt }: Body) => prompt)).toEqual([a, a, b, b]);
    expect(ids.usage).toMatchObject({ prompt_tokens: a.length + b.length, completion_tokens: 12 });
    const second = await complete({ prompt: b, temperature: 1, seed: 6 });
    expect(ids.choices[3]).toEqual({ ...second.choices[0], index: 3 });
  });

  test('samples equal prompts differently unless a seed is given', async () => {
    const asked = { prompt: Array(4).fill(greedy.prompt), temperature: 1, max_tokens: 8 };
    const texts = async (body: Body) => (await complete({ ...asked, ...body })).choices.map(({ text }: Body) => text);
    expect(new Set(await texts({})).size).toBeGreaterThan(1);
    expect(new Set(await texts({ seed: 3 })).size).toBe(1);
  });

  test('generates 16 tokens by default, and stops at a stop string', async () => {
    const long = (await complete({ max_tokens: undefined })).choices[0];
    expect(long.token_ids).toHaveLength(16);
    const second = await detokenize([long.token_ids[1]]);
    const cut = (await complete({ max_tokens: 16, stop: [second] })).choices[0];
    expect(cut).toMatchObject({ finish_reason: 'stop', stop_reason: second });
    expect(long.text.startsWith(cut.text)).toBe(true);
    expect(cut.text).not.toContain(second);
  });

  test('lists log-probabilities in the completions format, the sampled token beside its alternatives', async () => {
    const { logprobs, text, token_ids: ids } = (await complete({ logprobs: 2 })).choices[0];
    expect(logprobs.tokens.join('')).toBe(text);
    expect(logprobs.text_offset).toEqual(
      logprobs.tokens.map((_: string, at: number) => [...logprobs.tokens.slice(0, at).join('')].length),
    );
    for (const [at] of ids.entries()) {
      const top = Object.entries(logprobs.top_logprobs[at]) as [string, number][];
      expect(top).toHaveLength(2);
      // With greedy sampling the token is the likeliest.
      expect(Math.max(...top.map(([, logprob]) => logprob))).toBe(logprobs.token_logprobs[at]);
      expect(top).toContainEqual([logprobs.tokens[at], logprobs.token_logprobs[at]]);
    }
    const alone = (await complete({ logprobs: 0 })).choices[0].logprobs;
    expect(alone.top_logprobs).toEqual(
      alone.tokens.map((token: string, at: number) => ({ [token]: alone.token_logprobs[at] })),
    );
    const rare = (await complete({ logprobs: 1, temperature: 1, seed: 3, max_tokens: 8 })).choices[0].logprobs;
    const sizes = rare.top_logprobs.map((top: object) => Object.keys(top).length);
    expect(Math.max(...sizes)).toBe(2);
  });

  test('echoes the prompt, with the log-probabilities that the same tokens have when generated', async () => {
    const plain = (await complete({ logprobs: 1 })).choices[0];
    const echoed = (await complete({ logprobs: 1, echo: true })).choices[0];
    const length = plain.prompt_token_ids.length;
    expect(echoed.text).toBe(greedy.prompt + plain.text);
    expect(echoed.token_ids).toEqual(plain.token_ids);
    expect(echoed.logprobs.tokens.join('')).toBe(echoed.text);
    expect(echoed.logprobs.text_offset.slice(length)).toEqual(
      plain.logprobs.text_offset.map((offset: number) => offset + greedy.prompt.length),
    );
    expect([echoed.logprobs.token_logprobs[0], echoed.logprobs.top_logprobs[0]]).toEqual([null, null]);
    // The generated tokens, sent as a prompt, have the same log-probabilities.
    const all = [...plain.prompt_token_ids, ...plain.token_ids];
    const scored = (await complete({ prompt: all, max_tokens: 0, echo: true, logprobs: 1 })).choices[0];
    expect(scored).toMatchObject({ token_ids: [], finish_reason: 'length', text: echoed.text });
    expect(scored.logprobs.tokens).toEqual(echoed.logprobs.tokens);
    for (const [at, logprob] of echoed.logprobs.token_logprobs.entries()) {
      if (at > 0) expect(scored.logprobs.token_logprobs[at]).toBeCloseTo(logprob, 4);
    }
  });

  test('echoes special tokens of the prompt, each at its text_offset', async () => {
    const text = '<|im_start|>user\nyes<|im_end|>¿né?';
    const ids = await tokenize(text);
    for (const asked of [{ prompt: ids }, { prompt: text }, { prompt: [ids, ids.slice(1)] }]) {
      for (const choice of (await complete({ ...asked, echo: true, logprobs: 1, skip_special_tokens: false }))
        .choices) {
        const { text_offset: offsets, tokens } = choice.logprobs;
        const plain = (await complete({ prompt: choice.prompt_token_ids, skip_special_tokens: false })).choices[0];
        expect(choice.text).toBe((await detokenize(choice.prompt_token_ids)) + plain.text);
        const ends = [...offsets.slice(1), [...choice.text].length];
        expect(offsets.map((begin: number, at: number) => [...choice.text].slice(begin, ends[at]).join(''))).toEqual(
          tokens,
        );
      }
    }
    const whole = await complete({ prompt: ids, echo: true, logprobs: 1 });
    const chunks = await chunksOf({ prompt: ids, echo: true, logprobs: 1 });
    expect(chunks[0].choices[0].text.startsWith(text)).toBe(true);
    expect(chunks.flatMap(({ choices }) => choices[0].logprobs.text_offset)).toEqual(
      whole.choices[0].logprobs.text_offset,
    );
  });

  test('lists alternatives by rank after the sampled token', async () => {
    const unlikely = { temperature: 2, seed: 3, max_tokens: 16, logprobs: 3, echo: true };
    const { logprobs } = (await complete(unlikely)).choices[0];
    const lists = logprobs.top_logprobs.map((top: object | null) => Object.entries(top ?? {})) as [string, number][][];
    expect(lists.filter(([first, second]) => first !== undefined && first[1] < second[1])).not.toEqual([]);
    for (const [at, [first, ...others]] of lists.entries()) {
      if (first === undefined) continue;
      expect(first).toEqual([logprobs.tokens[at], logprobs.token_logprobs[at]]);
      const ranked = others.map(([, logprob]) => logprob);
      expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
      expect([2, 3]).toContain(others.length);
    }
  });

  test('returns the log-probabilities of each prompt in prompt_logprobs if requested', async () => {
    const { choices } = await complete({ prompt_logprobs: 1, prompt: ['yes', 'no?'] });
    for (const { prompt_logprobs: scores, prompt_token_ids: ids, logprobs } of choices) {
      expect(logprobs).toBeNull();
      expect(scores).toHaveLength(ids.length);
      expect(scores[0]).toBeNull();
      for (const [at, id] of ids.entries()) if (at > 0) expect(scores[at]).toHaveProperty(String(id));
    }
  });

  test('refuses more than 131,072 prompt log-probabilities in total', async () => {
    const prompt = Array.from({ length: 100 }, () => 5);
    const most = { prompt, max_tokens: 1, n: 128, prompt_logprobs: 10 };
    const refused = await server.call('POST', '/completions', most);
    expect([refused.status, refused.body.error.param, refused.body.error.message]).toEqual([
      400,
      'prompt_logprobs',
      'prompt_logprobs: 100 prompt tokens with 10 alternatives each, for 128 choices, are 140800 log-probabilities; ' +
        'at most 131072 are allowed',
    ]);
    const echoed = { prompt, max_tokens: 1, n: 128, echo: true, logprobs: 10 };
    expect((await server.call('POST', '/completions', echoed)).body.error.param).toBe('logprobs');
    expect((await server.call('POST', '/completions', { ...most, n: 2 })).status).toBe(200);
  });

  test('streams the same content as the non-streamed answer', async () => {
    const asked = { prompt: ['yes', 'no or yes?'], n: 2, temperature: 1, seed: 9, echo: true, logprobs: 1 };
    const whole = await complete({ ...asked, return_token_ids: true });
    const stream_options = { include_usage: true, continuous_usage_stats: true };
    const chunks = await chunksOf({ ...asked, return_token_ids: true, stream_options });
    const last = chunks.pop();
    expect(last).toMatchObject({ choices: [], usage: whole.usage });
    for (const choice of whole.choices) {
      const own = chunks.map(({ choices }) => choices[0]).filter(({ index }) => index === choice.index);
      const joined = (read: (part: (typeof own)[0]) => unknown[]) => own.flatMap(read);
      expect(own.map(({ text }) => text).join('')).toBe(choice.text);
      expect(joined(({ token_ids }) => token_ids)).toEqual(choice.token_ids);
      expect(own[0].prompt_token_ids).toEqual(choice.prompt_token_ids);
      expect(own.slice(1).every((part) => !('prompt_token_ids' in part))).toBe(true);
      for (const list of ['tokens', 'token_logprobs', 'text_offset', 'top_logprobs']) {
        expect(joined(({ logprobs }) => logprobs[list])).toEqual(choice.logprobs[list]);
      }
      expect(own.at(-1)).toMatchObject({ finish_reason: choice.finish_reason, stop_reason: choice.stop_reason });
      expect(own.slice(0, -1).every(({ finish_reason }) => finish_reason === null)).toBe(true);
    }
  });

  test('refuses unsupported or invalid requests and names the field', async () => {
    await refused({ prompt: [1, 2, 99_999] }, 'prompt', /^prompt: token id 99999 is not allowed; it is from 0 to \d+$/);
    await refused({ prompt: '' }, 'prompt', /no tokens/);
    await refused({ suffix: 'x' }, 'suffix', /fills gaps/);
    await refused({ max_tokens: 0 }, 'max_tokens', /echo/);
    await refused({ logprobs: 21 }, 'logprobs', /0 to 20/);
    await refused(
      { prompt: Array(9).fill('a'), n: 128, temperature: 1 },
      'prompt',
      /1152 choices; at most 1024 are allowed/,
    );
    await refused(
      { prompt: Array(1024).fill('a'), max_tokens: 400, logprobs: 2 },
      'max_tokens',
      /^max_tokens: the tokens of 1024 choices, with 2 alternatives each, may be 1228800 log-probabilities; .* 1048576$/,
    );
    await refused({ prompt: 'no '.repeat(4000) }, 'prompt', /this model's maximum context length is \d+ tokens/);
    await refused({ prompt: [] }, 'prompt', /too few items/);
    await refused({ prompt: ['a', 1] }, 'prompt.0', /a string; allowed is integer/);
  });
});

async function detokenize(tokens: number[]): Promise<string> {
  return (await server.call('POST', '/detokenize', { tokens })).body.prompt;
}
