import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { type TagFormat, tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { CompiledGrammar } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { accepts, randomNumbers, randomText, smallVocabulary } from './random-walk.ts';

const vocabulary = smallVocabulary();
const tag = (format: TagFormat) => new CompiledGrammar(compileGrammar(tagGrammar(format)), vocabulary);
const xml = (style: string, json_schema: object | boolean) => tag({ type: 'json_schema', json_schema, style });

const CALL = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    unit: { enum: ['c', 'f', 7] },
    near: { type: 'array', items: { type: 'string' } },
  },
  required: ['city'],
};
const M3 = ']<]minimax[>[';

/** The spelling in each style of {city: 'New "York"', days: 3, unit: 'f', near: ['a']}, argument by argument. */
const SPELLED: Record<string, [city: string, days: string, unit: string, near: string]> = {
  qwen_xml: [
    '<parameter=city>\nNew "York"\n</parameter>',
    '<parameter=days>\n3\n</parameter>',
    '<parameter=unit>f</parameter>',
    '<parameter=near>["a"]</parameter>',
  ],
  minimax_xml: [
    '<parameter name="city">New "York"</parameter>',
    '<parameter name="days">3</parameter>',
    '<parameter name="unit">f</parameter>',
    '<parameter name="near">["a"]</parameter>',
  ],
  minimax_m3_xml: [
    `${M3}<city>New "York"${M3}</city>`,
    `${M3}<days>3${M3}</days>`,
    `${M3}<unit>f${M3}</unit>`,
    `${M3}<near>${M3}<item>a${M3}</item>${M3}</near>`,
  ],
  deepseek_xml: [
    '<｜DSML｜parameter name="city" string="true">New "York"</｜DSML｜parameter>',
    '<｜DSML｜parameter name="days" string="false">3</｜DSML｜parameter>',
    '<｜DSML｜parameter name="unit" string="true">f</｜DSML｜parameter>',
    '<｜DSML｜parameter name="near" string="false">["a"]</｜DSML｜parameter>',
  ],
  deepseek_v4_1_xml: [
    '<｜DSML｜ parameter name="city" string="true">New "York"</｜DSML｜ parameter>',
    '<｜DSML｜ parameter name="days" string="false">3</｜DSML｜ parameter>',
    '<｜DSML｜ parameter name="unit" string="true">f</｜DSML｜ parameter>',
    '<｜DSML｜ parameter name="near" string="false">["a"]</｜DSML｜ parameter>',
  ],
  glm_xml: [
    '<arg_key>city</arg_key>\n<arg_value>New "York"</arg_value>',
    '<arg_key>days</arg_key><arg_value>3</arg_value>',
    '<arg_key>unit</arg_key>\n<arg_value>f</arg_value>',
    '<arg_key>near</arg_key>\n<arg_value>["a"]</arg_value>',
  ],
  cohere_xml: [
    '<cofl:value name="city" type="raw">New "York"</cofl:value>',
    '<cofl:value name="days" type="json">3</cofl:value>',
    '<cofl:value name="unit" type="raw">f</cofl:value>',
    '<cofl:value name="near" type="list"><cofl:value type="raw">a</cofl:value></cofl:value>',
  ],
  kimi_k3_xml: [
    '<|open|>argument key="city" type="string"<|sep|>New "York"<|close|>argument<|sep|>',
    '<|open|>argument key="days" type="number"<|sep|>3<|close|>argument<|sep|>',
    '<|open|>argument key="unit" type="string"<|sep|>f<|close|>argument<|sep|>',
    '<|open|>argument key="near" type="array"<|sep|>["a"]<|close|>argument<|sep|>',
  ],
};

describe.each(Object.entries(SPELLED))('arguments in the style %s', (style, [city, days, unit, near]) => {
  const grammar = xml(style, CALL);

  it('follow the order of the schema, with all required arguments', () => {
    for (const text of [city, city + days + unit + near, `${city}\n${days}\n${near}\n`, `\n${city}\n`]) {
      expect(accepts(grammar, text), text).toBe(true);
    }
    for (const text of ['', days, days + city, city + city, `${city},${days}`, `${city}x`, city.slice(0, -1)]) {
      expect(accepts(grammar, text), text).toBe(false);
    }
  });

  it('are raw strings without their end mark, or other values as JSON', () => {
    const end = city.slice(city.indexOf('York"') + 5).trimStart();
    expect(accepts(grammar, city.replace('New', `New${end.slice(0, 4)}`))).toBe(true);
    expect(accepts(grammar, city.replace('New', `New${end}`))).toBe(false);
    expect(accepts(grammar, city + days.replace('3', 'three'))).toBe(false);
    expect(accepts(grammar, city + unit.replace('f', 'k'))).toBe(false);
    const bare = accepts(grammar, city + near.replace('["a"]', 'a').replace('>a<', '>"a"<'));
    expect(bare).toBe(style === 'cohere_xml' || style === 'minimax_m3_xml');
  });

  it('are accepted if sampled at random', () => {
    // Without strings, which a random walk hardly ever ends.
    const { days, unit } = CALL.properties;
    const properties = { days, unit, near: { type: 'array', items: { type: 'integer' }, maxItems: 2 } };
    const bounded = xml(style, { type: 'object', properties, required: ['days'] });
    const random = randomNumbers(11);
    const texts = Array.from({ length: 5 }, () => randomText(bounded, random)).filter((text) => text !== null);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(accepts(bounded, text), text).toBe(true);
    expect(new Set(texts).size).toBeGreaterThan(1);
  });
});

