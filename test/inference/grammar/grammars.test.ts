import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { type Grammar, jsonSchemaGrammar, type TagFormat, tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { CompiledGrammar, GrammarMatcher } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { accepts, allowedIn, randomNumbers, randomText, smallVocabulary } from './random-walk.ts';

const vocabulary = smallVocabulary();
const of = (grammar: Grammar): CompiledGrammar => new CompiledGrammar(compileGrammar(grammar), vocabulary);
const ebnf = (text: string): CompiledGrammar => of({ kind: 'rules', text });
const tag = (format: TagFormat): CompiledGrammar => of(tagGrammar(format));

describe('EBNF', () => {
  const ARITHMETIC = `
    # sums of products, with left recursion
    root ::= expr
    expr ::= expr ("+" | "-") term | term
    term ::= term "*" factor | factor
    factor ::= [0-9]+ | "(" expr ")"`;

  it('supports rules, recursion to the left and right, classes, counts and escapes', () => {
    const arithmetic = ebnf(ARITHMETIC);
    for (const text of ['1', '1+2*3', '(1-2)*(3+44)', '((7))']) expect(accepts(arithmetic, text), text).toBe(true);
    for (const text of ['', '1+', '(1', '1)', 'a', '1 + 2', '*1']) expect(accepts(arithmetic, text), text).toBe(false);
    const pieces = ebnf('root ::= a{2,3} b? [^x\\]-]* "\\n\\"\\u00e9"\na ::= "a" | "A"\nb ::= "b" c | ""\nc ::= b');
    for (const text of ['aA\n"é', 'aaA\n"é', 'aabbb\n"é', 'aayz!\n"é']) expect(accepts(pieces, text), text).toBe(true);
    for (const text of ['a\n"é', 'aaaa\n"', 'aax\n"é', 'aa-\n"é', 'aa\n"e'])
      expect(accepts(pieces, text), text).toBe(false);
  });

  it('samples texts of the language that end', () => {
    const arithmetic = ebnf(ARITHMETIC);
    const random = randomNumbers(5);
    const texts = Array.from({ length: 20 }, () => randomText(arithmetic, random)).filter((text) => text !== null);
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) {
      expect(text).toMatch(/^[0-9()+*-]+$/);
      expect(accepts(arithmetic, text)).toBe(true);
    }
  });

  it.each([
    ['root ::= a', /rule a is used but not defined/],
    ['start ::= "a"', /no rule root/],
    ['root ::= "a" root', /never ends/],
    ['root ::= a "x" | "y"\na ::= root "z" | "w"', /is left-recursive/],
    ['root ::= ("a"', /line 1, column 14: a '\('/],
    ['root ::= "a', /not closed/],
    ['root ::= "a"\nroot ::= "b"', /line 2, .*defined twice/],
    ['root ::= [z-a]', /out of order/],
    ['root "a" ::= "b"', /'::=' is missing/],
  ])('%j is refused with a reason', (text, why) => {
    expect(() => ebnf(text)).toThrow(GrammarError);
    expect(() => ebnf(text)).toThrow(why);
  });
});

it('an error message shortens long input', () => {
  expect(() => tag({ type: 'x'.repeat(50_000) } as unknown as TagFormat)).toThrow(/^.{500}\.\.\.$/s);
});

describe('choice', () => {
  it('allows the listed texts, also those that begin others', () => {
    const grammar = of({ kind: 'choice', choices: ['a', 'ab', '"é"\n', ''] });
    for (const text of ['a', 'ab', '"é"\n', '']) expect(accepts(grammar, text)).toBe(true);
    for (const text of ['b', 'abb', '"é"']) expect(accepts(grammar, text)).toBe(false);
  });
});

