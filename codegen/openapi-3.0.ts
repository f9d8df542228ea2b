import type { Node } from './contract.ts';

/** Schema keywords that mean the same in both versions, except `$ref`, which 3.0 allows only alone. */
const kept = new Set([
  'title',
  'description',
  'default',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  'externalDocs',
  'xml',
  'enum',
  'format',
  'pattern',
  'required',
  'uniqueItems',
  'multipleOf',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

/** Keywords that 3.0 lacks and that only narrow the valid values. The server still checks them. */
const dropped = new Set(['if', 'then', 'else', 'propertyNames', 'x-rules', '$comment', '$schema']);

/** Members that hold data, not schemas. */
const data = new Set(['example', 'examples', 'links', 'default', 'enum']);

/**
 * Converts an OpenAPI 3.1 document to OpenAPI 3.0.3, for tools that read no later version. The result accepts whatever
 * the 3.1 document accepts. Throws on anything it cannot convert, rather than omit it.
 */
export function openapi30(document: Node): Node {
  for (const key of ['webhooks', 'jsonSchemaDialect']) {
    if (key in document) throw new Error(`openapi-3.0: ${key} has no equivalent in OpenAPI 3.0`);
  }
  const { openapi: _, info, components, ...rest } = document;
  const { schemas, ...parts } = components as Record<string, Node>;
  const others = { ...(part(rest, '') as Node), components: part(parts, '/components') as Node };
  return {
    openapi: '3.0.3',
    info: infoOf(info as Node),
    ...others,
    components: { ...others.components, schemas: keptOf(document, schemas!, others) },
  };
}

/** Returns the schemas, except those that only dropped keywords refer to. */
function keptOf(document: Node, schemas: Node, others: Node): Node {
  const found = new Map<string, Node>();
  const take = (name: string): void => {
    if (found.has(name)) return;
    const schema = schemaOf(schemas[name] as Node, `/components/schemas/${name}`);
    found.set(name, schema);
    for (const named of namesIn(schema)) take(named);
  };
  const named = namesIn(document);
  for (const name of [...namesIn(others), ...Object.keys(schemas).filter((name) => !named.has(name))]) take(name);
  return Object.fromEntries(Object.keys(schemas).flatMap((name) => (found.has(name) ? [[name, found.get(name)]] : [])));
}

/** Returns the names of the schemas that a part of a document refers to. */
function namesIn(node: Node): Set<string> {
  const references = JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return new Set([...references].map(([, name]) => name!));
}

function infoOf({ summary, license, ...info }: Node): Node {
  const { identifier, ...named } = (license ?? {}) as Node;
  const description = [summary, info.description].filter((text) => text !== undefined).join('\n\n');
  const url = identifier === undefined ? {} : { url: `https://spdx.org/licenses/${identifier}.html` };
  return { ...info, description, license: { ...named, ...url } };
}

/** Copies everything that is not a schema, and converts the schemas in it. */
function part(node: unknown, at: string): unknown {
  if (Array.isArray(node)) return node.map((item, index) => part(item, `${at}/${index}`));
  if (!isNode(node)) return node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === 'schema') return [key, schemaOf(value as Node | boolean, `${at}/schema`)];
    return [key, data.has(key) ? value : part(value, `${at}/${key}`)];
  });
  return Object.fromEntries(entries) as Node;
}

function eachOf(schemas: Node, at: string): Node {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema as Node, `${at}/${name}`)]);
  return Object.fromEntries(entries) as Node;
}

function schemaOf(schema: Node | boolean, at: string): Node {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (typeof schema.$ref === 'string' && Object.keys(schema).length === 1) return { $ref: schema.$ref };
  const result: Node = {};
  for (const [key, value] of Object.entries(schema)) Object.assign(result, keywordOf(key, value, schema, at));
  return result;
}

