import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toyTokenizer } from '../../scripts/toy-tokenizer.ts';
import { ruledLogits } from '../reference/logit-rules.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Tests the effects of the fields that change logits on the answers of a real engine, over HTTP. */

const PROCESSORS = `
export const only = ({ args }) => ({ allow: args });
export const count_down = ({ outputIds, extraArgs }) => ({ allow: [extraArgs.first - outputIds.length] });
export const follow = ({ args, outputIds }) => ({ allow: [args[outputIds.length]] });
export const breaks = () => { throw new Error('boom'); };
`;

let server: TestServer;
let folder: string;
const { ids } = toyTokenizer();
const idOf = (token: string) => ids.get(token) as number;
const [yes, no, maybe, cat, dog, sun] = ['yes', 'no', 'maybe', 'cat', 'dog', 'sun'].map(idOf);
const [end, start] = ['<|im_end|>', '<|im_start|>'].map(idOf);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-rules-'));
  const path = join(folder, 'own.mjs');
  await writeFile(path, PROCESSORS);
  server = await startTestServer({ env: { DAYBREAK_LOGITS_PROCESSORS: path } });
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

const messages = [{ role: 'user', content: 'yes or no?' }];

interface Choice {
  message: { content: string };
  token_ids: number[];
  finish_reason: string;
  stop_reason: string | number | null;
  logprobs: { content: { token_id: number; logprob: number; top_logprobs: { token: string; logprob: number }[] }[] };
}

async function ask(fields: object): Promise<Choice[]> {
  const { status, body } = await server.call('POST', '/chat/completions', {
    messages,
    seed: 1,
    max_tokens: 8,
    ...fields,
  });
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body.choices;
}

/** Returns the only choice of a greedy answer. */
async function greedy(fields: object): Promise<Choice> {
  return (await ask({ temperature: 0, ...fields }))[0];
}

async function refusal(fields: object): Promise<{ status: number; param: string; message: string }> {
  const { status, body } = await server.call('POST', '/chat/completions', { messages, max_tokens: 8, ...fields });
  return { status, param: body.error.param, message: body.error.message };
}

describe('logit_bias', () => {
  it('steers sampling, and the log-probabilities stay unbiased', async () => {
    const plain = await greedy({ logprobs: true, top_logprobs: 5 });
    const [first] = plain.token_ids;
    const other = [yes, no, maybe].find((id) => id !== first) as number;
    const raw = plain.logprobs.content[0].top_logprobs;
    const biased = await greedy({ logit_bias: { [other]: 100 }, max_tokens: 1, logprobs: true, top_logprobs: 5 });
    expect(biased.token_ids).toEqual([other]);
    const { logprob, top_logprobs } = biased.logprobs.content[0];
    expect(raw.map((entry) => entry.logprob)).toContain(logprob);
    expect(new Set(top_logprobs.map((entry) => entry.logprob))).toEqual(new Set(raw.map((entry) => entry.logprob)));
    expect((await greedy({ logit_bias: { [first]: -100 } })).token_ids[0]).not.toBe(first);
  });
});

describe('allowed_token_ids', () => {
  it('are the only tokens sampled; the end-of-sequence token is excluded too', async () => {
    const [choice] = await ask({ allowed_token_ids: [cat, sun], temperature: 2 });
    expect(new Set(choice.token_ids)).toEqual(new Set([cat, sun]));
    expect(choice).toMatchObject({ finish_reason: 'length' });
    expect(choice.token_ids).toHaveLength(8);
  });
});

