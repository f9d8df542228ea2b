import { beforeAll, describe, expect, test } from 'vitest';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ApiError } from '../../src/api/errors/api-error.ts';
import { document } from '../../src/generated/document.ts';

// Tests how the contract validates JSON schemas of output constraints, before any is compiled.

const backend = new ContractBackend(document, null);
beforeAll(() => backend.init());

/** Returns the error message for a chat with these fields and the path of each fault, or null if it is valid. */
function refusal(fields: object): { message: string; places: string[] } | null {
  const headers = { 'content-type': 'application/json' };
  const body = { messages: [{ role: 'user', content: 'hi' }], ...fields };
  try {
    backend.check({ method: 'POST', path: '/v1/chat/completions', headers, body });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { message: error.message, places: (error.issues ?? []).map(({ loc }) => loc.join('.')) };
  }
}

const json = (schema: unknown) => refusal({ structured_outputs: { json: schema } });

describe('a malformed JSON schema is refused with the path of the fault', () => {
  const types = 'allowed is null, boolean, number, integer, string, array, object';
  test.each<[schema: object, message: string]>([
    [{ type: 'strin' }, `type: "strin" is not allowed; ${types}`],
    [{ type: ['string', 'int'] }, `type.1: "int" is not allowed; ${types}`],
    [{ type: 5 }, 'type: is a number; allowed is string'],
    [{ enum: 5 }, 'enum: is a number; allowed is array'],
    [{ minLength: -1 }, 'minLength: -1 is below the minimum; allowed is at least 0'],
    [{ maxItems: 1.5 }, 'maxItems: is the number 1.5; allowed is integer'],
    [{ minItems: 10_000_001 }, 'minItems: 10000001 is above the maximum; allowed is 0 to 10000000'],
    [{ minimum: 'a' }, 'minimum: is a string; allowed is number or boolean'],
    [
      JSON.parse('{"minimum":1e999}'),
      'minimum: a number too large for a double is above the maximum; allowed is any that fits in a double',
    ],
    [{ multipleOf: 0 }, 'multipleOf: 0 is below the minimum; allowed is more than 0'],
    [{ pattern: 5 }, 'pattern: is a number; allowed is string'],
    [{ $ref: {} }, '$ref: is an object; allowed is string'],
    [{ required: 'a' }, 'required: is a string; allowed is array or null'],
    [{ required: ['a', 5] }, 'required.1: is a number; allowed is string'],
    [{ properties: [] }, 'properties: is an array; allowed is object or null'],
    [{ properties: { a: 5 } }, 'properties.a: is a number; allowed is object or boolean'],
    [{ additionalProperties: 'a' }, 'additionalProperties: is a string; allowed is object or boolean'],
    [{ anyOf: {} }, 'anyOf: is an object; allowed is array'],
    [{ oneOf: [] }, 'oneOf: has too few items; allowed are 1 to 524288'],
    [{ items: [] }, 'items: has too few items; allowed are 1 to 524288'],
    [{ items: [true, null] }, 'items.1: is null; allowed is object or boolean'],
    [
      { $defs: { a: { patternProperties: { b: { items: { allOf: [{ format: 1 }] } } } } } },
      '$defs.a.patternProperties.b.items.allOf.0.format: is a number; allowed is string',
    ],
    [{ not: {} }, 'not: the keyword not is not supported'],
    [{ uniqueItems: true }, 'uniqueItems: the keyword uniqueItems is not supported'],
    [{ dependentRequired: { a: ['b'] } }, 'dependentRequired: the keyword dependentRequired is not supported'],
    [{ allOf: [true, { allOf: [{ not: {} }] }] }, 'allOf.1.allOf.0.not: the keyword not is not supported'],
    [{ enum: [1], anyOf: [{ type: 'string' }, { if: {} }] }, 'anyOf.1.if: the keyword if is not supported'],
    [
      { allOf: [{ oneOf: [{ anyOf: [{ type: 'string' }, { oneOf: [{ contains: {} }] }] }] }] },
      'allOf.0.oneOf.0.anyOf.1.oneOf.0.contains: the keyword contains is not supported',
    ],
    [{ enum: [] }, 'enum: no value is valid against an empty list'],
    [{ allOf: [{ type: [] }] }, 'allOf.0.type: no value is valid against an empty list'],
    [{ allOf: [true, false] }, 'allOf.1: no value is valid against false'],
    [{ unevaluatedItems: false }, 'unevaluatedItems: the keyword unevaluatedItems is not supported'],
  ])('%j', (schema, message) => {
    expect(json(schema)?.message).toBe(`structured_outputs.json.${message}`);
    const place = 'response_format.json_schema.schema';
    const format = { type: 'json_schema', json_schema: { name: 'a', schema } };
    expect(refusal({ response_format: format })?.message).toBe(`${place}.${message}`);
    const structures = [{ begin: 'a', schema, end: 'b' }];
    const tag = { type: 'structural_tag', structures, triggers: ['a'] };
    expect(refusal({ response_format: tag })?.message).toBe(`response_format.structures.0.schema.${message}`);
  });

  test('lists the paths of all faults', () => {
    const schema = { type: 'object', properties: { a: { type: 'x' }, b: { minLength: -1 } }, required: 5 };
    const refused = json(schema);
    expect(refused?.message).toMatch(/^structured_outputs\.json\.[^;]*; allowed [^;]* \(and 2 more; see detail\)$/);
    expect(refused?.places.toSorted()).toEqual(
      ['properties.a.type', 'properties.b.minLength', 'required'].map((at) => `body.structured_outputs.json.${at}`),
    );
  });
});

