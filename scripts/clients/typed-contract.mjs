import { openapi30 } from '../../codegen/openapi-3.0.ts';
import { clientContract } from './contract.mjs';

/**
 * Returns the contract in OpenAPI 3.0.3 for the generators of Go and Rust. It keeps what determines types; the server
 * checks the allowed values. It omits
 * - bounds, patterns, `not` and most formats, and named types for plain strings, lists and maps;
 * - `additionalProperties` next to fields: a client sends known fields, and also reads the answers of a newer server;
 * - responses other than 200: the hand-written layer reads errors, in one place for all operations;
 * - the event stream of a chat, which the hand-written layer also reads.
 */
export function typedContract() {
  const { components, paths, ...rest } = openapi30(clientContract());
  const { parameters, requestBodies, responses } = components;
  const { schema: order } = parameters.Order;
  const schemas = Object.entries({ ...withNamedItems(components.schemas), SortOrder: order });
  parameters.Order.schema = { $ref: reference('SortOrder') }; // otherwise each list would get its own order type
  const references = {
    inlined: new Map(
      schemas.filter(([, schema]) => isPlain(schema)).map(([name, schema]) => [reference(name), schema]),
    ),
    nullable: new Set(schemas.filter(([, schema]) => schema.nullable).map(([name]) => reference(name))),
  };
  const named = schemas.filter(([name]) => !references.inlined.has(reference(name)));
  const types = named.map(([name, { nullable: _, ...schema }]) => [name, schema]);
  const kept = {
    paths: withAnswers(paths, responses),
    components: { parameters, requestBodies, schemas: Object.fromEntries(types) },
  };
  return { ...rest, ...typed(kept, references) };
}

const narrowing = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'pattern', 'not', 'default', 'example', 'examples', 'links'],
]);

/** Formats that get their own type. */
const formats = new Set(['binary', 'int64']);

function reference(schema) {
  return `#/components/schemas/${schema}`;
}

/** Returns whether a schema needs no named type. */
function isPlain({ type, enum: values, format, properties, additionalProperties }) {
  if (type === 'object') return properties === undefined && additionalProperties.anyOf === undefined;
  return ['string', 'integer', 'number', 'array'].includes(type) && values === undefined && format !== 'binary';
}

/**
 * Adds a named schema for the items of each list whose items are inline objects or alternatives. A chat's choice may be
 * used in a trajectory as it is, so its type is one of the alternatives there.
 */
function withNamedItems(schemas) {
  const result = {};
  for (const [name, schema] of Object.entries(schemas)) {
    result[name] = schema;
    if (schema.items?.anyOf === undefined && schema.items?.properties === undefined) continue;
    result[`${name}Item`] = schema.items;
    result[name] = { ...schema, items: { $ref: reference(`${name}Item`) } };
  }
  result.MessagesAndChoicesItem.anyOf.unshift({ $ref: reference('ChatChoice') });
  return result;
}

/** Returns each operation with only its 200 response. */
function withAnswers(paths, responses) {
  const answer = (response) => {
    const found = response.$ref === undefined ? response : responses[response.$ref.split('/').at(-1)];
    const [type, content] = Object.entries(found.content)[0];
    return { description: found.description, content: { [type]: content } };
  };
  const member = ([key, value]) => [
    key,
    value.responses === undefined ? value : { ...value, responses: { 200: answer(value.responses['200']) } },
  ];
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, Object.fromEntries(Object.entries(item).map(member))]),
  );
}

/**
 * Returns the node with only the keywords that determine types. `inProperties`: its keys are names of fields, not
 * keywords.
 */
function typed(node, references, inProperties = false) {
  if (Array.isArray(node)) return node.map((item) => typed(item, references));
  if (typeof node !== 'object' || node === null) return node;
  const inlined = references.inlined.get(node.$ref);
  if (inlined !== undefined) return typed(inlined, references);
  if (references.nullable.has(node.$ref)) return { nullable: true, allOf: [node] };
  const result = {};
  for (const [key, value] of Object.entries(node)) {
    if (!inProperties && !isKept(key, value, node)) continue;
    // A value matches exactly one alternative. Rust's generator reads `anyOf` as a combination of several.
    const name = key === 'anyOf' && !inProperties ? 'oneOf' : key;
    result[name] = typed(value, references, key === 'properties' && !inProperties);
  }
  return inProperties ? result : withoutEmptyChoices(withoutNullValue(result));
}

function isKept(key, value, node) {
  if (key === 'format') return formats.has(value);
  if (key === 'additionalProperties') return node.properties === undefined;
  return !narrowing.has(key);
}

/** Removes null from an enum, since `nullable` already allows it. */
function withoutNullValue({ enum: values, ...node }) {
  return values === undefined ? node : { ...node, enum: values.filter((value) => value !== null) };
}

/** Removes empty members of `allOf`; a single member that is no reference replaces the `allOf`. */
function withoutEmptyChoices({ allOf, ...node }) {
  const members = (allOf ?? []).filter((member) => Object.keys(member).length > 0);
  if (members.length === 0) return node;
  return members.length === 1 && members[0].$ref === undefined
    ? { ...members[0], ...node }
    : { ...node, allOf: members };
}