describe('penalties', () => {
  const few = { allowed_token_ids: [cat, dog, sun], max_tokens: 12 };
  const most = ({ token_ids }: Choice) =>
    Math.max(...[cat, dog, sun].map((id) => token_ids.filter((token) => token === id).length));

  it('a positive frequency_penalty varies the tokens, and a negative one repeats one token', async () => {
    const level = { logit_bias: { [dog]: 0.2 }, ...few };
    expect(most(await greedy({ ...level, frequency_penalty: 2 }))).toBeLessThanOrEqual(6);
    expect(most(await greedy({ ...level, frequency_penalty: -2 }))).toBe(12);
  });

  it.each([{ presence_penalty: 2 }, { frequency_penalty: 0.7 }, { presence_penalty: -0.5, frequency_penalty: 1.1 }])(
    '%j lowers the logits by OpenAI’s formula',
    async (penalties) => {
      const candidates = [cat, dog, sun];
      const raw = async (prefix: number[]): Promise<number[]> =>
        Promise.all(
          candidates.map(async (id) => {
            const args = [...prefix, id];
            const fields = { logits_processors: [{ qualname: 'follow', args }], max_tokens: args.length };
            return (await greedy(fields)).logprobs.content[prefix.length].logprob;
          }),
        );
      const { presence_penalty: presence, frequency_penalty: frequency } = penalties;
      const path: number[] = [];
      while (path.length < 5) {
        const logits = new Array<number>(ids.size).fill(Number.NEGATIVE_INFINITY);
        for (const [i, logprob] of (await raw(path)).entries()) logits[candidates[i]] = logprob;
        const ruled = ruledLogits(logits, [], path, { presence, frequency });
        path.push(ruled.indexOf(Math.max(...ruled)));
      }
      expect((await greedy({ ...few, ...penalties, max_tokens: 5 })).token_ids).toEqual(path);
      expect(new Set(path).size).toBeGreaterThan(1);
    },
  );

  it('repetition_penalty also penalizes tokens of the prompt; the other penalties do not', async () => {
    const bias = { [yes]: 40, [sun]: 35 };
    const both = { allowed_token_ids: [yes, sun], logit_bias: bias, max_tokens: 1 };
    expect((await greedy(both)).token_ids).toEqual([yes]);
    // The prompt contains yes but not sun.
    expect((await greedy({ ...both, repetition_penalty: 2 })).token_ids).toEqual([sun]);
    expect((await greedy({ ...both, frequency_penalty: 2, presence_penalty: 2 })).token_ids).toEqual([yes]);
  });
});

describe('min_p', () => {
  it('of 1 leaves only the likeliest token at a high temperature', async () => {
    const { token_ids } = await greedy({ max_tokens: 1 });
    const drawn = (await ask({ temperature: 2, n: 12, max_tokens: 1, min_p: 1 })).map((choice) => choice.token_ids[0]);
    expect(new Set(drawn)).toEqual(new Set(token_ids));
    const free = (await ask({ temperature: 2, n: 12, max_tokens: 1 })).map((choice) => choice.token_ids[0]);
    expect(new Set(free).size).toBeGreaterThan(1);
  });
});

describe('min_tokens', () => {
  it('suppresses the end-of-sequence and stop tokens, with and without ignore_eos', async () => {
    expect((await greedy({})).token_ids.length).toBeLessThan(6);
    const ends = new Set([end, cat]);
    for (const ignore_eos of [false, true]) {
      const fields = { min_tokens: 6, ignore_eos, stop_token_ids: [cat], logit_bias: { [cat]: 100, [end]: 50 } };
      const { token_ids, finish_reason, stop_reason } = await greedy(fields);
      expect(token_ids.slice(0, 6).filter((id) => ends.has(id))).toEqual([]);
      expect(token_ids.slice(6)).toEqual([cat]);
      expect({ finish_reason, stop_reason }).toEqual({ finish_reason: 'stop', stop_reason: cat });
    }
  });

  it('ignores stop strings that end before it is reached', async () => {
    const cats = { allowed_token_ids: [cat], stop: ['cat'] };
    expect(await greedy(cats)).toMatchObject({ message: { content: '' }, token_ids: [cat], stop_reason: 'cat' });
    const later = await greedy({ ...cats, min_tokens: 3 });
    expect(later).toMatchObject({ message: { content: 'catcatcat' }, stop_reason: 'cat' });
    expect(later.token_ids).toHaveLength(4);
  });

  it('above the number of tokens that can be generated is refused', async () => {
    expect(await refusal({ min_tokens: 9 })).toMatchObject({ status: 400, param: 'min_tokens' });
    expect(await refusal({ min_tokens: 512, max_tokens: null })).toMatchObject({ status: 400, param: 'min_tokens' });
  });
});

