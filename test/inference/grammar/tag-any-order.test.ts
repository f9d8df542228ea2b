import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { CompiledGrammar } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { accepts, randomNumbers, randomText, smallVocabulary } from './random-walk.ts';

const vocabulary = smallVocabulary();
const anyOrder = (json_schema: object | boolean, more: { style?: string; any_order?: boolean } = {}) =>
  new CompiledGrammar(
    compileGrammar(tagGrammar({ type: 'json_schema', json_schema, any_order: true, ...more })),
    vocabulary,
  );

const THREE = {
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'boolean' }, c: { type: 'null' } },
  required: ['a', 'b'],
  additionalProperties: false,
};

describe('any_order of a json_schema', () => {
  it('allows properties in any order, each once, with all required ones', () => {
    const grammar = anyOrder(THREE);
    for (const text of ['{"a":1,"b":true,"c":null}', '{"c": null, "b": true, "a": 1}', '{"b":true,"a":1}']) {
      expect(accepts(grammar, text), text).toBe(true);
    }
    for (const text of [
      '{}',
      '{"a":1}',
      '{"a":1,"a":1}',
      '{"b":true,"c":null}',
      '{"b":1,"a":1}',
      '{"b":true,"a":1,}',
    ]) {
      expect(accepts(grammar, text), text).toBe(false);
    }
    expect(accepts(anyOrder(THREE, { any_order: false }), '{"b":true,"a":1}')).toBe(false);
  });

  it('applies to nested objects too, and to properties that the schema does not list', () => {
    const grammar = anyOrder({
      properties: { o: { type: 'object', properties: { x: true, y: true }, required: ['x'] } },
      required: ['o'],
      additionalProperties: { type: 'integer' },
      type: 'object',
    });
    for (const text of ['{"o":{"y":1,"x":2}}', '{"z":1,"o":{"x":2},"zz":3}', '{"z":1,"zz":2,"o":{"w":1,"x":1}}']) {
      expect(accepts(grammar, text), text).toBe(true);
    }
    for (const text of ['{"z":1}', '{"z":1,"z":2,"o":{"x":1}}', '{"o":{"y":1}}', '{"z":"s","o":{"x":1}}']) {
      expect(accepts(grammar, text), text).toBe(false);
    }
  });

  it('respects minProperties and maxProperties', () => {
    const counted = anyOrder({ ...THREE, required: ['a'], minProperties: 2, maxProperties: 2 });
    expect(['{"b":true,"a":1}', '{"a":1,"c":null}'].map((text) => accepts(counted, text))).toEqual([true, true]);
    expect(
      ['{"a":1}', '{"b":true,"c":null}', '{"c":null,"b":true,"a":1}'].map((text) => accepts(counted, text)),
    ).toEqual([false, false, false]);
  });

  it('applies to arguments in XML', () => {
    const grammar = anyOrder(THREE, { style: 'glm_xml' });
    const given = (name: string, value: string) => `<arg_key>${name}</arg_key><arg_value>${value}</arg_value>`;
    expect(accepts(grammar, `${given('b', 'true')}\n${given('a', '1')}`)).toBe(true);
    expect(accepts(grammar, given('b', 'true'))).toBe(false);
  });

  it('samples valid values in various orders', () => {
    const names = Array.from({ length: 12 }, (_, i) => `p${i}`);
    const grammar = anyOrder({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { enum: [1, 2] }])),
      required: names.slice(0, 8),
      additionalProperties: false,
      minProperties: 9,
      maxProperties: 10,
    });
    const random = randomNumbers(4);
    const orders = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const text = randomText(grammar, random) as string;
      const value = JSON.parse(text);
      const keys = Object.keys(value);
      expect(names.slice(0, 8).every((name) => keys.includes(name))).toBe(true);
      expect([9, 10]).toContain(keys.length);
      orders.add(keys.join());
    }
    expect(orders.size).toBeGreaterThan(10);
  });
});
