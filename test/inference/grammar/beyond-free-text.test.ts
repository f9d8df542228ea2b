import { describe, expect, it, vi } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { type TagFormat, tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { Frames } from '../../../src/inference/grammar/machine/frames.ts';
import { TokenGrammar, TokenMatcher } from '../../../src/inference/grammar/tokens/token-matcher.ts';
import { vocabularyOf } from '../../../src/inference/grammar/tokens/vocabulary.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Tokens enough for free text to end within hundreds of them. */
const ENTRIES = [
  ...LETTERS,
  ...LETTERS.flatMap((a) => LETTERS.map((b) => a + b)),
  ...LETTERS.flatMap((a) => LETTERS.flatMap((b) => [`${a}${b}e`, `${a}${b}end`, `${a}${b}f`, `${a}enda${b}`])),
  'enda',
  'endb',
].map((text) => Buffer.from(text));
const vocabulary = vocabularyOf(
  { vocabSize: ENTRIES.length, specialIds: new Set(), tokenBytes: (id) => ENTRIES[id], tokenId: () => null },
  ENTRIES.length,
);
const idOf = (text: string): number => ENTRIES.findIndex((entry) => entry.equals(Buffer.from(text)));

/** Free text and its end twice, behind which other texts come. */
const FORMAT: TagFormat = {
  type: 'sequence',
  elements: [
    { type: 'any_text', excludes: ['end'] },
    { type: 'const_string', value: 'enda' },
    { type: 'any_text', excludes: ['end'] },
    { type: 'const_string', value: 'endb' },
  ],
};

function begun(grammar: TokenGrammar, ids: readonly number[]): TokenMatcher {
  const matcher = new TokenMatcher(grammar);
  for (const id of ids) expect(matcher.accept(id)).toBe(true);
  return matcher;
}

describe('what comes after free text', () => {
  it('is kept with what stands behind the text, and is what the matcher accepts', () => {
    const grammar = new TokenGrammar(compileGrammar(tagGrammar(FORMAT)), vocabulary);
    const texts = ['qu', 'x', 'abe', 'enda', 'qu', 'x', 'abe', 'endb'].map(idOf);
    for (let count = 0; count < texts.length; count++) {
      const before = texts.slice(0, count);
      const mask = begun(grammar, before).mask();
      for (let id = count; id < ENTRIES.length; id += count === 1 || count === 5 ? 1 : 7) {
        const allowed = ((mask[id >>> 5] >>> (id & 31)) & 1) === 1;
        expect(begun(grammar, before).accept(id), `${before} ${ENTRIES[id]}`).toBe(allowed);
      }
    }
  });

  it('is not looked for again with each token', () => {
    const matcher = new TokenMatcher(new TokenGrammar(compileGrammar(tagGrammar(FORMAT)), vocabulary));
    const ended = vi.spyOn(Frames.prototype, 'afterEnd');
    matcher.mask();
    expect(ended.mock.calls.length).toBeGreaterThan(500);
    ended.mockClear();
    for (const text of ['qu', 'x', 'abf']) {
      matcher.accept(idOf(text));
      matcher.mask();
    }
    expect(ended.mock.calls.length).toBeLessThan(50);
    ended.mockRestore();
  });
});
