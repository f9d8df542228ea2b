import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { Matcher } from '../../../src/inference/grammar/machine/matcher.ts';
import { CompiledGrammar, GrammarMatcher } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { accepts, allowedIn, randomNumbers, randomText, smallVocabulary } from './random-walk.ts';

const vocabulary = smallVocabulary();
const without = (excludes: string[], json_schema: object | boolean, more: { style?: string } = {}) =>
  new CompiledGrammar(compileGrammar(tagGrammar({ type: 'json_schema', json_schema, excludes, ...more })), vocabulary);
const STRING = { type: 'string' };

describe('excludes of a json_schema', () => {
  it.each<[excludes: string[], schema: object | boolean, allowed: string[], refused: string[]]>([
    [['ab'], STRING, ['"xa"', '"a"', '"a\\u0062"', '"aéb"', '""'], ['"ab"', '"xaab"']],
    [['aab', 'ba'], STRING, ['"aa"', '"ab"', '"bb"'], ['"aaab"', '"abab"']],
    [['é', '日本'], STRING, ['"è"', '"日"', '"本日"', '"\\u00e9"'], ['"é"', '"x日本"']],
    [['\n'], STRING, ['"a\\nb"'], []],
    [['\\n'], STRING, ['"a\\tb"', '"n"'], ['"a\\nb"']],
    [['"'], STRING, ['"a"'], ['"a\\"b"']],
    [['a"', '"'], { type: 'array', items: STRING }, ['["a","b"]'], ['["\\""]']],
    [['\\u00'], STRING, ['"\\u0100"', '"\\u1000"'], ['"\\u00e9"', '"\\u0041"']],
    [['ab'], { ...STRING, minLength: 2, maxLength: 3 }, ['"ac"', '"acb"'], ['"ab"', '"a"', '"acbb"']],
    [['ab'], { ...STRING, pattern: 'a' }, ['"ab"'], ['"b"']],
    [['2'], { ...STRING, format: 'date' }, ['"2020-01-01"'], ['"x"']],
    [['2'], { ...STRING, format: 'odd' }, ['"x"'], ['"2020-01-01"']],
    [
      ['ab'],
      { enum: ['ab', 'c', ['ab'], { ab: 1 }, { c: 1 }, 5] },
      ['"c"', '5', '{"c":1}'],
      ['"ab"', '["ab"]', '{"ab":1}'],
    ],
    [['1', ':', 'true'], { additionalProperties: { type: ['integer', 'boolean'] } }, ['{"a":1,"b":true}'], ['{"1":1}']],
    [['ab'], true, ['["a","b"]', '{"a":{"b":"a"}}'], ['"ab"', '["ab"]', '{"ab":1}', '{"a":{"xab":1}}', '{"a":"ab"}']],
  ])('keeps %j out of values of %j', (excludes, schema, allowed, refused) => {
    const grammar = without(excludes, schema);
    for (const text of allowed) expect(accepts(grammar, text), text).toBe(true);
    for (const text of refused) expect(accepts(grammar, text), text).toBe(false);
  });

  it('applies to property names, listed or not', () => {
    const schema = { type: 'object', properties: { ab: { type: 'integer' }, c: STRING }, additionalProperties: STRING };
    const grammar = without(['ab'], schema);
    for (const text of ['{"c":"x"}', '{"xa":"b"}', '{}']) expect(accepts(grammar, text), text).toBe(true);
    for (const text of ['{"ab":1}', '{"xab":"1"}', '{"c":"ab"}', '{"a":"ab"}', '{"a":"1","a":"2"}']) {
      expect(accepts(grammar, text), text).toBe(false);
    }
    const patterned = without(['ab'], {
      patternProperties: { '^a': { type: 'integer' } },
      additionalProperties: false,
    });
    expect(['{"ac":1}', '{"ab":1}'].map((text) => accepts(patterned, text))).toEqual([true, false]);
    expect(() => without(['ab'], { ...schema, required: ['ab'] })).toThrow('no value is valid against the schema');
  });

  it('applies to arguments in XML as they are spelled there', () => {
    const schema = { properties: { s: STRING, e: { enum: ['ab', 'c'] }, l: { type: 'array', items: STRING } } };
    const grammar = without(['ab', 'x</', ' y'], schema, { style: 'qwen_xml' });
    const given = (name: string, value: string) => `<parameter=${name}>${value}</parameter>`;
    for (const text of [given('s', 'xa'), given('s', 'x'), given('e', 'c'), given('l', '["a"]'), given('s', 'a\n')]) {
      expect(accepts(grammar, text), text).toBe(true);
    }
    for (const text of [
      given('s', 'xab'),
      given('s', 'x</'),
      given('s', 'x y'),
      given('e', 'ab'),
      given('l', '["ab"]'),
    ]) {
      expect(accepts(grammar, text), text).toBe(false);
    }
    const open = without(['ab'], { additionalProperties: true }, { style: 'cohere_xml' });
    const raw = (name: string, value: string) => `<cofl:value name="${name}" type="raw">${value}</cofl:value>`;
    expect([raw('a', 'b'), raw('ab', 'b'), raw('a', 'ab')].map((text) => accepts(open, text))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('allows no escape that could not be completed', () => {
    const digits = [...'0123456789abcdefABCDEF'];
    const escapes = ['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'];
    const inside = (excludes: string[], text: string): boolean =>
      new Matcher(without(excludes, STRING).root).accept(Buffer.from(text));
    expect(inside(digits, '"\\u')).toBe(false);
    expect(inside(digits, '"\\n')).toBe(true);
    expect(inside([...digits, ...escapes], '"\\')).toBe(false);
    expect(inside(['\\ud83d\\u'], '"\\ud83d')).toBe(false);
    expect(inside(['\\ud83d\\u'], '"\\ud83c\\u')).toBe(true);
  });

  it('samples values without the excluded texts, with masks that agree with the matcher', () => {
    const excludes = ['a', '日', '\\', '"b', '</'];
    const grammar = without(excludes, { type: 'array', items: { anyOf: [STRING, { type: 'object' }] }, minItems: 2 });
    const random = randomNumbers(7);
    const texts = Array.from({ length: 10 }, () => randomText(grammar, random, 600)).filter((text) => text !== null);
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) {
      JSON.parse(text, (name, value) => {
        for (const part of [name, value].filter((each) => typeof each === 'string')) {
          expect(part).not.toMatch(/a|日|\\|"b|<\//);
        }
        return value;
      });
    }
    const path: number[] = [];
    const at = (ids: number[]): GrammarMatcher => {
      const matcher = new GrammarMatcher(grammar);
      for (const id of ids) expect(matcher.acceptToken(id)).toBe(true);
      return matcher;
    };
    const all = Array.from({ length: vocabulary.offsets.length - 1 }, (_, id) => id);
    for (let step = 0; step < 12; step++) {
      const allowed = allowedIn(at(path).nextTokenBitmask());
      expect(allowed).toEqual(all.filter((id) => at(path).acceptToken(id)));
      path.push(allowed[Math.floor(random() * allowed.length)]);
    }
  });

  it.each([
    [[''], /^format: excludes must be a list of non-empty strings$/],
    [[1], /^format: excludes must be a list of strings$/],
    [{}, /^format: excludes must be a list of strings$/],
  ])('%j is refused with a reason', (excludes, why) => {
    expect(() => without(excludes as string[], STRING)).toThrow(GrammarError);
    expect(() => without(excludes as string[], STRING)).toThrow(why);
  });
});
