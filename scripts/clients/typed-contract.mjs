import { openapi30 } from '../../codegen/openapi-3.0.ts';
import { clientContract } from './contract.mjs';

/**
 * The contract in OpenAPI 3.0.3, as the generators of Go and Rust take it: what shapes types is kept, what only narrows
 * values is left to the server. Left out are
 * - bounds, patterns, `not` and most formats, and the types that a named string, list or map would get of its own;
 * - `additionalProperties` beside fields: a client sends what is known, and reads the answers of a newer server too;
 * - answers but 200: the hand-written layer reads errors, in one place for all operations;
 * - the event stream of a chat, which the hand-written layer reads as well.
 */
export function typedContract() {
  const { components, paths, ...rest } = openapi30(clientContract());
  const { parameters, requestBodies, responses } = components;
  const { schema: order } = parameters.Order;
  const schemas = Object.entries({ ...withNamedItems(components.schemas), SortOrder: order });
  parameters.Order.schema = { $ref: reference('SortOrder') }; // or each list would have an order of its own
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

/** The only formats that have a type worth having. */
const formats = new Set(['binary', 'int64']);

function reference(schema) {
  return `#/components/schemas/${schema}`;
}

/** Whether a schema needs no type of its own. */
function isPlain({ type, enum: values, format, properties, additionalProperties }) {
  if (type === 'object') return properties === undefined && additionalProperties.anyOf === undefined;
  return ['string', 'integer', 'number', 'array'].includes(type) && values === undefined && format !== 'binary';
}

/**
 * The schemas, and under a name of their own the items of each list whose items have none. A choice that a chat gave
 * fits into a trajectory as it is, so its type is among those of the items.
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

/** Each operation with its answer of status 200 alone. */
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

/** The node with types alone. `inProperties` when its keys are names of fields, not keywords. */
function typed(node, references, inProperties = false) {
  if (Array.isArray(node)) return node.map((item) => typed(item, references));
  if (typeof node !== 'object' || node === null) return node;
  const inlined = references.inlined.get(node.$ref);
  if (inlined !== undefined) return typed(inlined, references);
  if (references.nullable.has(node.$ref)) return { nullable: true, allOf: [node] };
  const result = {};
  for (const [key, value] of Object.entries(node)) {
    if (!inProperties && !isKept(key, value, node)) continue;
    // A value has one of the types. Rust's generator takes `anyOf` for several of them at once.
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

/** `nullable` says it already. */
function withoutNullValue({ enum: values, ...node }) {
  return values === undefined ? node : { ...node, enum: values.filter((value) => value !== null) };
}

/** `allOf` without members that say nothing any more; one that is no reference needs no `allOf`. */
function withoutEmptyChoices({ allOf, ...node }) {
  const members = (allOf ?? []).filter((member) => Object.keys(member).length > 0);
  if (members.length === 0) return node;
  return members.length === 1 && members[0].$ref === undefined
    ? { ...members[0], ...node }
    : { ...node, allOf: members };
}