test.each<object>([
  {},
  { type: [], nullable: true },
  { type: ['string', 'null'], minLength: 2.0, maxLength: 1e300 },
  { properties: null, patternProperties: null, required: null, $defs: null },
  { minimum: 5, exclusiveMinimum: true, maximum: false, multipleOf: true },
  { items: [true, { type: 'string' }], additionalItems: false },
  { prefixItems: [], items: {} },
  { not: false, uniqueItems: false, dependentSchemas: {}, unevaluatedProperties: true, unevaluatedItems: {} },
  { properties: { a: { not: {} } } },
  { anyOf: [true, { allOf: [false, { not: {} }] }] },
  { anyOf: [true, { $ref: '#/$defs/a', anyOf: [{ not: {} }] }], $defs: { a: false } },
  { anyOf: [true, { anyOf: [false], oneOf: [{ not: {} }] }] },
  { anyOf: [true, false, { enum: [] }, { type: [] }], properties: { a: { enum: [] } } },
  {
    $anchor: 5,
    $id: null,
    title: 5,
    'x-order': { type: 'anything' },
    default: { type: 5 },
    examples: [{ minLength: -1 }],
  },
  { enum: [{ type: 5 }], const: { minLength: -1 } },
  { properties: { type: { type: 'string' }, $ref: { type: 'string' }, properties: false } },
])('a supported JSON schema is accepted: %j', (schema) => {
  expect(json(schema)).toBeNull();
});

test('a schema of a megabyte is validated in under 1 s, whether valid or not', () => {
  const many = Array.from({ length: 40_000 }, (_, i) => [`p${i}`, { type: 'string' }]);
  const wide = { type: 'object', properties: Object.fromEntries(many) };
  let deep: object = { type: 'strin' };
  for (let level = 0; level < 100; level++) deep = { properties: { a: { items: [deep] } } };
  const refused = { anyOf: Array.from({ length: 200_000 }, () => 5) };
  // Few enough that other documents would be searched for all their faults.
  const nested = { anyOf: Array.from({ length: 9_000 }, () => ({ type: 5 })) };
  // Each fault has its own copy of its path.
  const named = { properties: { ['k'.repeat(50_000)]: { anyOf: Array.from({ length: 900 }, () => 5) } } };
  for (const [schema, message] of [
    [
      named,
      /^structured_outputs\.json\.properties\.k{200}\.\.\.\.anyOf\.0: is a number; allowed is object or boolean$/,
    ],
    [wide, undefined],
    [deep, /\.type: "strin" is not allowed/],
    [refused, /anyOf\.0: is a number/],
    [nested, /anyOf\.0\.type: is a number; allowed is string$/],
  ] as const) {
    const times = Array.from({ length: 3 }, () => {
      const begun = performance.now();
      const said = json(schema)?.message;
      if (message === undefined) expect(said).toBeUndefined();
      else expect(said).toMatch(message);
      return performance.now() - begun;
    });
    // 20 ms on two cores, but seconds if the time is quadratic in the faults. A slow machine may take longer.
    expect(Math.min(...times)).toBeLessThan(1_000);
  }
});

test('an error message truncates long names and long paths', () => {
  const name = 'k'.repeat(9_000);
  expect(refusal({ logit_bias: { [name]: 1 } })?.message).toMatch(/^logit_bias\.k{200}\.\.\.: /);
  let deep: object = { type: 'strin' };
  for (let level = 0; level < 60; level++) deep = { properties: { ['k'.repeat(150)]: deep } };
  const { message, places } = json(deep) ?? {};
  expect(message).toMatch(
    /^structured_outputs\.json\.properties\.k{150}\..*\.\.\..*k{150}\.type: "strin" is not allowed/,
  );
  expect(message!.length).toBeLessThan(1_200);
  expect(places).toHaveLength(1);
});

test('an error in one alternative of a union is reported alone', () => {
  expect(refusal({ structured_outputs: { choice: ['a', 1] } })).toEqual({
    message: 'structured_outputs.choice.1: is a number; allowed is string',
    places: ['body.structured_outputs.choice.1'],
  });
  expect(refusal({ vllm_xargs: { a: {} } })?.message).toBe(
    'vllm_xargs.a: is an object; allowed is string or number or array',
  );
  expect(refusal({ tools: [{ type: 'custom', custom: { name: 'a' } }] })?.message).toMatch(
    /^tools\.0\.type: "custom" is not allowed; allowed is function/,
  );
});