describe('arguments in XML', () => {
  it('state the type of their value', () => {
    const either = { properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, required: ['a'] };
    const deepseek = xml('deepseek_xml', either);
    const a = (string: string, value: string) =>
      `<｜DSML｜parameter name="a" string="${string}">${value}</｜DSML｜parameter>`;
    expect(accepts(deepseek, a('true', 'null'))).toBe(true);
    expect(accepts(deepseek, a('false', 'null'))).toBe(true);
    expect(accepts(deepseek, a('false', 'x'))).toBe(false);
  });

  it('follow references, counts, patterns and lengths of the whole schema', () => {
    const grammar = xml('minimax_xml', {
      $ref: '#/$defs/call',
      $defs: {
        call: {
          type: 'object',
          properties: { id: { $ref: '#/$defs/id' }, n: { type: 'number' }, s: { type: 'string', maxLength: 2 } },
          minProperties: 2,
        },
        id: { type: 'string', pattern: '^[a-z]+$' },
      },
    });
    const given = (name: string, value: string) => `<parameter name="${name}">${value}</parameter>`;
    expect(accepts(grammar, given('id', 'ab') + given('n', '1.5'))).toBe(true);
    expect(accepts(grammar, given('id', '\nab\n') + given('s', 'ab'))).toBe(true);
    expect(accepts(grammar, given('id', 'ab'))).toBe(false);
    expect(accepts(grammar, given('id', 'A') + given('n', '1'))).toBe(false);
    expect(accepts(grammar, given('n', '1') + given('s', 'abc'))).toBe(false);
  });

  it('may be unlisted if additionalProperties has a schema, or the schema lists none', () => {
    const given = (name: string, value: string) => `<parameter=${name}>${value}</parameter>`;
    const closed = xml('qwen_xml', { properties: { a: { type: 'integer' } } });
    expect(accepts(closed, given('a', '1'))).toBe(true);
    expect(accepts(closed, given('a', '1') + given('b', '1'))).toBe(false);
    const open = xml('qwen_xml', {
      properties: { a: { type: 'integer' } },
      additionalProperties: { type: 'boolean' },
    });
    expect(accepts(open, given('a', '1') + given('b_1', 'true'))).toBe(true);
    for (const [name, value] of [
      ['b', '1'],
      ['1b', 'true'],
      ['a', 'true'],
    ]) {
      expect(accepts(open, given(name, value)), name).toBe(false);
    }
    expect(accepts(open, given('b', 'true') + given('b', 'true'))).toBe(false);
    expect(accepts(xml('qwen_xml', true), given('x', 'any text'))).toBe(true);
  });

  it('are nested objects and lists in the styles that have them, with escaped names', () => {
    const schema = {
      properties: {
        'a"&': { type: 'string' },
        o: { type: 'object', properties: { x: { type: ['integer', 'string'] } }, required: ['x'] },
        l: { type: 'array', items: { type: 'boolean' }, minItems: 1 },
      },
    };
    const cohere = xml('cohere_xml', schema);
    const inside = '<cofl:value name="x" type="json">1</cofl:value>';
    const o = (text: string) => `<cofl:value name="o" type="dict">${text}</cofl:value>`;
    expect(accepts(cohere, '<cofl:value name="a&quot;&amp;" type="raw">s</cofl:value>')).toBe(true);
    expect(accepts(cohere, o(inside))).toBe(true);
    expect(accepts(cohere, o(inside.replace('json', 'raw')))).toBe(true);
    expect(accepts(cohere, o(''))).toBe(false);
    expect(accepts(cohere, o('{"x":1}'))).toBe(false);
    expect(accepts(cohere, '<cofl:value name="l" type="list"></cofl:value>')).toBe(false);
    const m3 = xml('minimax_m3_xml', schema);
    expect(accepts(m3, `${M3}<o>\n${M3}<x>1${M3}</x>\n${M3}</o>${M3}<l>${M3}<item>true${M3}</item>${M3}</l>`)).toBe(
      true,
    );
    expect(
      accepts(
        xml('kimi_k3_xml', schema),
        '<|open|>argument key="a&quot;&amp;" type="string"<|sep|>s<|close|>argument<|sep|>',
      ),
    ).toBe(true);
  });

  it('are those of Qwen under the older type qwen_xml_parameter too', () => {
    const grammar = tag({ type: 'qwen_xml_parameter', json_schema: CALL });
    expect(accepts(grammar, SPELLED.qwen_xml[0])).toBe(true);
    expect(accepts(grammar, SPELLED.qwen_xml[1])).toBe(false);
  });

  it.each([
    ['odd_xml', CALL, /^format: style must be one of json, qwen_xml, .*kimi_k3_xml; got "odd_xml"$/],
    ['glm_xml', { type: 'string' }, /^an XML style writes objects, but the schema allows none$/],
    [
      'glm_xml',
      { properties: { a: { const: '</arg_value>' } } },
      /^each value of a parameter contains "<\/arg_value>"/,
    ],
    ['minimax_m3_xml', true, /minimax_m3_xml allows only properties that the schema lists/],
    ['qwen_xml', { properties: { a: 1 } }, /^properties must be an object of schemas$/],
  ])('%s of %j is refused with a reason', (style, schema, why) => {
    expect(() => xml(style, schema)).toThrow(GrammarError);
    expect(() => xml(style, schema)).toThrow(why);
  });
});
