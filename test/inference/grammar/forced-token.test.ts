import { expect, it } from 'vitest';
import { maskOf } from '../../../src/inference/engine/vocabulary-mask.ts';
import { forcedToken } from '../../../src/inference/grammar/tokens/forced-token.ts';
import { vocabularyOf } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';
import { byteTokenizer } from '../byte-tokenizer.ts';

const entries = ['n', 'na', 'name', 'name"', 'name" ', 'x', 'nx', ...Array.from({ length: 80 }, (_, i) => `name${i}`)];
const V = entries.length + 1;
const vocabulary = vocabularyOf(byteTokenizer(entries, ['<end>']), V);
const forced = (...tokens: string[]): string | undefined => {
  const ids = tokens.map((token) => (token === '<end>' ? entries.length : entries.indexOf(token)));
  const id = forcedToken(maskOf(ids, V), vocabulary);
  return id === undefined ? undefined : entries[id];
};

it('the forced token is the longest that all allowed tokens agree on', () => {
  expect(forced('x')).toBe('x');
  expect(forced('n', 'na', 'name')).toBe('name');
  expect(forced('n', 'na', 'name', 'name"', 'name" ')).toBe('name" ');
  // What comes after the name is open.
  expect(forced('n', 'na', 'name', 'name"', 'name1')).toBe('name');
  expect(forced('n', 'na', 'name', 'nx')).toBe('n');
});

it('no token is forced if tokens differ, the answer may end, or none or very many tokens are allowed', () => {
  expect(forced('x', 'n')).toBeUndefined();
  expect(forced('na', 'nx')).toBeUndefined();
  expect(forced('x', '<end>')).toBeUndefined();
  expect(forced('<end>')).toBeUndefined();
  expect(forced()).toBeUndefined();
  expect(forced('name', ...entries.slice(7))).toBeUndefined();
});
