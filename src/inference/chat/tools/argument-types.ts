/** Type of a JSON value; an integer is a number. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

type Types = ReadonlySet<JsonType>;

const ALL: Types = new Set(['null', 'boolean', 'number', 'string', 'array', 'object']);

/** Most nested schemas and references that are followed. */
const DEEPEST = 32;

/**
 * Returns the types that an argument of a tool may have. `parameters` is the tool's JSON Schema, of which only types,
 * listed values, combinations and references within it are considered. Every type that the schema allows is included.
 */
export function argumentTypes(parameters: unknown, name: string): Types {
  const properties = (parameters as { properties?: unknown } | null | undefined)?.properties;
  if (!isObject(properties) || !Object.hasOwn(properties, name)) return ALL;
  return typesOf(properties[name], { root: parameters, known: new Map() }, 0);
}

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

interface Walk {
  /** The schema that references point into. */
  root: unknown;
  /** Types of visited schemas, so that each is visited once. A schema that is being visited may have all types. */
  known: Map<object, Types>;
}

function typesOf(schema: unknown, walk: Walk, depth: number): Types {
  if (!isObject(schema) || depth > DEEPEST) return ALL;
  const known = walk.known.get(schema);
  if (known !== undefined) return known;
  walk.known.set(schema, ALL);
  const inner = (part: unknown): Types => typesOf(part, walk, depth + 1);
  const all: Types[] = [];
  if (schema.type !== undefined) all.push(new Set([schema.type].flat().map(jsonType)));
  if (Object.hasOwn(schema, 'const')) all.push(new Set([jsonTypeOf(schema.const)]));
  if (Array.isArray(schema.enum)) all.push(new Set(schema.enum.map(jsonTypeOf)));
  for (const ways of [schema.anyOf, schema.oneOf]) if (Array.isArray(ways)) all.push(union(ways.map(inner)));
  if (Array.isArray(schema.allOf)) all.push(...schema.allOf.map(inner));
  if (typeof schema.$ref === 'string') all.push(inner(referred(walk.root, schema.$ref)));
  const found = new Set([...ALL].filter((type) => all.every((types) => types.has(type))));
  walk.known.set(schema, found);
  return found;
}

function jsonType(type: unknown): JsonType {
  return type === 'integer' ? 'number' : (type as JsonType);
}

function union(all: readonly Types[]): Types {
  return new Set(all.flatMap((types) => [...types]));
}

/** Resolves a reference; undefined if it points out of the schema. */
function referred(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference.slice(1).split('/').slice(1);
  return steps.reduce((value: unknown, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }, root);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
