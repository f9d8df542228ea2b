import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { type TagFormat, tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { CompiledGrammar, GrammarMatcher } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { vocabularyOf } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';

const TOKENS = ['a', 'ab', '<', '/t>', '</t>', 'a</', 'b</t>', '<t>', '<t>a', '😀', 'bc', 'x'];
/** The single bytes of an emoji, as in models that lack a token of the whole character. */
const BYTES = [...Buffer.from('😀')];
const vocabulary = vocabularyOf(
  {
    vocabSize: TOKENS.length + BYTES.length,
    specialIds: new Set<number>(),
    tokenBytes: (id) => (id < TOKENS.length ? Buffer.from(TOKENS[id]) : Uint8Array.of(BYTES[id - TOKENS.length])),
    tokenId: () => null,
  },
  TOKENS.length + BYTES.length,
);
const nameOf = (id: number): string => TOKENS[id] ?? `byte ${id - TOKENS.length}`;

/** Returns the tokens allowed after `tokens`, or null if these are not allowed. Mask and matcher have to agree. */
function comesAfter(format: TagFormat, ...tokens: (string | number)[]): string[] | null {
  const grammar = new CompiledGrammar(compileGrammar(tagGrammar(format)), vocabulary);
  const ids = tokens.map((token) => (typeof token === 'number' ? TOKENS.length + token : TOKENS.indexOf(token)));
  const at = (path: readonly number[]): GrammarMatcher | null => {
    const matcher = new GrammarMatcher(grammar);
    return path.every((id) => matcher.acceptToken(id)) ? matcher : null;
  };
  const matcher = at(ids);
  if (matcher === null) return null;
  const [mask] = matcher.nextTokenBitmask();
  const all = Array.from({ length: TOKENS.length + BYTES.length }, (_, id) => id);
  expect(all.filter((id) => (mask >>> id) & 1)).toEqual(all.filter((id) => at([...ids, id]) !== null));
  return all.filter((id) => (mask >>> id) & 1).map(nameOf);
}

const tagged = (max_tokens: number, more: object = {}): TagFormat => ({
  type: 'tag',
  begin: '<t>',
  content: { type: 'any_text', max_tokens, ...more },
  end: '</t>',
});

describe('any_text of a tag with max_tokens', () => {
  it('has at most max_tokens tokens, then its end must come', () => {
    expect(comesAfter(tagged(2), '<t>', 'a')).toContain('x');
    expect(comesAfter(tagged(2), '<t>', 'a', 'ab')).toEqual(['<', '</t>']);
    expect(comesAfter(tagged(2), '<t>', 'a', 'ab', '<')).toEqual(['/t>']);
    expect(comesAfter(tagged(2), '<t>', 'a', '</t>')).toEqual([]);
  });

  it('counts a token that overlaps its beginning or end', () => {
    expect(comesAfter(tagged(1), '<t>a')).toEqual(['<', '</t>']);
    expect(comesAfter(tagged(1), '<t>', 'a')).toEqual(['<', '</t>']);
    expect(comesAfter(tagged(2), '<t>a')).toContain('b</t>');
    expect(comesAfter(tagged(1), '<t>', 'b</t>')).toEqual([]);
    expect(comesAfter(tagged(1), '<t>a', 'b</t>')).toBeNull();
  });

  it('is empty if max_tokens is 0', () => {
    expect(comesAfter(tagged(0), '<t>')).toEqual(['<', '</t>']);
    expect(comesAfter(tagged(0), '<t>a')).toBeNull();
  });

  it('begins no character that the budget could not complete', () => {
    expect(comesAfter(tagged(4), '<t>', 0, 1, 2, 3)).toEqual(['<', '</t>']);
    expect(comesAfter(tagged(4), '<t>', 'a', 0)).toBeNull();
    expect(comesAfter(tagged(3), '<t>')).not.toContain('byte 0');
    expect(comesAfter(tagged(1), '<t>', '😀')).toEqual(['<', '</t>']);
  });

  it('keeps its other limits as well', () => {
    expect(comesAfter(tagged(3, { max_chars: 3 }), '<t>', 'ab', 'ab')).toBeNull();
    expect(comesAfter(tagged(3, { max_chars: 3 }), '<t>', 'ab', 'a')).toEqual(['<', '</t>']);
    expect(comesAfter(tagged(3, { excludes: ['bb'] }), '<t>', 'ab', 'bc')).toBeNull();
    expect(comesAfter(tagged(2_147_483_647, { max_chars: 2_147_483_647, excludes: ['abab'] }), '<t>', 'ab')).toContain(
      'a',
    );
    expect(comesAfter(tagged(-1), '<t>', ...Array(50).fill('a'))).toContain('a');
  });
});

it('two texts have separate token budgets', () => {
  const text: TagFormat = { type: 'any_text', max_tokens: 1, excludes: ['x'] };
  const format: TagFormat = { type: 'sequence', elements: [text, { type: 'const_string', value: 'x' }, text] };
  expect(comesAfter(format, 'ab')).toEqual(['x']);
  expect(comesAfter(format, 'ab', 'x', 'a')).toEqual([]);
});
