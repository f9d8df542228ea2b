import { describe, expect, it } from 'vitest';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { TermAutomaton } from '../../../src/inference/grammar/regular/automaton.ts';
import { anyMatch, fullMatch } from '../../../src/inference/grammar/regular/regex-term.ts';
import { Terms } from '../../../src/inference/grammar/regular/terms.ts';
import { isLong } from '../../tier.ts';
import { randomRegex } from './random-regex.ts';
import { randomNumbers } from './random-walk.ts';

/** Patterns, the characters of their test texts, and whether some text matches from end to end. */
const PATTERNS: [string, string, boolean?][] = [
  ['^(?:\\bfoo\\b|bar)+$', 'fobar'],
  ['(a\\b|b)c?', 'abc-'],
  ['(?:^a|b)*', 'ab'],
  ['(?:a$|b)*', 'ab'],
  ['(\\B-\\B|\\w\\b\\s?)+', 'a- '],
  ['-\\b^a', 'ab-', false],
  ['$\\b-|a$\\b-', 'ab-', false],
  ['(?:(?:^|\\b)a?)*-', 'ab-'],
  ['(?:(?:a\\b|-)*(?:b\\b|\\B-)*)*', 'ab-'],
  ['(?:\\b|\\B){20}a', 'a-'],
  ['(?:a|\\b){3}b', 'ab-'],
  ['\\b\\w+\\b(?: \\w+\\b){0,2}', 'a -'],
  ['(?:\\ba){0}b', 'ab'],
  ['(?:(?:^|b)(?:a*\\b-?)+$|\\B)+', 'ab-'],
];

describe('a regular expression with assertions in groups', () => {
  it.each(PATTERNS)('%j accepts what JavaScript accepts', (pattern, alphabet, some = true) => {
    expect(differences(pattern, allTexts(alphabet, 6))).toEqual({ wrong: [], some });
  });

  it('accepts what JavaScript accepts for random expressions', () => {
    const random = randomNumbers(20);
    const texts = allTexts('ab-', 5);
    let matching = 0;
    const patterns = isLong ? 600 : 100;
    for (let i = 0; i < patterns; i++) {
      const pattern = randomRegex(random, 1 + (i % 2));
      const { wrong, some } = differences(pattern, texts);
      expect(wrong, pattern).toEqual([]);
      matching += Number(some);
    }
    expect(matching).toBeGreaterThan(patterns / 2);
  });

  it('compiles long patterns to few states', () => {
    const states = (pattern: string) => {
      const terms = new Terms();
      return new TermAutomaton(terms, fullMatch(terms, pattern)).explore();
    };
    expect(states('(?:\\b\\w+\\b ?){1,300}')).toBeLessThan(1000);
    expect(states('\\b\\w{1,500}\\b')).toBeLessThan(1000);
    expect(states('(?:\\b|a){2000}')).toBeLessThan(3000);
  });

  it.each([
    ['(?:(?:\\ba ){1000}){1000}', 'more than 20000 states'],
    ['a(?=b)b', 'at position 1: the look-ahead (?=...) is not supported'],
    ['(?:(?!aa)a)*', 'at position 3: the negative look-ahead (?!...) is not supported'],
    ['(?<=a)b', 'at position 0: the look-behind (?<=...) is not supported'],
    ['a|(?<!a)b', 'at position 2: the negative look-behind (?<!...) is not supported'],
    ['(?:\\b(a)\\1)*', 'back-references'],
  ])('refuses %j', (pattern, message) => {
    const compile = () => {
      const terms = new Terms();
      return [new TermAutomaton(terms, anyMatch(terms, pattern)), new TermAutomaton(terms, fullMatch(terms, pattern))];
    };
    expect(compile).toThrow(GrammarError);
    expect(compile).toThrow(message);
  });
});

/** Returns the texts on which the grammar and JavaScript disagree, and whether any text matches from end to end. */
function differences(pattern: string, texts: readonly string[]): { wrong: string[]; some: boolean } {
  const terms = new Terms();
  const ours = [fullMatch(terms, pattern), anyMatch(terms, pattern)].map((term) => new TermAutomaton(terms, term));
  const theirs = [new RegExp(`^(?:${pattern})$`, 'u'), new RegExp(pattern, 'u')];
  const wrong = texts.filter((text) =>
    ours.some((automaton, i) => automaton.acceptsText(text) !== theirs[i].test(text)),
  );
  return { wrong, some: texts.some((text) => theirs[0].test(text)) };
}

function allTexts(alphabet: string, longest: number): string[] {
  const all = [''];
  // A list is walked in the order in which it grows.
  for (const text of all) if (text.length < longest) all.push(...[...alphabet].map((char) => text + char));
  return all;
}
