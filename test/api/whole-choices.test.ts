import { expect, it } from 'vitest';
import { listableTokens, MAX_LISTED, WholeChoices } from '../../src/api/chat/whole-choices.ts';
import type { ChatParams } from '../../src/inference/chat/chat-params.ts';
import { readChatParams } from '../../src/inference/chat/chat-params.ts';
import type { ChoiceDelta } from '../../src/inference/chat/choice-stream.ts';

const limits = { contextLength: 131_072, vocabSize: 50_000 };
const params = (body: object): ChatParams => readChatParams({ temperature: 1, ...body }, limits);

it('a whole answer has as many tokens as it may list, where the request does not say how many', () => {
  expect(listableTokens(params({}), 1, 131_000)).toBe(131_000);
  expect(listableTokens(params({ n: 128 }), 1, 32_768)).toBe(MAX_LISTED / 128);
  expect(listableTokens(params({ n: 8, logprobs: true, top_logprobs: 20 }), 1, 131_000)).toBe(6_241);
  expect(listableTokens(params({ n: 128 }), 128, 131_000)).toBe(64);
});

it('a whole answer that asks for more than it may list is refused, and a stream of the same is not', () => {
  const asked = { n: 128, logprobs: true, top_logprobs: 20, max_tokens: 8_192 };
  expect(() => listableTokens(params(asked), 1, 8_192)).toThrow(
    /^max_tokens: 8192 tokens with 20 alternatives each, for 128 choices, are 22020096 log-probabilities; .* 1048576$/,
  );
  expect(listableTokens(params({ ...asked, stream: true }), 1, 8_192)).toBe(8_192);
  expect(listableTokens(params({ ...asked, n: 1 }), 1, 8_192)).toBe(8_192);
});

const delta = (top: number): ChoiceDelta => ({
  index: 0,
  content: 'a',
  reasoning: '',
  toolCalls: [],
  reasoningTokens: 0,
  logprobs: [
    {
      token: 'a',
      logprob: -1,
      bytes: [97],
      top_logprobs: Array.from({ length: top }, () => ({ token: 'a', logprob: -1 })),
    },
  ] as ChoiceDelta['logprobs'],
  tokenIds: [1],
  finish: null,
});

it('the answer that holds the most is refused when all together hold too much, and the others come whole', async () => {
  const whole = new WholeChoices(200);
  const gate = Promise.withResolvers<void>();
  async function* small() {
    yield delta(0);
    await gate.promise;
    yield delta(0);
  }
  async function* endless() {
    for (;;) yield delta(20);
  }
  const others = [whole.collect(1, small()), whole.collect(1, small())];
  await expect(whole.collect(1, endless())).rejects.toMatchObject({ code: 'queue_full' });
  gate.resolve();
  for (const choices of await Promise.all(others)) expect(choices[0]).toHaveLength(2);
  // What was held is free again.
  async function* half() {
    for (let i = 0; i < 8; i++) yield delta(20);
  }
  for (let i = 0; i < 3; i++) expect((await whole.collect(1, half()))[0]).toHaveLength(8);
});
