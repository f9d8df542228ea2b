import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations as table } from '../../src/generated/operations.ts';
import { isLong } from '../tier.ts';
import { arbitraryOf } from './arbitrary.ts';
import { brokenValues } from './broken-values.ts';
import { operations } from './operations.ts';
import { dereferenced, isValid, type Schema } from './schema.ts';

const bodies = operations.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));

test.each(bodies)('generated bodies of $id are valid after a JSON round trip', ({ body }) => {
  fc.assert(
    fc.property(arbitraryOf(body), (value) => isValid(body, JSON.parse(JSON.stringify(value)))),
    { seed: 1, numRuns: isLong ? 200 : 15 },
  );
});

test('an unknown keyword stops the fuzzer at any depth', () => {
  expect(() => dereferenced({ type: 'array', uniqueItems: true })).toThrow(
    /does not understand the keyword uniqueItems/,
  );
  const deep = { type: 'object', properties: { a: { type: 'array', items: { contains: {} } } } };
  expect(() => dereferenced(deep)).toThrow(/contains/);
  expect(() => dereferenced({ $ref: '#/components/schemas/Count', minimum: 1 })).toThrow(/minimum stands beside/);
});

test('a schema that almost no value satisfies stops the fuzzer with an error', () => {
  const schema = { type: 'string', not: { pattern: '^' } };
  expect(() => fc.sample(arbitraryOf(schema), 1)).toThrow(/finds no value for {"type":"string"/);
  expect(fc.sample(arbitraryOf({ type: 'string', not: { not: { enum: ['a'] } } }), 1)).toEqual(['a']);
});

describe('invalid values break each keyword', () => {
  const rows: [keyword: string, schema: Schema, values: unknown[]][] = [
    ['minimum', { type: 'integer', minimum: 3 }, [2]],
    ['maximum', { type: 'integer', maximum: 3 }, [4]],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, [0]],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 0 }, [0]],
    ['minLength', { type: 'string', minLength: 3 }, ['aa']],
    ['maxLength', { type: 'string', maxLength: 2 }, ['aaa', '\u{1f600}\u{1f600}\u{1f600}']],
    ['minItems', { type: 'array', minItems: 1, items: {} }, [[]]],
    ['maxItems', { type: 'array', maxItems: 1, items: { type: 'null' } }, [[null, null]]],
    ['minProperties', { type: 'object', minProperties: 1 }, [{}]],
    ['maxProperties', { type: 'object', maxProperties: 1 }, [{ k0: 1, k1: 1 }]],
    ['required', { type: 'object', required: ['a'], properties: { a: { type: 'null' } } }, [{}]],
    ['additionalProperties', { type: 'object', additionalProperties: false }, [{ extra: 1 }]],
    ['propertyNames', { type: 'object', propertyNames: { pattern: '^[0-9]+$' } }, [{ a: 1 }]],
    ['not', { type: 'object', properties: { a: { const: 1 } }, not: { required: ['a'] } }, [{ a: 1 }]],
  ];
  test.each(rows)('%s', (keyword, schema, values) => {
    const made = brokenValues(schema).flatMap((fault) => (fault.keyword === keyword ? [fault.make()] : []));
    expect(made).toEqual(values);
  });

  test('all generated values are invalid, and every field of a body is broken', () => {
    const tried = bodies.filter(({ id }) => isLong || table[id].handledBy === id);
    for (const { id, body } of tried) {
      const faults = brokenValues(body);
      expect(
        faults.filter((fault) => isValid(body, fault.make())),
        id,
      ).toEqual([]);
      const places = new Set(faults.map(({ path }) => path[0]));
      expect([...places], id).toEqual(
        expect.arrayContaining(Object.keys(body.properties ?? {}).filter((name) => hasRules(body, name))),
      );
    }
  });
});

/** Returns whether a field has any rule that can be broken. */
function hasRules(body: Schema, name: string): boolean {
  return Object.keys(body.properties?.[name] ?? {}).length > 0;
}