describe('bad_words', () => {
  it('are not generated', async () => {
    const choices = await ask({ n: 16, bad_words: ['yes', 'no'], temperature: 1.5, max_tokens: 4 });
    const said = choices.flatMap(({ token_ids }) => token_ids);
    expect(said).toContain(maybe);
    expect(said.filter((id) => [yes, no, idOf('Ġyes'), idOf('Ġno')].includes(id))).toEqual([]);
  });

  it('of several tokens are not generated, though each of their tokens is', async () => {
    const behind = idOf('Ġdog');
    const fields = { allowed_token_ids: [cat, behind], temperature: 2, n: 24 };
    const texts = async (more: object) => (await ask({ ...fields, ...more })).map(({ message }) => message.content);
    expect((await texts({})).some((text) => text.includes('cat dog'))).toBe(true);
    const said = await texts({ bad_words: ['cat dog'] });
    expect(said.some((text) => text.includes('cat'))).toBe(true);
    expect(said.some((text) => text.includes('dog'))).toBe(true);
    expect(said.filter((text) => text.includes('cat dog'))).toEqual([]);
  });

  it('consisting only of spaces are refused', async () => {
    expect(await refusal({ bad_words: ['  '] })).toMatchObject({ status: 400, param: 'bad_words.0' });
  });
});

describe('logits_processors', () => {
  it('built into the server are selected by name and take arguments', async () => {
    const three = { allowed_token_ids: [cat, dog, sun] };
    const { token_ids } = await greedy({ ...three, logits_processors: [{ qualname: 'no_repeat_ngram', args: [1] }] });
    expect([...token_ids].sort()).toEqual([cat, dog, sun].sort());
    const ending = { qualname: 'end_sooner', kwargs: { after: 2, rate: 100 } };
    const ended = await greedy({ logit_bias: { [cat]: 80 }, logits_processors: [ending] });
    expect(ended.token_ids).toEqual([cat, cat, cat, end]);
  });

  it('of the operator receive their arguments and vllm_xargs', async () => {
    const only = { qualname: 'only', args: [dog] };
    expect((await greedy({ logits_processors: [only] })).token_ids).toEqual(new Array(8).fill(dog));
    const fields = { logits_processors: ['count_down'], vllm_xargs: { first: 90 }, max_tokens: 3 };
    expect((await greedy(fields)).token_ids).toEqual([90, 89, 88]);
  });

  it('that are not registered are refused with a list of the registered ones', async () => {
    const { status, param, message } = await refusal({ logits_processors: ['vllm.x'] });
    expect([status, param]).toEqual([400, 'logits_processors']);
    expect(message).toContain('registered are no_repeat_ngram, end_sooner, breaks, count_down, follow, only');
  });

  it('in a module with an export that is no function make the server’s start fail', async () => {
    const path = join(folder, 'wrong.mjs');
    await writeFile(path, 'export const four = 4;');
    const start = startTestServer({ home: join(folder, 'home'), env: { DAYBREAK_LOGITS_PROCESSORS: path } });
    await expect(start).rejects.toThrow(/wrong\.mjs: the export four is not a function/);
  });

  it('that throw fail only their own request', async () => {
    const [failed, other] = await Promise.all([
      refusal({ logits_processors: ['breaks'] }),
      greedy({ allowed_token_ids: [cat] }),
    ]);
    expect(failed.status).toBe(500);
    expect(other.token_ids).toHaveLength(8);
  });
});

