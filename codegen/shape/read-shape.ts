import { type Node, resolveReference } from '../contract.ts';
import { type Bounds, type Property, type Shape, union } from './shape.ts';

/** Keywords whose numbers have an order: a higher one is narrower, or wider. */
const ordered = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
];

/** Keywords that narrow the valid values and are not interpreted. */
const opaque = ['pattern', 'format', 'not', 'if', 'then', 'else', 'propertyNames', 'uniqueItems', 'contains'];

/** Marks a type without values, since tsoa can write no such schema. */
export const NEVER = '(never)';

/** Returns the shape of a schema of `document`. */
export function readShape(document: Node, schema: Node, inside: readonly string[] = []): Shape {
  const reference = schema.$ref as string | undefined;
  if (reference !== undefined) {
    if (inside.includes(reference)) return { kind: 'self', name: reference.split('/').at(-1)! };
    const target = readShape(document, resolveReference(document, reference), [...inside, reference]);
    const found = narrowed(target, boundsOf(schema));
    return schema.nullable === true ? union([found, nothing]) : found;
  }
  const shape = (part: unknown) => readShape(document, part as Node, inside);
  const found = unionOf(schema, shape) ?? ofType(schema, shape);
  return schema.nullable === true ? union([found, nothing]) : found;
}

const nothing: Shape = { kind: 'null', bounds: {} };

type Read = (part: unknown) => Shape;

function unionOf(schema: Node, shape: Read): Shape | null {
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  const options = (schema.anyOf ?? schema.oneOf) as Node[] | undefined;
  if (options !== undefined && !('properties' in schema)) return narrowed(union(options.map(shape)), boundsOf(schema));
  const parts = ((schema.allOf ?? []) as Node[]).map(shape).filter(({ kind }) => kind !== 'any');
  return parts.length > 0 && !('properties' in schema) ? parts.reduce(both) : null;
}

/** Applies bounds beside a choice or reference to all its options. */
function narrowed(shape: Shape, bounds: Bounds): Shape {
  if (shape.kind === 'union') return union(shape.options.map((option) => narrowed(option, bounds)));
  return 'bounds' in shape ? { ...shape, bounds: { ...shape.bounds, ...bounds } } : shape;
}

function literal(value: unknown): Shape {
  if (value === null) return nothing;
  return value === NEVER ? { kind: 'never' } : { kind: 'literal', value: value as string | number | boolean };
}

function ofType(schema: Node, shape: Read): Shape {
  if (schema.type === undefined && !('properties' in schema)) return { kind: 'any' };
  const types = [schema.type ?? 'object'].flat() as string[];
  return union(types.map((type) => single(type, schema, shape)));
}

function single(type: string, schema: Node, shape: Read): Shape {
  switch (type) {
    case 'integer':
    case 'number':
      return { kind: 'number', bounds: boundsOf(schema) };
    case 'string':
      return { kind: isBytes(schema) ? 'bytes' : 'string', bounds: boundsOf(schema) };
    case 'boolean':
    case 'null':
      return { kind: type, bounds: {} };
    case 'array':
      return { kind: 'array', items: shape(schema.items ?? {}), bounds: boundsOf(schema) };
    case 'object':
      return { kind: 'object', properties: propertiesOf(schema, shape), ...restOf(schema, shape) };
    default:
      throw new Error(`a schema has the type ${type}`);
  }
}

function isBytes({ format, contentMediaType }: Node): boolean {
  return format === 'byte' || format === 'binary' || contentMediaType === 'application/octet-stream';
}

function propertiesOf(schema: Node, shape: Read): Record<string, Property> {
  const required = (schema.required ?? []) as string[];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  return Object.fromEntries(
    properties.map(([name, property]) => [name, { required: required.includes(name), shape: shape(property) }]),
  );
}

function restOf(schema: Node, shape: Read): { rest: Shape; bounds: Bounds } {
  const rest = schema.additionalProperties ?? true;
  if (rest === true) return { rest: { kind: 'any' }, bounds: boundsOf(schema) };
  return { rest: rest === false ? { kind: 'never' } : shape(rest), bounds: boundsOf(schema) };
}

function boundsOf(schema: Node): Bounds {
  const numbers = ordered.filter((key) => typeof schema[key] === 'number').map((key) => [key, schema[key]]);
  const others = opaque.filter((key) => key in schema).map((key) => [key, ruleText(schema[key])]);
  const rules = 'properties' in schema ? ['allOf', 'anyOf', 'oneOf', 'x-rules'].filter((key) => key in schema) : [];
  return Object.fromEntries([...numbers, ...others, ...rules.map((key) => [key, ruleText(schema[key])])]);
}

function ruleText(rule: unknown): string {
  return JSON.stringify(rule, (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value));
}

/** Returns the shape of values that are valid under both. */
function both(a: Shape, b: Shape): Shape {
  if (a.kind === 'object' && b.kind === 'object') {
    return {
      kind: 'object',
      properties: { ...a.properties, ...b.properties },
      rest: a.rest.kind === 'any' ? b.rest : a.rest,
      bounds: { ...a.bounds, ...b.bounds },
    };
  }
  if (a.kind === 'union') return union(a.options.map((option) => both(option, b)));
  if (b.kind === 'union') return union(b.options.map((option) => both(a, option)));
  throw new Error(`allOf joins ${a.kind} and ${b.kind}, which is not supported`);
}
