import { describe, expect, it } from 'vitest';
import { NgramProposer } from '../../src/inference/engine/ngram-proposer.ts';

const propose = (tokens: number[], count: number): number[] => new NgramProposer().propose(tokens)?.tokens(count) ?? [];

describe('the n-gram proposer', () => {
  it('proposes the tokens that followed the same n-gram, and none if the last token is new', () => {
    expect(propose([1, 2, 3, 4, 9, 1, 2], 3)).toEqual([3, 4, 9]);
    expect(propose([1, 2, 3, 4, 9, 2, 1], 3)).toEqual([2, 3, 4]);
    expect(propose([1, 2, 3, 1, 5, 1], 1)).toEqual([5]);
    for (const fresh of [[], [1], [1, 2], [1, 2, 3, 4]]) expect(propose(fresh, 3)).toEqual([]);
  });

  it('prefers the longest match, then the latest', () => {
    expect(propose([7, 1, 2, 3, 8, 1, 2, 4, 7, 1, 2], 1)).toEqual([3]);
    expect(propose([7, 1, 2, 3, 7, 1, 2, 4, 7, 1, 2], 1)).toEqual([4]);
    // A match of nine tokens counts as eight.
    const eight = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(propose([0, ...eight, 20, 9, ...eight, 21, 0, ...eight], 1)).toEqual([21]);
  });

  it('looks through the last 16,384 tokens of a prompt', () => {
    const far = (between: number) => [1, 2, 3, ...Array.from({ length: between }, (_, i) => 10 + i), 1, 2];
    expect(propose(far(16_000), 1)).toEqual([3]);
    expect(propose(far(16_500), 1)).toEqual([]);
    expect(propose([...far(40_000), 3, 4, 1, 2], 2)).toEqual([3, 4]);
  });

  it('reports the length of the n-gram, at most 8', () => {
    const lengths = [
      [1, 1],
      [4, 2, 5, 3, 2],
      [1, 2, 3, 1, 2],
      [1, 2, 3, 4, 1, 2, 3],
    ];
    expect(lengths.map((tokens) => new NgramProposer().propose(tokens)?.n)).toEqual([1, 1, 2, 3]);
    const twenty = Array.from({ length: 20 }, (_, i) => i);
    expect(new NgramProposer().propose([...twenty, ...twenty])?.n).toBe(8);
  });

  it('continues with its own proposal at the end of the tokens', () => {
    expect(propose([5, 6, 7, 5, 6], 7)).toEqual([7, 5, 6, 7, 5, 6, 7]);
    expect(propose([4, 4, 4], 3)).toEqual([4, 4, 4]);
  });

  it('proposes the same whether it saw the tokens grow or not, also for large ids', () => {
    const tokens = Array.from({ length: 400 }, (_, i) => 2 ** 26 - 1 - ((i * i * 7) % 11));
    const grown = new NgramProposer();
    for (let length = 0; length <= tokens.length; length++) {
      const known = tokens.slice(0, length);
      const proposed = grown.propose(known)?.tokens(5) ?? [];
      expect(proposed).toEqual(propose(known, 5));
      if (proposed.length > 0) expect(known.join()).toContain([...known.slice(-1), proposed[0]].join());
    }
  });
});
