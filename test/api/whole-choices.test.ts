import { expect, it } from 'vitest';
import { listableTokens, MAX_LISTED_LOGPROBS, WholeChoices } from '../../src/api/chat/whole-choices.ts';
import type { ChoiceDelta } from '../../src/inference/chat/choice-stream.ts';

const asked = { rooms: [131_000], n: 1, alternatives: 0, minTokens: 0, field: null };

it('a non-streamed answer without a token limit is limited to the tokens that it may list', () => {
  expect(listableTokens(asked)).toBe(131_000);
  expect(listableTokens({ ...asked, n: 128 })).toBe(MAX_LISTED_LOGPROBS / 128);
  expect(listableTokens({ ...asked, n: 128, minTokens: MAX_LISTED_LOGPROBS / 128 })).toBe(MAX_LISTED_LOGPROBS / 128);
  expect(listableTokens({ ...asked, n: 8, alternatives: 20 })).toBe(6_241);
});

it('a non-streamed answer that asks for more than it may list is refused with the field’s name', () => {
  const much = { ...asked, rooms: [8_192], n: 128, alternatives: 20 };
  expect(() => listableTokens({ ...much, field: 'max_completion_tokens' })).toThrow(
    /^max_completion_tokens: the tokens of 128 choices, with 20 alternatives each, may be 22020096 .* 1048576$/,
  );
  expect(() => listableTokens({ ...much, minTokens: 400 })).toThrow(/^min_tokens: /);
  expect(listableTokens({ ...much, minTokens: 390 })).toBe(390);
  expect(listableTokens({ ...much, n: 1, field: 'max_tokens' })).toBe(8_192);
  expect(() => listableTokens({ ...asked, rooms: [9e5, 9e5], field: 'max_tokens' })).toThrow(/of 2 choices/);
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

it('when non-streamed answers hold too much together, the largest is refused and the others finish', async () => {
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
  // The held memory has been released.
  async function* half() {
    for (let i = 0; i < 8; i++) yield delta(20);
  }
  for (let i = 0; i < 3; i++) expect((await whole.collect(1, half()))[0]).toHaveLength(8);
});
