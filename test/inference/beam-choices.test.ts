import { expect, it } from 'vitest';
import { beamChoices } from '../../src/inference/chat/beam-choices.ts';
import { byteTokenizer, sampled } from './byte-tokenizer.ts';

const EOS = 2;
const tokenizer = byteTokenizer(['a', 'b'], ['<eos>']);
const beams = [
  { tokens: [sampled(1, -0.25), sampled(0), sampled(EOS)], logprob: -1.25, ended: EOS },
  { tokens: [sampled(0), sampled(0)], logprob: -1, ended: null },
];
const plain = { tokenizer, eosIds: [EOS], skipSpecialTokens: true, topLogprobs: 0, tokensAsIds: false };

it('beams leave the end token out of their text, and out of their tokens unless it is requested', () => {
  const [first, second] = beamChoices(beams, { ...plain, includeStop: false });
  expect(first).toMatchObject({ index: 0, content: 'ba', tokenIds: [1, 0] });
  expect(first.logprobs.map(({ logprob }) => logprob)).toEqual([-0.25, -0.5]);
  expect(first.finish).toEqual({ reason: 'stop', stopReason: EOS });
  expect(second).toMatchObject({ index: 1, content: 'aa', tokenIds: [0, 0] });
  expect(second.finish).toEqual({ reason: 'length', stopReason: null });
  const [shown] = beamChoices(beams, { ...plain, includeStop: true, skipSpecialTokens: false });
  expect(shown).toMatchObject({ content: 'ba', tokenIds: [1, 0, EOS] });
  expect(shown.logprobs).toHaveLength(3);
});
