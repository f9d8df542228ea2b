import { describe, expect, it } from 'vitest';
import { Drafter, draftLength } from '../../src/inference/engine/drafter.ts';

/** Returns the drafts of a sequence of these tokens at each decode step. */
function draftsOf(tokens: readonly number[], promptLength: number): number[][] {
  const drafter = new Drafter();
  drafter.allow(7, 1);
  return tokens.slice(promptLength).map((token, i) => {
    const known = tokens.slice(0, promptLength + i);
    const drafts = drafter.draft(known, 100);
    drafter.update(known, token);
    return drafts;
  });
}

describe('the length of a draft', () => {
  it('grows with the acceptance rate, and is 0 if drafts do not pay', () => {
    expect([0.1, 0.25, 0.4, 0.7, 0.85, 0.97].map((rate) => draftLength(rate, 7, 1))).toEqual([0, 0, 1, 3, 7, 7]);
    expect(draftLength(0.97, 6, 1)).toBe(3);
    expect(draftLength(0.97, 0, 1)).toBe(0);
  });

  it('is shorter the more sequences decode beside it', () => {
    expect([1, 2, 4, 16].map((decoding) => draftLength(0.9, 7, decoding))).toEqual([7, 7, 3, 0]);
  });
});

describe('a drafter', () => {
  const noise = Array.from({ length: 600 }, (_, i) => (i * i * 31 + i * 7) % 101);

  it('drafts more tokens the longer a text copies', () => {
    const copied = Array.from({ length: 80 }, (_, i) => 1000 + i);
    const drafts = draftsOf([...copied, ...copied], copied.length + 2);
    expect(drafts[0]).toHaveLength(3);
    expect(drafts.slice(20).every(({ length }) => length === 7)).toBe(true);
    for (const [i, drafted] of drafts.slice(0, 60).entries())
      expect(drafted).toEqual(copied.slice(2 + i, 2 + i + drafted.length));
  });

  it('stops drafting when its n-grams mislead, and begins again when a text copies', () => {
    // Pairs repeat, but the tokens after them do not.
    const random = noise.map((value, i) => (i % 3 === 2 ? value + 1000 * i : value % 2));
    const copied = Array.from({ length: 80 }, (_, i) => 10_000 + i);
    const drafts = draftsOf([...copied, ...random, ...copied], copied.length);
    const misled = drafts.slice(60, random.length);
    expect(misled.flat().length).toBeLessThan(misled.length / 20);
    expect(drafts.slice(-30).every(({ length }) => length > 0)).toBe(true);
  });

  it('drafts no more tokens than allowed, from n-grams or from a grammar', () => {
    const drafter = new Drafter();
    expect([drafter.isAllowed, drafter.draft([1, 2, 3, 1, 2], 9), drafter.draftFromGrammar([1, 2, 3], 9)]).toEqual([
      false,
      [],
      [],
    ]);
    drafter.allow(3, 2);
    expect(drafter.isAllowed).toBe(true);
    expect(drafter.draft([1, 2, 3, 1, 2], 2)).toHaveLength(1);
    expect(drafter.draftFromGrammar([1, 2, 3, 4, 5, 6, 7], 9)).toEqual([1, 2, 3]);
    expect(drafter.draftFromGrammar([1, 2], 9)).toEqual([1, 2]);
    expect([0, -1].map((left) => drafter.draftFromGrammar([1, 2], left))).toEqual([[], []]);
  });

  it('stops using the drafts of a grammar when they are rejected, and begins again when accepted', () => {
    const drafter = new Drafter();
    drafter.allow(7, 1);
    const found = [1, 2, 3, 4, 5, 6, 7];
    expect(drafter.draftFromGrammar(found, 9)).toEqual(found);
    for (let i = 0; i < 30; i++) drafter.updateGrammarRate(false);
    expect(drafter.draftFromGrammar(found, 9)).toEqual([]);
    for (let i = 0; i < 30; i++) drafter.updateGrammarRate(true);
    expect(drafter.draftFromGrammar(found, 9)).toEqual(found);
  });
});
