// The contract's conversion to OpenAPI 3.0 is current, valid, and equivalent.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { documentForCode } from '../../codegen/contract.ts';
import { openapi30 } from '../../codegen/openapi-3.0.ts';
import { generate, generatedPath } from '../../scripts/clients/openapi-3.0.mjs';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { document as contract } from '../../src/generated/document.ts';

interface Node {
  [key: string]: unknown;
}

const newest = documentForCode(contract as unknown as Node);
const older = JSON.parse(await readFile(join(rootFolder, generatedPath), 'utf8')) as Node;

test('the committed OpenAPI 3.0 document matches the contract', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'daybreak-openapi-'));
  try {
    await generate(join(scratch, 'openapi.json'));
    const made = await readFile(join(scratch, 'openapi.json'), 'utf8');
    expect(made === (await readFile(join(rootFolder, generatedPath), 'utf8')), 'npm run clients was not run').toBe(
      true,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

test('the OpenAPI 3.0 document is valid, and the contract itself is not valid 3.0', async () => {
  const faults = async (document: Node) => (await new Validator().validate(structuredClone(document))).errors;
  expect(older.openapi).toBe('3.0.3');
  expect(await faults(older)).toBeUndefined();
  expect(await faults({ ...newest, openapi: '3.0.3' })).toBeDefined();
});

test('the OpenAPI 3.0 document has the same operations, parameters, bodies and answers', () => {
  expect(outline(older.paths)).toEqual(outline(newest.paths));
  for (const part of ['parameters', 'requestBodies', 'responses', 'headers', 'links', 'examples', 'securitySchemes']) {
    expect(outline((older.components as Node)[part]), part).toEqual(outline((newest.components as Node)[part]));
  }
});

/** Schemas used only under conditions, which OpenAPI 3.0 lacks. Schemas and tags of formats stay free objects. */
const conditional = [
  ...[
    'HeldSchema',
    'HeldPart',
    'HeldBranches',
    'HeldBranch',
    'HeldKeywords',
    'XmlSchema',
    'JsonSchema',
    'SchemaType',
    'SchemaText',
    'SchemaCount',
    'SchemaBound',
    'SomeSchemas',
  ],
  ...[
    'NamedSchemas',
    'TagPart',
    'Tag',
    'Tags',
    'TextTag',
    'TextTags',
    'TokenTag',
    'TokenTags',
    'TagEnd',
    'TagSchema',
    'TagMark',
    'TagMarks',
    'TagToken',
  ],
  ...['TagTokens', 'TagFlag', 'TagCount', 'TagLimit'],
];
const schemas = Object.keys((newest.components as { schemas: Node }).schemas).filter(
  (name) => !conditional.includes(name),
);
const validators = { newest: validatorsOf(newest, (schema) => schema), older: validatorsOf(older, newer) };

test('the OpenAPI 3.0 document has the same schemas, with the same required fields', () => {
  expect(Object.keys((older.components as { schemas: Node }).schemas)).toEqual(schemas);
  for (const name of schemas) {
    expect(fields(schemaIn(older, name)), name).toEqual(fields(schemaIn(newest, name)));
  }
});

test('the OpenAPI 3.0 schemas accept and refuse the same values as the contract', () => {
  let refused = 0;
  const examples = (newest.components as { examples: Record<string, { value: unknown }> }).examples;
  const values = Object.values(examples).flatMap(({ value }) => [value, ...broken(value)]);
  for (const name of schemas) {
    const [inNewest, inOlder] = [validators.newest(name), validators.older(name)];
    for (const value of values) {
      const taken = inNewest(value);
      if (!taken) refused += 1;
      expect(inOlder(value), `${name}: ${JSON.stringify(value)}`).toBe(taken);
    }
  }
  expect(refused).toBeGreaterThan(1000);
});

describe('the conversion of a schema to OpenAPI 3.0', () => {
  test.each([
    [
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    [{ type: 'null' }, { enum: [null], nullable: true }],
    [{ const: 'a' }, { enum: ['a'] }],
    [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
    [{ exclusiveMaximum: 1 }, { maximum: 1, exclusiveMaximum: true }],
    [{ examples: ['a', 'b'] }, { example: 'a' }],
    [
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }], description: 'd' },
      { allOf: [{ $ref: '#/x' }], nullable: true, description: 'd' },
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
    [
      { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
    ],
    [
      { $ref: '#/x', description: 'd' },
      { allOf: [{ $ref: '#/x' }], description: 'd' },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { const: 1 }], items: false },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { enum: [1] }] }, maxItems: 2 },
    ],
    [
      { properties: { const: { const: 1 } }, if: {}, else: {}, propertyNames: {} },
      { properties: { const: { enum: [1] } } },
    ],
    [
      { default: { const: 1 }, items: true },
      { default: { const: 1 }, items: {} },
    ],
  ])('%j', (schema, want) => {
    expect(converted(schema)).toEqual(want);
  });

  test.each([
    [{ type: ['string', 'integer'] }, 'components/schemas/X/type: write string or integer as anyOf'],
    [{ unevaluatedProperties: false }, 'components/schemas/X: there is no rule for unevaluatedProperties'],
    [{ minimum: 1, exclusiveMinimum: 0 }, 'components/schemas/X: has both minimum and exclusiveMinimum'],
  ])('%j throws an error', (schema, message) => {
    expect(() => converted(schema)).toThrow(message);
  });
});

function converted(schema: Node): unknown {
  const document = openapi30({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { X: schema } } });
  return schemaIn(document, 'X');
}

function schemaIn(document: Node, name: string): Node {
  return (document.components as { schemas: Record<string, Node> }).schemas[name]!;
}

/** Returns the node with its schemas replaced by null. */
function outline(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(outline);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'schema' ? null : outline(value)]),
  );
}

/** Returns the names of a schema's fields and required fields, recursively. Nullability is left out. */
function fields(schema: Node): unknown {
  const choices = ((schema.anyOf ?? []) as Node[]).filter(({ type }) => type !== 'null');
  if (choices.length === 1) return fields(choices[0]!);
  const { required, properties, items } = schema as { required?: string[]; properties?: Node; items?: Node };
  const inside = Object.entries(properties ?? {}).map(([name, field]) => [name, fields(field as Node)]);
  return { required, inside, items: items && fields(items), choices: choices.map(fields) };
}

/** Returns a function giving the validator of each schema. `read` converts the schemas to JSON Schema first. */
function validatorsOf(document: Node, read: (schema: unknown) => unknown) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ components: read(document.components) } as object, 'document');
  const known = new Map<string, (value: unknown) => boolean>();
  return (name: string) => {
    if (!known.has(name)) known.set(name, ajv.compile({ $ref: `document#/components/schemas/${name}` }) as never);
    return known.get(name)!;
  };
}

/** Converts OpenAPI 3.0 schemas to JSON Schema: `nullable` and boolean exclusive bounds. */
function newer(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(newer);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...kept } = node as Node;
  if (exclusiveMinimum === true) Object.assign(kept, { exclusiveMinimum: kept.minimum });
  if (exclusiveMaximum === true) Object.assign(kept, { exclusiveMaximum: kept.maximum });
  const schema = Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, newer(value)]));
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Returns variants of the value with one field left out, null, or of another type. */
function broken(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [null, 7, 'x', []];
  return Object.keys(value).flatMap((key) => {
    const { [key]: _, ...rest } = value as Node;
    return [rest, { ...rest, [key]: null }, { ...rest, [key]: [{}] }, { ...rest, [key]: -1e40 }];
  });
}
