import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { ANY_JSON, type JsonOptions, jsonSchemaGrammar } from '../../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { CompiledGrammar } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { isLong } from '../../tier.ts';
import { accepts, randomNumbers, randomText, smallVocabulary } from './random-walk.ts';
import { SCHEMAS } from './schemas.ts';

const draft7 = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-07.json') as object;
const vocabulary = smallVocabulary();

function grammarOf(schema: unknown, options: JsonOptions = ANY_JSON): CompiledGrammar {
  return new CompiledGrammar(compileGrammar(jsonSchemaGrammar(schema as object, options)), vocabulary);
}

function validatorOf(schema: unknown) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft7);
  // Draft 7's lists of items, as 2020-12 spells them.
  const text = JSON.stringify(schema).replace(/"items":(\[[^\]]*\]),"additionalItems":/, '"prefixItems":$1,"items":');
  return ajv.compile(JSON.parse(text));
}

describe('random texts of a schema', () => {
  it(`are valid, for each of ${SCHEMAS.length} schemas`, () => {
    const rounds = isLong ? 4 : 1;
    let finished = 0;
    for (const [at, schema] of SCHEMAS.entries()) {
      const validate = validatorOf(schema);
      const random = randomNumbers(at + 1);
      for (const options of [ANY_JSON, { whitespace: 'none', additionalProperties: false } as const]) {
        const grammar = grammarOf(schema, options);
        for (let round = 0; round < rounds; round++) {
          const text = randomText(grammar, random);
          if (text === null) continue;
          finished += 1;
          const valid = validate(JSON.parse(text));
          expect(valid, `${JSON.stringify(schema)}: ${text}: ${JSON.stringify(validate.errors)}`).toBe(true);
          if (options.whitespace === 'none') expect(text.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
        }
      }
    }
    // Texts of schemas that branch without end may not finish.
    expect(finished).toBeGreaterThan(SCHEMAS.length * 1.5 * rounds);
  });
});

/** Schemas, each with a valid and an invalid value. */
const PAIRS: [schema: object, valid: unknown, invalid: unknown][] = [
  [
    { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'number' } }, required: ['a'] },
    { a: -3, b: 0.5, c: [{}] },
    { b: 1 },
  ],
  [{ type: 'string', minLength: 2, maxLength: 3 }, '日😀', '日'],
  [{ type: 'string', pattern: '^a.*"$' }, 'a\\"', 'a'],
  [{ type: 'string', format: 'date' }, '2024-02-29', '2023-02-29'],
  [{ type: 'string', format: 'date-time' }, '2024-12-31T23:59:59.123Z', '2024-12-31T24:59:59Z'],
  [{ type: 'string', format: 'ipv6' }, '2001:db8::8a2e:370:7334', '2001:db8:::1'],
  [{ type: 'string', format: 'email' }, 'jane.doe+x@example.co.uk', 'jane@'],
  [{ type: 'string', format: 'uri' }, 'https://example.com/a/b?c=d#e', '/a/b'],
  [{ type: 'string', format: 'uuid' }, '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
  [{ type: 'integer', minimum: -12, maximum: 1024 }, 1024, 1025],
  [{ type: 'integer', exclusiveMinimum: 0 }, 1, 0],
  [{ type: 'integer', multipleOf: 12 }, 144, 145],
  [{ type: 'number', minimum: -1.5, exclusiveMaximum: 2 }, 1.999, 2],
  [{ type: 'number', multipleOf: 0.25 }, 7.75, 7.7],
  [{ type: 'number' }, 1e21, 'x'],
  [{ type: 'array', prefixItems: [{ const: 1 }], items: { type: 'string' }, maxItems: 3 }, [1, 'a', 'b'], [1, 2]],
  [{ type: 'array', minItems: 1 }, [[], null, { a: 1 }], []],
  [
    { type: 'object', patternProperties: { '^n_': { type: 'integer' } }, additionalProperties: { type: 'string' } },
    { n_a: 1, b: 'x' },
    { n_a: 'x' },
  ],
  [{ type: 'object', propertyNames: { maxLength: 2 }, minProperties: 1 }, { ab: 1 }, { abc: 1 }],
  [{ type: 'object', maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  [{ anyOf: [{ type: 'null' }, { enum: ['a', { b: [1] }] }] }, { b: [1] }, { b: [2] }],
  [{ allOf: [{ type: 'integer', minimum: 3 }, { maximum: 5 }] }, 4, 6],
  [
    {
      oneOf: [
        { type: 'object', properties: { t: { const: 1 } }, required: ['t'] },
        { type: 'object', properties: { t: { const: 2 } }, required: ['t'] },
      ],
    },
    { t: 2 },
    { t: 3 },
  ],
  [{ $ref: '#/$defs/l', $defs: { l: { type: 'array', items: { $ref: '#/$defs/l' } } } }, [[], [[]]], [[1]]],
  [
    {
      $ref: 'http://x/list',
      $defs: {
        list: {
          $id: 'http://x/list',
          type: 'array',
          items: { $ref: '#/$defs/item' },
          $defs: { item: { type: 'integer' } },
        },
        item: { type: 'string' },
      },
    },
    [1],
    ['a'],
  ],
  // Formats that nobody knows are notes: JSON Schema 2020-12, Validation, 7.2.1.
  [{ type: 'string', format: 'colour', maxLength: 3 }, 'red', 'green'],
  [{ format: 'colour', maxLength: 3 }, [1], 'green'],
  [
    { type: 'array', items: { $ref: 'http://json-schema.org/draft-07/schema#/definitions/simpleTypes' } },
    ['null'],
    [1],
  ],
  [{ $ref: 'https://json-schema.org/draft/2020-12/meta/validation#/$defs/nonNegativeInteger' }, 0, -1],
  [
    {
      $id: 'https://example.com/root.json',
      type: 'array',
      items: { $ref: 'parts/leaf.json#name' },
      $defs: {
        leaf: { $id: 'parts/leaf.json', $defs: { const: { $anchor: 'name', type: 'string' } } },
        name: { $anchor: 'name', type: 'integer' },
      },
    },
    ['a'],
    [1],
  ],
  [
    {
      type: 'object',
      patternProperties: Object.fromEntries(
        Array.from('abcdefghijklmnopqrst', (letter, i) => [`^${letter}`, { const: i }]),
      ),
      additionalProperties: false,
    },
    { t2: 19, a: 0, b1: 1 },
    { t2: 18 },
  ],
  [
    {
      type: 'object',
      patternProperties: Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [`^.{${i}}x`, { type: 'integer', maximum: i }]),
      ),
      additionalProperties: false,
    },
    { xabx: 0, abx: 2 },
    { xabx: 3 },
  ],
  [{ type: ['string', 'null'] }, null, 1],
  [{ type: 'string', nullable: true }, null, false],
];