describe('structural tags', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' } },
    required: ['a'],
    additionalProperties: false,
  };
  const call = {
    begin: '<tool_call>',
    content: { type: 'json_schema', json_schema: schema },
    end: '</tool_call>',
  } as const;
  const CALL = '<tool_call>{"a": 1}</tool_call>';

  it('with triggers leave text free, and constrain the text after a trigger', () => {
    const triggers = ['<tool'];
    const free = tag({ type: 'triggered_tags', triggers, tags: [call] });
    for (const text of ['', 'hi < there', `so: ${CALL}${CALL} done`, '<too'])
      expect(accepts(free, text), text).toBe(true);
    for (const text of ['<tool', 'a <tool_call> b', '<tool_call>{"a": "x"}</tool_call>', `${CALL}<tool`]) {
      expect(accepts(free, text), text).toBe(false);
    }
    const one = tag({ type: 'triggered_tags', triggers, tags: [call], at_least_one: true, stop_after_first: true });
    expect([CALL, `x${CALL}`, '', CALL + CALL].map((text) => accepts(one, text))).toEqual([true, false, false, false]);
  });

  it('with a separator, sequences, options and repeats combine', () => {
    const list = tag({ type: 'tags_with_separator', tags: [call], separator: ', ', at_least_one: true });
    expect([CALL, `${CALL}, ${CALL}`, '', CALL + CALL].map((text) => accepts(list, text))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const word: TagFormat = { type: 'regex', pattern: '[a-z]+' };
    const mixed = tag({
      type: 'sequence',
      elements: [
        { type: 'optional', content: { type: 'const_string', value: '#' } },
        { type: 'repeat', content: word, min: 1, max: 2 },
        {
          type: 'or',
          elements: [
            { type: 'grammar', grammar: 'root ::= "1" | "2"' },
            { type: 'star', content: { type: 'const_string', value: '!' } },
          ],
        },
      ],
    });
    expect(['#ab1', 'ab', 'ab!!', '1', '#', 'ab12'].map((text) => accepts(mixed, text))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('free text ends at the end mark of its tag', () => {
    const thought = tag({ type: 'tag', begin: '<t>', content: { type: 'any_text' }, end: '</t>' });
    expect(['<t>a < b</t>', '<t></t>', '<t>x</t>y', '<t>x'].map((text) => accepts(thought, text))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('free text respects max_chars, JSON max_whitespace_cnt, and repeats their minimum', () => {
    const short = tag({ type: 'tag', begin: '<', content: { type: 'any_text', max_chars: 2 }, end: '>' });
    expect(['<>', '<é😀>', '<abc>'].map((text) => accepts(short, text))).toEqual([true, true, false]);
    const spaced = tag({ type: 'json_schema', json_schema: schema, max_whitespace_cnt: 1 });
    expect(['{"a":1}', '{ "a":\n1 }', '{  "a":1}'].map((text) => accepts(spaced, text))).toEqual([true, true, false]);
    const xml = tag({ type: 'json_schema', json_schema: schema, style: 'qwen_xml' });
    expect(accepts(xml, '<parameter=a>\n1\n</parameter>\n')).toBe(true);
    const many = tag({ type: 'repeat', content: { type: 'const_string', value: 'x' }, min: 2, max: -1 });
    expect(['x', 'xx', 'x'.repeat(9)].map((text) => accepts(many, text))).toEqual([false, true, true]);
  });

  it('dispatch switches to a format after its pattern, once or repeatedly', () => {
    const rules: [string, TagFormat][] = [
      ['#', { type: 'regex', pattern: '[0-9]+;' }],
      ['@', { type: 'const_string', value: 'a' }],
    ];
    const loop = tag({ type: 'dispatch', rules, excludes: ['!'] });
    expect(['', 'x', 'x#12;y@a#1;', '#x', 'x!'].map((text) => accepts(loop, text))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const once = tag({ type: 'dispatch', rules, loop: false });
    expect(['x', 'x#1;', 'x#1;y'].map((text) => accepts(once, text))).toEqual([true, true, false]);
  });

  it.each([
    [{ type: 'odd' }, /type "odd" is not supported/],
    [{ type: 'triggered_tags', triggers: [], tags: [call] }, /triggers must/],
    [{ type: 'triggered_tags', triggers: ['x'], tags: [call] }, /does not start with any of the triggers/],
    [{ type: 'tag', begin: 1, content: { type: 'any_text' } }, /format: begin must be a string/],
    [{ type: 'any_text', max_tokens: 1.5 }, /format: max_tokens must be an integer from 0 to 2147483647/],
    [{ type: 'json_schema', json_schema: true, any_order: 'yes' }, /format: any_order must be a boolean/],
    [{ type: 'regex', pattern: 'a', flags: 'i' }, /format: "flags" is not supported with type "regex"/],
    [{ type: 'token', token: '<|im_end|>' }, /format: token must be a token/],
    [
      { type: 'token_triggered_tags', trigger_tokens: [1], tags: [call] },
      /does not start with any of the trigger_tokens/,
    ],
    [{ type: 'dispatch', rules: [['a']] }, /rules\[0\] must be a pair/],
    [{ type: 'sequence', elements: [{ type: 'regex' }] }, /format.elements\[0\]: pattern must be a string/],
  ])('%j is refused with its path', (format, why) => {
    expect(() => tag(format as TagFormat)).toThrow(GrammarError);
    expect(() => tag(format as TagFormat)).toThrow(why);
  });
});

describe('a mask', () => {
  const open = jsonSchemaGrammar({ type: 'object', properties: { ab: { type: 'number' } }, minProperties: 2 });
  it.each<[string, Grammar]>([
    ['open objects', open],
    [
      'limited strings',
      jsonSchemaGrammar({ type: 'array', items: { type: 'string', minLength: 2, maxLength: 9 }, minItems: 3 }),
    ],
    ['any JSON', jsonSchemaGrammar({ minProperties: 3, minItems: 4, type: ['object', 'array'] })],
    ['a regular expression', { kind: 'regex', pattern: '(ab|"a":1|[^x]{2}){3,}' }],
  ])(
    'holds exactly the tokens that the matcher accepts: %s',
    (_, grammar) => {
      const tokens = of(grammar);
      const random = randomNumbers(3);
      const path: number[] = [];
      const at = (ids: number[]): GrammarMatcher => {
        const matcher = new GrammarMatcher(tokens);
        for (const id of ids) expect(matcher.acceptToken(id)).toBe(true);
        return matcher;
      };
      for (let step = 0; step < 14; step++) {
        const allowed = allowedIn(at(path).nextTokenBitmask());
        const expected = Array.from({ length: vocabulary.offsets.length - 1 }, (_, id) => id).filter((id) =>
          at(path).acceptToken(id),
        );
        expect(allowed).toEqual(expected);
        if (allowed.length === 0) break;
        path.push(allowed[Math.floor(random() * allowed.length)]);
      }
      expect(path.length).toBeGreaterThan(3);
    },
    120_000,
  );
});