/** Converts one keyword. */
function keywordOf(key: string, value: unknown, schema: Node, at: string): Node {
  if (kept.has(key) || (key.startsWith('x-') && !dropped.has(key))) return { [key]: value };
  if (dropped.has(key)) return {};
  switch (key) {
    case '$ref':
      return { allOf: [{ $ref: value }, ...all((schema.allOf ?? []) as Node[], `${at}/allOf`)] };
    case 'allOf':
      return schema.$ref === undefined ? { allOf: all(value as Node[], `${at}/allOf`) } : {};
    case 'anyOf':
    case 'oneOf':
      return choiceOf(key, value as Node[], `${at}/${key}`);
    case 'not':
      return { not: schemaOf(value as Node, `${at}/not`) };
    case 'type':
      return typeOf(value as string | string[], at);
    case 'const':
      return { enum: [value] };
    case 'examples':
      return { example: (value as unknown[])[0] };
    case 'exclusiveMinimum':
      return bound('minimum', 'exclusiveMinimum', value, schema, at);
    case 'exclusiveMaximum':
      return bound('maximum', 'exclusiveMaximum', value, schema, at);
    case 'properties':
      return { properties: eachOf(value as Node, `${at}/properties`) };
    case 'additionalProperties':
      return { additionalProperties: typeof value === 'boolean' ? value : schemaOf(value as Node, `${at}/${key}`) };
    case 'items':
      return schema.prefixItems === undefined ? { items: schemaOf(value as Node, `${at}/items`) } : {};
    case 'prefixItems':
      return tupleOf(value as Node[], schema.items as Node | boolean | undefined, at);
    default:
      throw new Error(`openapi-3.0: ${at}: there is no rule for ${key}`);
  }
}

function all(schemas: readonly Node[], at: string): Node[] {
  return schemas.map((schema, index) => schemaOf(schema, `${at}/${index}`));
}

/** Converts a list of types to one type, and `nullable` if null is among them. */
function typeOf(type: string | string[], at: string): Node {
  const types = [type].flat();
  const others = types.filter((name) => name !== 'null');
  const nullable = others.length < types.length ? { nullable: true } : {};
  if (others.length === 0) return { enum: [null], ...nullable };
  if (others.length > 1) throw new Error(`openapi-3.0: ${at}/type: write ${others.join(' or ')} as anyOf`);
  return { type: others[0], ...nullable };
}

/** Converts null among the choices to `nullable`. A single other choice replaces the list. */
function choiceOf(key: 'anyOf' | 'oneOf', schemas: readonly Node[], at: string): Node {
  const others = schemas.filter(({ type }) => type !== 'null');
  if (others.length === schemas.length) return { [key]: all(schemas, at) };
  if (others.length > 1) return { [key]: all(others, at), nullable: true };
  const only = schemaOf(others[0] ?? {}, `${at}/0`);
  return only.$ref === undefined ? { ...only, nullable: true } : { allOf: [only], nullable: true };
}

/** Converts an exclusive bound, which in 3.0 is a bound with a flag. Throws if there is an inclusive bound as well. */
function bound(key: 'minimum' | 'maximum', flag: string, value: unknown, schema: Node, at: string): Node {
  if (typeof value !== 'number') throw new Error(`openapi-3.0: ${at}/${flag}: is not a number`);
  if (schema[key] !== undefined) throw new Error(`openapi-3.0: ${at}: has both ${key} and ${flag}`);
  return { [key]: value, [flag]: true };
}

/** Converts a tuple to a list of any of its items; without further items it keeps its length. */
function tupleOf(items: readonly Node[], rest: Node | boolean | undefined, at: string): Node {
  const open = rest === undefined || rest === true;
  const choices = [...items, ...(rest === undefined || typeof rest === 'boolean' ? [] : [rest])];
  return {
    items: open ? {} : { anyOf: all(choices, `${at}/prefixItems`) },
    ...(rest === false ? { maxItems: items.length } : {}),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
