/** What a JSON value may be; an integer is a number. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

type Types = ReadonlySet<JsonType>;

const ALL: Types = new Set(['null', 'boolean', 'number', 'string', 'array', 'object']);

/** References followed in a row, and schemas in schemas. */
const DEEPEST = 32;

/**
 * What an argument of a tool with these `parameters` (a JSON Schema) may be, going by what the schema says outright:
 * types, listed values and references within it. Nothing is left out that the schema allows.
 */
export function argumentTypes(parameters: unknown, name: string): Types {
  const properties = (parameters as { properties?: unknown } | null | undefined)?.properties;
  if (!isObject(properties) || !Object.hasOwn(properties, name)) return ALL;
  return typesOf(properties[name], { root: parameters, known: new Map() }, 0);
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

interface Walk {
  /** What references lead into. */
  root: unknown;
  /** Schemas that were read: each is once, however many references lead to it. One that is being read may be all. */
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
  if (Object.hasOwn(schema, 'const')) all.push(new Set([typeOf(schema.const)]));
  if (Array.isArray(schema.enum)) all.push(new Set(schema.enum.map(typeOf)));
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

/** Undefined where the reference leads out of the schema. */
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
