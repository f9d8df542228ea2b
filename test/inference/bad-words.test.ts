import { describe, expect, it } from 'vitest';
import { toyTokenizer } from '../../scripts/toy-tokenizer.ts';
import { badWordSequences } from '../../src/inference/chat/logit-fields.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';

/** A tokenizer that encodes these texts only. */
function knowing(texts: Record<string, number[]>): Tokenizer {
  return { encode: (text: string) => texts[text] ?? [] } as unknown as Tokenizer;
}

describe('bad words', () => {
  // Measured on vLLM 0.33.0.
  it.each<[Record<string, number[]>, string[], number[][]]>([
    [{ cat: [10], ' cat': [11] }, ['cat'], [[10], [11]]],
    [{ cat: [10], ' cat': [11] }, [' cat'], [[10], [11]]],
    [{ cats: [10, 5], ' cats': [12] }, ['cats'], [[10, 5]]],
    [{ cats: [10, 5], ' cats': [10, 6] }, ['cats'], [[10, 5]]],
    [
      { ab: [1, 2], ' ab': [3, 2] },
      ['ab'],
      [
        [1, 2],
        [3, 2],
      ],
    ],
  ])('with the tokens %j, the words %j become the sequences %j', (texts, words, sequences) => {
    expect(badWordSequences(words, knowing(texts))).toEqual(sequences);
  });

  it('list a repeated word once, and refuse a word of spaces', () => {
    expect(badWordSequences(['cat', 'cat'], knowing({ cat: [10], ' cat': [11] }))).toEqual([[10], [11]]);
    expect(() => badWordSequences(['a', ' \t'], knowing({ a: [1], ' a': [1, 1] }))).toThrowError(
      expect.objectContaining({ param: 'bad_words' }),
    );
  });

  it('use the tokens of a real tokenizer', () => {
    const { json, ids } = toyTokenizer();
    expect(badWordSequences(['cat'], new Tokenizer(json, 'toy'))).toEqual([[ids.get('cat')], [ids.get('Ġcat')]]);
  });

  it('refuse more than 8,192 characters', () => {
    const { json } = toyTokenizer();
    const words = Array.from({ length: 1024 }, (_, i) => `${i}`.padEnd(9, 'xyz'));
    expect(() => badWordSequences(words, new Tokenizer(json, 'toy'))).toThrowError(
      'bad_words: together they have 9216 characters; at most 8192 are allowed',
    );
    expect(badWordSequences(words.slice(0, 900), new Tokenizer(json, 'toy')).length).toBeGreaterThan(899);
  });
});
