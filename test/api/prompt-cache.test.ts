import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { as } from '../abuse/owner-records.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Tests prefix caching, prompt scores and beam search over HTTP with the real compute process. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const asked = (content: string, fields: object = {}): object => ({
  messages: [{ role: 'user', content: `${content} ${'yes no maybe '.repeat(12)}` }],
  max_tokens: 2,
  ...fields,
});

async function chat(body: object, call = server.call) {
  const answer = await call('POST', '/chat/completions', body);
  expect(answer.status, answer.body.error?.message).toBe(200);
  return answer.body;
}

async function cached(body: object, call?: TestServer['call']): Promise<number> {
  return (await chat(body, call)).usage.prompt_tokens_details.cached_tokens;
}

test('usage has the number of cached prompt tokens, streamed or not', async () => {
  const { usage } = await chat(asked('usage'));
  expect(usage.prompt_tokens_details.cached_tokens).toBe(0);
  const full = usage.prompt_tokens - 1;
  expect(full).toBeGreaterThan(16);
  expect(await cached(asked('usage'))).toBe(full);
  const stream_options = { include_usage: true, continuous_usage_stats: true };
  const { body } = await server.call('POST', '/chat/completions', asked('usage', { stream: true, stream_options }));
  const chunks = body.split('\n\n').filter((event: string) => event.startsWith('data: {'));
  for (const chunk of chunks) {
    expect(JSON.parse(chunk.slice(6)).usage.prompt_tokens_details).toEqual({ cached_tokens: full });
  }
});

test('cached prefixes are shared within one key and one salt only, not between keys of the same owner', async () => {
  const bob = as(server, await newKey(server, { owner: 'bob' }));
  const again = as(server, await newKey(server, { owner: 'bob' }));
  expect(await cached(asked('salt'))).toBe(0);
  expect(await cached(asked('salt'), bob)).toBe(0);
  expect(await cached(asked('salt'), again)).toBe(0);
  expect(await cached(asked('salt'), bob)).toBeGreaterThan(0);
  expect(await cached(asked('salt', { cache_salt: 'a' }))).toBe(0);
  expect(await cached(asked('salt', { cache_salt: 'b' }))).toBe(0);
  expect(await cached(asked('salt', { cache_salt: 'a' }))).toBeGreaterThan(0);
});

test('choice i of n equals a single answer with seed + i', async () => {
  const seeded = (seed: number, n: number) => asked('choices', { seed, n, max_tokens: 6, temperature: 2 });
  const { choices } = await chat(seeded(5, 4));
  for (const [i, choice] of choices.entries()) {
    const alone = (await chat(seeded(5 + i, 1))).choices[0];
    expect(choice.token_ids).toEqual(alone.token_ids);
    expect(choice.logprobs).toEqual(alone.logprobs);
  }
});

test('prompt_logprobs has the prompt’s tokens and the likeliest others, once for n choices', async () => {
  await chat(asked('scored'));
  const body = await chat(asked('scored', { prompt_logprobs: 3, n: 2, return_token_ids: true }));
  const ids: number[] = body.prompt_token_ids;
  expect(body.usage.prompt_tokens_details.cached_tokens).toBe(0);
  expect(body.prompt_logprobs).toHaveLength(ids.length);
  expect(body.prompt_logprobs[0]).toBeNull();
  ids.slice(1).forEach((id, i) => {
    const scores = body.prompt_logprobs[i + 1];
    const own = scores[id];
    const listed = Object.values<{ rank: number; logprob: number }>(scores).sort((a, b) => a.rank - b.rank);
    expect(listed.map(({ rank }) => rank).filter((rank) => rank <= 3)).toEqual([1, 2, 3]);
    expect(listed).toHaveLength(own.rank <= 3 ? 3 : 4);
    expect(own.logprob).toBeLessThanOrEqual(listed[0].logprob);
    expect(typeof own.decoded_token).toBe('string');
  });
  const bare = await chat(asked('scored', { prompt_logprobs: 0 }));
  expect(Object.keys(bare.prompt_logprobs[5])).toEqual([String(ids[5])]);
  expect((await chat(asked('scored'))).prompt_logprobs).toBeNull();
  const streamed = await server.call('POST', '/chat/completions', asked('x', { prompt_logprobs: 1, stream: true }));
  expect([streamed.status, streamed.body.error.param]).toEqual([400, 'prompt_logprobs']);
});

