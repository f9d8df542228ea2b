import { describe, expect, test } from 'vitest';
import { ChoiceStream } from '../../src/inference/chat/choice-stream.ts';
import { completionLogprobs } from '../../src/inference/completion/completion-logprobs.ts';
import { byteTokenizer, sampled } from './byte-tokenizer.ts';

const tokenizer = byteTokenizer(['a', '7', '12', 'b', [0xc3], [0xa9]], ['<eos>']);

function listed(id: number, logprob: number, top: readonly [number, number][]): Record<string, number> | null {
  const stream = new ChoiceStream({
    index: 0,
    tokenizer,
    eosIds: [6],
    stopTokenIds: [6],
    maxTokens: 9,
    stop: [],
    includeStop: false,
    skipSpecialTokens: true,
    topLogprobs: top.length + 1,
    tokensAsIds: false,
  });
  const { logprobs } = stream.push(sampled(id, logprob, top));
  const [alternatives] = completionLogprobs(logprobs, 0).top_logprobs;
  return alternatives;
}

describe('the alternatives of a token', () => {
  test('follow the token itself in JSON, by rank', () => {
    const unlikely = listed(3, -5, [
      [0, -0.5],
      [6, -1],
    ]);
    expect(JSON.stringify(unlikely)).toBe('{"b":-5,"a":-0.5,"<eos>":-1}');
    const likely = listed(0, -0.5, [
      [0, -0.5],
      [3, -1],
    ]);
    expect(JSON.stringify(likely)).toBe('{"a":-0.5,"b":-1}');
  });

  test('keep their order if their texts are numbers', () => {
    const top = listed(0, -5, [
      [2, -0.5],
      [1, -1],
      [3, -2],
    ]);
    expect(JSON.stringify(top)).toBe('{"a":-5,"12":-0.5,"7":-1,"b":-2}');
    expect(Object.entries(top ?? {})).toEqual([
      ['a', -5],
      ['12', -0.5],
      ['7', -1],
      ['b', -2],
    ]);
  });

  test('never replace the token itself if they have the same text', () => {
    // Alone, neither half of a character has a text.
    const top = listed(4, -3, [
      [5, -1],
      [0, -2],
    ]);
    expect(JSON.stringify(top)).toBe('{"":-3,"a":-2}');
  });
});
