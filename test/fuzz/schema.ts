import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { rulesKeyword } from '../../src/api/contract/rules-keyword.ts';
import { document } from '../../src/generated/document.ts';

/** A JSON schema with the contract's keywords, and no references except to enclosing schemas. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
}

const annotations = ['description', 'default', 'deprecated', 'example', 'examples', 'summary'];
const assertions = [
  ...['type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum'],
  ...[
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'properties',
  ],
  ...['required', 'additionalProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const maps = ['properties'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const single = ['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];

/**
 * Returns the schema without annotations and with its references replaced, except references to an enclosing schema
 * (`around`). Throws on an unknown keyword, because the fuzzer would silently ignore it.
 */
export function dereferenced(schema: unknown, around: readonly string[] = []): Schema {
  if (typeof schema !== 'object' || schema === null) throw new Error(`${JSON.stringify(schema)} is no schema`);
  const { $ref, ...own } = schema as Record<string, unknown>;
  if (typeof $ref === 'string' && around.includes($ref)) return { $ref: `contract${$ref}` };
  const base = typeof $ref === 'string' ? dereferenced(at($ref), [...around, $ref]) : {};
  const known: Record<string, unknown> = { ...base };
  for (const [keyword, value] of Object.entries(own)) {
    if (annotations.includes(keyword)) continue;
    if (keyword === 'x-rules') {
      known.allOf = inside('allOf', value, around);
      continue;
    }
    if (!assertions.includes(keyword)) throw new Error(`the fuzzer does not understand the keyword ${keyword}`);
    if (keyword in base) throw new Error(`${keyword} stands beside a reference that has it too`);
    known[keyword] = inside(keyword, value, around);
  }
  return known;
}

function inside(keyword: string, value: unknown, around: readonly string[]): unknown {
  const inner = (schema: unknown) => dereferenced(schema, around);
  if (maps.includes(keyword)) {
    return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, inner(schema)]));
  }
  if (lists.includes(keyword)) return (value as unknown[]).map(inner);
  return single.includes(keyword) && typeof value === 'object' ? inner(value) : value;
}

/** Returns the target of a reference into the contract. */
export function at(ref: string): unknown {
  const keys = ref.slice(2).split('/');
  const found = keys.reduce<unknown>(
    (node, key) => (node as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return found;
}

const ajv = new Ajv2020({ strict: false, allErrors: false });
formats.default(ajv);
ajv.addKeyword(rulesKeyword);
ajv.addSchema(document, 'contract');
const compiled = new WeakMap<object, ValidateFunction>();

/** Returns whether a value is valid, by Ajv. */
export function isValid(schema: Schema, value: unknown): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

/** Returns the JSON types that a schema allows at its top level. */
export function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.flatMap(typesOf))];
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  return ['null', 'boolean', 'number', 'string', 'array', 'object'];
}