describe('repetition_detection', () => {
  it('ends the answer after min_count repetitions, not before min_tokens', async () => {
    const fields = { allowed_token_ids: [cat], repetition_detection: { max_pattern_size: 2, min_count: 3 } };
    const ended = { finish_reason: 'stop', stop_reason: 'repetition_detected' };
    expect(await greedy(fields)).toMatchObject({ token_ids: [cat, cat, cat], ...ended });
    expect((await greedy({ ...fields, min_tokens: 5 })).token_ids).toHaveLength(5);
  });
});

describe('rules that forbid every token', () => {
  it('end the answer with the stop reason no_token_allowed', async () => {
    const nothing = { allowed_token_ids: [cat], bad_words: ['cat'] };
    const ended = { finish_reason: 'stop', stop_reason: 'no_token_allowed', token_ids: [], message: { content: '' } };
    expect(await greedy(nothing)).toMatchObject(ended);
    expect(await ask({ ...nothing, n: 2, temperature: 1.5, top_k: 3, top_p: 0.5 })).toMatchObject([ended, ended]);
    const stream = await server.call('POST', '/chat/completions', { messages, stream: true, ...nothing });
    expect(stream.body).toContain('"stop_reason":"no_token_allowed"');
    expect(stream.body).toMatch(/data: \[DONE\]\s*$/);
  });
});

describe('an answer with an output constraint', () => {
  const form = { structured_outputs: { choice: ['cat', 'dog'] } };

  it('also follows logit_bias and bad_words, and its log-probabilities stay unbiased', async () => {
    const bias = { logit_bias: { [dog]: 100 } };
    const held = await greedy({ ...form, ...bias });
    expect(held.message.content).toBe('dog');
    const free = await greedy({ ...bias, max_tokens: 1 });
    expect(held.logprobs.content[0].logprob).toBe(free.logprobs.content[0].logprob);
    // Smaller tokens can still spell the word.
    expect((await greedy({ ...form, ...bias, bad_words: ['dog'] })).token_ids).not.toContain(dog);
  });

  it('ends when the constraint is complete, despite min_tokens', async () => {
    const { message, finish_reason } = await greedy({ ...form, min_tokens: 8 });
    expect(['cat', 'dog']).toContain(message.content);
    expect(finish_reason).toBe('stop');
  });

  it('ends with no_token_allowed if the constraint and allowed_token_ids leave no token', async () => {
    const { message, stop_reason } = await greedy({ ...form, allowed_token_ids: [sun] });
    expect([message.content, stop_reason]).toEqual(['', 'no_token_allowed']);
  });
});

describe('a text completion', () => {
  it('follows allowed_token_ids, logit_bias, bad_words and min_tokens as a chat does', async () => {
    const ask = async (fields: object) => {
      const body = { prompt: ['yes or', 'no or'], max_tokens: 4, temperature: 0, ...fields };
      return (await server.call('POST', '/completions', body)).body;
    };
    const { choices } = await ask({ allowed_token_ids: [cat, sun], logit_bias: { [sun]: 100 }, bad_words: ['cat'] });
    expect(choices.map(({ text }: { text: string }) => text)).toEqual(['sunsunsunsun', 'sunsunsunsun']);
    expect((await ask({ allowed_token_ids: [cat], bad_words: ['cat'] })).choices[1].stop_reason).toBe(
      'no_token_allowed',
    );
    expect((await ask({ min_tokens: 5 })).error).toMatchObject({ param: 'min_tokens' });
  });
});

describe('spaces_between_special_tokens', () => {
  it('has no effect with a byte-level tokenizer, which adds no spaces', async () => {
    const shown = { logits_processors: ['count_down'], vllm_xargs: { first: end }, max_tokens: 2, ignore_eos: true };
    const texts = [true, false].map(async (spaces) => {
      const fields = { ...shown, skip_special_tokens: false, spaces_between_special_tokens: spaces };
      return (await greedy(fields)).message.content;
    });
    expect(start).toBe(end - 1);
    expect(await Promise.all(texts)).toEqual(['<|im_end|><|im_start|>', '<|im_end|><|im_start|>']);
  });
});