describe('a schema', () => {
  it('resolves $recursiveRef to itself, or to the whole schema if $recursiveAnchor says so', () => {
    const list = { $id: 'list', $recursiveAnchor: true, type: 'array', items: { $recursiveRef: '#' } };
    const plain = grammarOf({ $ref: 'list', $defs: { list } });
    expect([accepts(plain, '[[],[[]]]'), accepts(plain, '[1]')]).toEqual([true, false]);
    const whole = grammarOf({ $recursiveAnchor: true, anyOf: [{ $ref: 'list' }, { const: 1 }], $defs: { list } });
    expect([accepts(whole, '[1,[1]]'), accepts(whole, '[2]')]).toEqual([true, false]);
  });

  // Ajv knows no dynamic anchors but those of whole documents.
  it('resolves $dynamicRef to the outermost schema with that anchor', () => {
    const any = { $dynamicAnchor: 'item' };
    const list = { $id: 'list', type: 'array', items: { $dynamicRef: '#item' }, $defs: { any } };
    const strings = grammarOf({
      $id: 'https://example.com/strings',
      $ref: 'list',
      $defs: { item: { $dynamicAnchor: 'item', type: 'string' }, list },
    });
    expect([accepts(strings, '["a"]'), accepts(strings, '[1]')]).toEqual([true, false]);
    expect(accepts(grammarOf({ $ref: 'list', $defs: { list } }), '[1]')).toBe(true);
  });

  it.each(PAIRS)('%j allows the valid value %j in any whitespace, and not %j', (schema, valid, invalid) => {
    const validate = validatorOf({ ...schema, nullable: undefined });
    if (!('nullable' in schema)) expect([validate(valid), validate(invalid)]).toEqual([true, false]);
    const grammar = grammarOf(schema);
    for (const indent of [undefined, 2, '\t']) expect(accepts(grammar, JSON.stringify(valid, null, indent))).toBe(true);
    for (const indent of [undefined, 2]) expect(accepts(grammar, JSON.stringify(invalid, null, indent))).toBe(false);
    const compact = grammarOf(schema, { whitespace: 'none', additionalProperties: true });
    expect(accepts(compact, JSON.stringify(valid))).toBe(true);
    if (/[,:]\s/.test(JSON.stringify(valid, null, 1)))
      expect(accepts(compact, JSON.stringify(valid, null, 1))).toBe(false);
  });

  it('reads escapes as the characters that they mean', () => {
    const grammar = grammarOf({
      type: 'object',
      properties: { é: { enum: ['x'] } },
      additionalProperties: { type: 'string', pattern: '^[é😀/]+$' },
    });
    for (const text of ['{"k":"\\u00e9"}', '{"k":"\\ud83d\\ude00"}', '{"k":"\\/é😀"}', '{"\\u0061":"é"}'])
      expect(accepts(grammar, text), text).toBe(true);
    for (const text of [
      '{"k":"\\u00e8"}',
      '{"k":"\\ud83d"}',
      '{"\\u00e9":"é"}',
      '{"a":"é","\\u0061":"é"}',
      '{"k":"\\n"}',
    ])
      expect(accepts(grammar, text), text).toBe(false);
  });

  it('allows at most one line end and 32 blanks between JSON tokens by default', () => {
    const grammar = grammarOf({ type: 'object', properties: { a: { const: 1 } } });
    const pretty = [JSON.stringify({ a: 1 }, null, 2), JSON.stringify({ a: 1 }, null, '\t'), '{\r\n  "a" : 1\n}'];
    for (const text of ['{"a":1}', '{ "a": 1 }', ...pretty]) expect(accepts(grammar, text), text).toBe(true);
    const blanks = ' '.repeat(32);
    for (const [spaces, isAllowed] of [
      [['  ', '\t', blanks, `\n${blanks}`, `\r\n${blanks.replace(' ', '\t')}`], true],
      [['\n\n', ' \n', `${blanks} `, `\n${blanks} `, '\r', '\f', '\u00a0'], false],
    ] as const) {
      for (const space of spaces) {
        for (const text of [`{${space}"a":1}`, `{"a"${space}:1}`, `{"a":${space}1}`, `{"a":1${space}}`]) {
          expect(accepts(grammar, text), JSON.stringify(text)).toBe(isAllowed);
        }
      }
    }
  });

  it('allows only the whitespace of whitespace_pattern', () => {
    const grammar = grammarOf({ type: 'object' }, { whitespace: { pattern: '[ ]?' }, additionalProperties: true });
    expect(accepts(grammar, '{ "a": 1 }')).toBe(true);
    expect(accepts(grammar, '{  "a": 1 }')).toBe(false);
    expect(() => grammarOf({}, { whitespace: { pattern: 'x+' }, additionalProperties: true })).toThrow(
      /whitespace_pattern/,
    );
  });

  it('allows no unlisted properties if so configured, unless it says otherwise', () => {
    const closed = { whitespace: 'any', additionalProperties: false } as const;
    const properties = { a: { const: 1 } };
    expect(accepts(grammarOf({ type: 'object', properties }), '{"a":1,"b":2}')).toBe(true);
    expect(accepts(grammarOf({ type: 'object', properties }, closed), '{"a":1,"b":2}')).toBe(false);
    expect(
      accepts(grammarOf({ type: 'object', properties, additionalProperties: true }, closed), '{"a":1,"b":2}'),
    ).toBe(true);
    expect(accepts(grammarOf({ type: 'object' }, closed), '{"b":2}')).toBe(true);
  });

  it.each([
    [{ not: { type: 'null' } }, /keyword not /],
    [{ type: 'object', properties: { a: { if: {}, else: false } } }, /keyword if /],
    [{ dependentRequired: { a: ['b'] } }, /keyword dependentRequired /],
    [{ dependentSchemas: { a: {} } }, /keyword dependentSchemas /],
    [{ dependencies: { a: ['b'] } }, /keyword dependencies /],
    [{ unevaluatedProperties: false }, /keyword unevaluatedProperties /],
    [{ unevaluatedItems: false }, /keyword unevaluatedItems /],
    [{ type: 'array', uniqueItems: true }, /keyword uniqueItems /],
    [{ type: 'array', contains: { const: 1 } }, /keyword contains /],
    [{ oneOf: [{ type: 'integer' }, { minimum: 3 }] }, /keyword oneOf /],
    [{ oneOf: [{ required: ['a'] }, { required: ['b'] }], type: 'object' }, /keyword oneOf /],
    [{ type: 'strin' }, /type "strin" is not known/],
    [{ minLength: -1 }, /minLength must be/],
    [{ $ref: '#/$defs/none' }, /does not refer to a schema/],
    [{ $ref: 'https://example.com/x' }, /refers to another document: no schema is fetched/],
    [{ $ref: 'http://[' }, /is not a URI/],
    [{ $ref: '#a', $defs: { a: { $anchor: 'a' }, b: { $anchor: 'a' } } }, /\$anchor "a" appears twice/],
    [{ $defs: { a: { $id: 'x' }, b: { $id: 'x' } } }, /\$id "json-schema:\/\/\/x" appears twice/],
    [
      {
        $ref: 'a',
        $defs: {
          a: { $id: 'a', $recursiveAnchor: true, items: { $recursiveRef: '#' } },
          b: { $id: 'b', $recursiveAnchor: true },
        },
      },
      /\$recursiveRef "#" may refer to 2 schemas/,
    ],
    // Draft 7 itself asks for lists without repetitions.
    [{ $ref: 'http://json-schema.org/draft-07/schema#' }, /keyword uniqueItems /],
    [{ $ref: '#' }, /refers to itself/],
    [{ anyOf: [{ $ref: '#' }, { type: 'null' }] }, /refers to itself/],
    [{ type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, /no value is valid/],
    [{ type: 'integer', minimum: 3, maximum: 2 }, /no value is valid/],
    [{ type: 'string', pattern: '^a$', minLength: 2 }, /no value is valid/],
    [{ enum: [] }, /no value is valid/],
    [{ enum: [2, 'a'], const: 1 }, /no value is valid/],
    [{ pattern: '(a)(b\\1)' }, /back-references/],
    [{ pattern: '(?<=a)b' }, /look-behind \(\?<=\.\.\.\) is not supported/],
    [
      {
        properties: { 'a/b': { type: 'array', items: { $ref: '#/$defs/set' } } },
        $defs: { set: { uniqueItems: true } },
      },
      /^at #\/properties\/a~1b\/items: the keyword uniqueItems/,
    ],
    [{ properties: { 'a/b': { items: { not: {} } } } }, /^at #\/properties\/a~1b\/items: the keyword not/],
  ])('%j is refused by name', (schema, why) => {
    expect(() => grammarOf(schema)).toThrow(GrammarError);
    expect(() => grammarOf(schema)).toThrow(why);
  });
});
