import { describe, expect, it } from 'vitest';
import { TermAutomaton } from '../../../src/inference/grammar/regular/automaton.ts';
import { anyMatch, fullMatch } from '../../../src/inference/grammar/regular/regex-term.ts';
import { Terms } from '../../../src/inference/grammar/regular/terms.ts';
import { randomNumbers } from './random-walk.ts';

const PATTERNS = [
  '',
  'a',
  'a+b?',
  '(a|b)*abb',
  'a{2,4}',
  'a{2}',
  'a{2,}b',
  '[a-c]+',
  '[^a]b',
  '\\d?-\\d{0,2}',
  '^ab',
  'ab$',
  '^ab$',
  '^a|b$',
  '(^|b)a',
  'a(b|$)',
  '.',
  '\\w+',
  '\\s',
  '[\\w-]+',
  '(a|aa)+$',
  '(a+)+b',
  'a\\b',
  '\\bab\\b',
  '\\Ba',
  '(?:ab){1,3}',
  '(?<x>a)b',
  '[]',
  '[^]',
  '\\u0061',
  '\\x61+',
  'é+',
  '\\p{L}+1',
  '\\P{L}',
  '(a?){3}',
  '(a*)*',
  '(a|b|ab)*c',
  'a.c',
  '[a-c1-3_]{2,}',
  '\\.',
  'a*?b',
  '^$',
  '(|a)b',
];
const ALPHABET = ['a', 'b', 'c', '1', '-', ' ', '\n', 'é', '_', '.'];

describe('a regular expression', () => {
  it('may have alternatives that share a prefix of 30,000 characters', () => {
    const terms = new Terms();
    const prefix = 'a'.repeat(30_000);
    const automaton = new TermAutomaton(terms, fullMatch(terms, `(?:${prefix}b|${prefix}c|${prefix}bd)`));
    for (const [end, isAccepted] of [
      ['b', true],
      ['c', true],
      ['bd', true],
      ['', false],
      ['d', false],
    ] as const) {
      expect([end, automaton.acceptsText(prefix + end)]).toEqual([end, isAccepted]);
    }
  });

  it.each(PATTERNS)('%j accepts what JavaScript accepts', (pattern) => {
    const terms = new Terms();
    const whole = new TermAutomaton(terms, fullMatch(terms, pattern));
    const anywhere = new TermAutomaton(terms, anyMatch(terms, pattern));
    const random = randomNumbers(pattern.length * 31 + 7);
    const seen = [0, 0];
    for (let i = 0; i < 400; i++) {
      const text = Array.from(
        { length: Math.floor(random() * 7) },
        () => ALPHABET[Math.floor(random() * (i % 2 ? 3 : 10))],
      ).join('');
      // `(?:...)` and not `^...$` alone, so that an alternation is held by both anchors.
      const expected = [new RegExp(`^(?:${pattern})$`, 'u').test(text), new RegExp(pattern, 'u').test(text)];
      expect([whole.acceptsText(text), anywhere.acceptsText(text)], JSON.stringify(text)).toEqual(expected);
      expected.forEach((yes, k) => {
        seen[k] += Number(yes);
      });
    }
    if (pattern !== '[]') expect(seen[1]).toBeGreaterThan(0);
  });
});
