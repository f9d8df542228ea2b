import { describe, expect, it } from 'vitest';
import { NgramProposer } from '../../src/inference/engine/ngram-proposer.ts';

const propose = (tokens: number[], count: number): number[] => new NgramProposer().propose(tokens, count);

describe('the n-gram proposer', () => {
  it('proposes what came after the same two tokens, and nothing where they are new', () => {
    expect(propose([1, 2, 3, 4, 9, 1, 2], 3)).toEqual([3, 4, 9]);
    expect(propose([1, 2, 3, 4, 9, 2, 1], 3)).toEqual([]);
    for (const short of [[], [1], [1, 1]]) expect(propose(short, 3)).toEqual([]);
  });

  it('prefers the place that agrees in more tokens, then the latest', () => {
    expect(propose([7, 1, 2, 3, 8, 1, 2, 4, 7, 1, 2], 1)).toEqual([3]);
    expect(propose([7, 1, 2, 3, 7, 1, 2, 4, 7, 1, 2], 1)).toEqual([4]);
    // Eight tokens say as much as nine.
    const eight = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(propose([0, ...eight, 20, 9, ...eight, 21, 0, ...eight], 1)).toEqual([21]);
  });

  it('goes on with itself where it comes to the end', () => {
    expect(propose([5, 6, 7, 5, 6], 7)).toEqual([7, 5, 6, 7, 5, 6, 7]);
    expect(propose([4, 4, 4], 3)).toEqual([4, 4, 4]);
  });

  it('says the same whether it saw the tokens grow or not, large ids too', () => {
    const tokens = Array.from({ length: 400 }, (_, i) => 2 ** 26 - 1 - ((i * i * 7) % 11));
    const grown = new NgramProposer();
    for (let length = 0; length <= tokens.length; length++) {
      const known = tokens.slice(0, length);
      const proposed = grown.propose(known, 5);
      expect(proposed).toEqual(propose(known, 5));
      if (proposed.length > 0) expect(known.join()).toContain([...known.slice(-2), proposed[0]].join());
    }
  });
});