test('priority orders the requests that wait for a full engine, and does not change their tokens', async () => {
  const n = 64;
  const ended: string[] = [];
  const ask = async (name: string, fields: object): Promise<object[]> => {
    const { choices } = await chat(asked('priority', { seed: 3, n, max_tokens: 8, temperature: 2, ...fields }));
    ended.push(name);
    return choices.map(({ token_ids }: { token_ids: number[] }) => token_ids);
  };
  // Paused until all requests have arrived. Each request fills the engine, so they are served one by one.
  const pid = server.compute.report().pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const filler = chat(asked('fill', { n, max_tokens: 400, ignore_eos: true }));
  await sleep(1_000);
  const others = [ask('later', { priority: 5 }), ask('usual', {}), ask('urgent', { priority: -5 })];
  await sleep(1_000);
  process.kill(pid, 'SIGCONT');
  const [first, ...rest] = await Promise.all(others);
  await filler;
  expect(ended).toEqual(['urgent', 'usual', 'later']);
  for (const other of rest) expect(other).toEqual(first);
});

test('beams are ordered by likelihood, each with its end, and a stream sends each in one chunk', async () => {
  const fields = { use_beam_search: true, n: 3, max_tokens: 3, temperature: 0, length_penalty: 0 };
  const { choices, usage } = await chat(asked('beams', fields));
  const sums = choices.map(({ logprobs }: { logprobs: { content: { logprob: number }[] } }) =>
    logprobs.content.reduce((sum, { logprob }) => sum + logprob, 0),
  );
  expect(choices).toHaveLength(3);
  // The toy model answers one of three words and ends its turn.
  const words = choices.map(({ message }: { message: { content: string } }) => message.content);
  expect(words.toSorted()).toEqual(['maybe', 'no', 'yes']);
  expect(sums).toEqual(sums.toSorted((a: number, b: number) => b - a));
  for (const choice of choices) {
    expect(choice.finish_reason).toBe('stop');
    expect(typeof choice.stop_reason).toBe('number');
    expect(choice.token_ids).not.toContain(choice.stop_reason);
  }
  expect(usage.completion_tokens).toBe(choices.flatMap(({ token_ids }: { token_ids: number[] }) => token_ids).length);
  const { body } = await server.call('POST', '/chat/completions', asked('beams', { ...fields, stream: true }));
  const chunks = body
    .split('\n\n')
    .filter((event: string) => event.startsWith('data: {'))
    .map((event: string) => JSON.parse(event.slice(6)));
  expect(chunks[0].choices).toHaveLength(3);
  const streamed = chunks
    .slice(1)
    .map(({ choices: [choice] }: { choices: { delta: { content: string } }[] }) => choice.delta.content);
  expect(streamed).toEqual(words);
  const refused = await server.call('POST', '/chat/completions', asked('beams', { ...fields, stop: ['x'] }));
  expect([refused.status, refused.body.error.param]).toEqual([400, 'stop']);
});

test('length_penalty below 0 ranks short beams first, and above 1 long ones', async () => {
  const words = async (length_penalty: number): Promise<string[]> => {
    const fields = { use_beam_search: true, n: 3, max_tokens: 4, temperature: 0, length_penalty };
    const { choices } = await chat(asked('beams', fields));
    return choices.map(({ message }: { message: { content: string } }) => message.content);
  };
  const plain = await words(1);
  expect(plain.toSorted()).toEqual(['maybe', 'no', 'yes']);
  // An empty answer is unlikely, but the fifth power of the other answers' length outweighs that.
  expect(await words(-5)).toEqual(['', ...plain.slice(0, 2)]);
  const thrice = plain.map((word) => word.repeat(3));
  expect((await words(5)).toSorted()).toEqual(thrice.toSorted());
});

test('a text completion supports beam search for each of its prompts', async () => {
  const fields = { use_beam_search: true, n: 2, max_tokens: 2, temperature: 0, logprobs: 1 };
  const { status, body } = await server.call('POST', '/completions', { prompt: ['yes', 'no no'], ...fields });
  expect(status, body.error?.message).toBe(200);
  expect(body.choices.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3]);
  const sum = ({ logprobs }: { logprobs: { token_logprobs: number[] } }) =>
    logprobs.token_logprobs.reduce((total, logprob) => total + logprob, 0);
  for (const first of [0, 2]) expect(sum(body.choices[first])).toBeGreaterThanOrEqual(sum(body.choices[first + 1]));
  const alone = await server.call('POST', '/completions', { prompt: 'no no', ...fields });
  const texts = (choices: { text: string }[]) => choices.map(({ text }) => text);
  expect(texts(alone.body.choices)).toEqual(texts(body.choices.slice(2)));
});

test('prompt_cache_key is the routing affinity of a chat; without it equal prompts have the same one', async () => {
  const generate = vi.spyOn(server.compute, 'generate');
  for (const prompt_cache_key of ['a', 'a', '', null, undefined]) await chat(asked('key', { prompt_cache_key }));
  const [first, second, ...openings] = generate.mock.calls.map(([{ affinity }]) => affinity);
  expect([first, second]).toEqual(['a', 'a']);
  expect(new Set(openings).size).toBe(1);
  expect(openings[0]).not.toBe('a');
  generate.mockRestore();
});
