import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { CompiledGrammar } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { accepts, randomNumbers, randomText, smallVocabulary } from './random-walk.ts';

const vocabulary = smallVocabulary();
const lark = (text: string): CompiledGrammar =>
  new CompiledGrammar(compileGrammar({ kind: 'rules', text }), vocabulary);

function expectTexts(grammar: CompiledGrammar, { good, bad }: { good: string[]; bad: string[] }): void {
  for (const text of good) expect([text, accepts(grammar, text)]).toEqual([text, true]);
  for (const text of bad) expect([text, accepts(grammar, text)]).toEqual([text, false]);
}

describe('Lark', () => {
  it.each(['1..100001', `1..${'9'.repeat(310)}`, '9'.repeat(310)])('a count of %s is above the limit', (count) => {
    expect(() => lark(`start: "a"~${count}`)).toThrow(/a count is above 100000, the limit/);
  });

  // The calculator of Lark's own documentation.
  const CALCULATOR = `
    ?start: sum
          | NAME "=" sum    -> assign_var
    ?sum: product
        | sum "+" product   -> add
        | sum "-" product   -> sub
    ?product: atom
        | product "*" atom  -> mul
        | product "/" atom  -> div
    ?atom: NUMBER           -> number
         | "-" atom         -> neg
         | NAME             -> var
         | "(" sum ")"
    %import common.CNAME -> NAME
    %import common.NUMBER
    %import common.WS_INLINE
    %ignore WS_INLINE
`;

  it('reads the calculator of its documentation', () => {
    expectTexts(lark(CALCULATOR), {
      good: ['1', 'x = 1 + 2*3', '-(1.5e3 - y) / 2 ', ' a', '- -1'],
      bad: ['', '1 +', 'x = ', '(1', '1 2', 'x == 1', '1\n+2'],
    });
  });

  it('samples texts of the language that end', () => {
    const grammar = lark(CALCULATOR);
    const random = randomNumbers(7);
    const texts = Array.from({ length: 20 }, () => randomText(grammar, random)).filter((text) => text !== null);
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) {
      expect(text).toMatch(/^[\w.()+*/= \t-]+$/);
      expect(accepts(grammar, text)).toBe(true);
    }
  });

  it('supports counts, options, ranges, flags, priorities and comments', () => {
    const grammar = lark(`
      // a list of words
      start: word~2..3 [end] tail?   # two or three
      word.2: "go"i | LETTERS "," | "a".."c"~2
      LETTERS: /x+y?/i
      end: "\\u00e9\\n" | /\\/(?:z|\\d)/
      !tail: "!" * `);
    expectTexts(grammar, {
      good: ['gogo', 'GoXXy,', 'abgo', 'gogogo', 'gogoé\n', 'gogo/7', 'gogo/z!!!', 'bcca'],
      bad: ['go', 'gogogogo', 'ago', 'gogo/', 'gogo/a', 'gogoé', 'g o'],
    });
  });

  it('ignores between terminals, not inside them', () => {
    const grammar = lark('start: PAIR ";" PAIR\nPAIR: /[a-z]/ "=" /[0-9]/\n%ignore " "\n%ignore /\\/\\*[^*]*\\*\\//');
    expectTexts(grammar, {
      good: ['a=1;b=2', '  a=1 ; b=2  ', 'a=1/* first */;b=2'],
      bad: ['a = 1;b=2', 'a=1;b= 2', 'a=1;', '\ta=1;b=2'],
    });
    expectTexts(lark('start: "a" "b"'), { good: ['ab'], bad: ['a b'] });
  });

  it('imports several names of common at once', () => {
    const grammar = lark(
      'start: CNAME ":" (SIGNED_INT | ESCAPED_STRING)\n%import common (CNAME, SIGNED_INT, ESCAPED_STRING)',
    );
    expectTexts(grammar, { good: ['a_1:-7', 'x:"say \\"hi\\""'], bad: ['1:2', 'x:"', 'x:1.5', 'x: 1'] });
  });

  it.each([
    ['rule: "a"', /no rule 'start'/],
    ['start: missing', /rule missing is used but not defined/],
    ['start: "a', /line 1, column 8: .* not expected/],
    ['start: "a")', /not expected/],
    ['start: ("a"', /ends unexpectedly/],
    ['start: "a"\nstart: "b"', /line 2, .*defined twice/],
    ['start "a"', /':' is missing/],
    ['start: x{"a"}', /templates/],
    ['start: "b".."a"', /out of order/],
    ['start: "ab".."c"', /must be one character/],
    ['start: "a"~3..2', /out of order/],
    ['start: /a/x', /flag x/],
    ['%declare A\nstart: A', /%declare is not supported/],
    ['%import python.NAME\nstart: NAME', /only from `common`/],
    ['%import common.NOTHING\nstart: NOTHING', /common has no NOTHING; it has DIGIT/],
    [`start: ${'('.repeat(5000)}"a"${')'.repeat(5000)}`, /nested brackets/],
  ])('%j is refused with a reason', (text, why) => {
    expect(() => lark(text)).toThrow(GrammarError);
    expect(() => lark(text)).toThrow(why);
  });
});
