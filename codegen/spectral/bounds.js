/**
 * Reports each number, string, array and open object of a schema without bounds. Numbers need both ends, strings
 * maxLength (or enum or const), arrays maxItems, objects maxProperties unless they are closed. Follows no `$ref`:
 * targets are checked where they are defined.
 */
export default function bounds(schema, _options, { path }) {
  return [...faults(schema, path)];
}

/** Keywords that hold one schema, a list of schemas, and schemas by name. */
const one = ['items', 'contains', 'additionalProperties', 'propertyNames', 'if', 'then', 'else'];
const list = ['anyOf', 'oneOf', 'allOf', 'x-rules', 'prefixItems'];
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

function* faults(schema, path) {
  if (typeof schema !== 'object' || schema === null) return;
  for (const message of missing(schema)) yield { message, path };
  // `not` is skipped: it only refuses values, so it needs no bounds.
  for (const key of one) yield* faults(schema[key], [...path, key]);
  for (const key of list) {
    for (const [index, option] of (schema[key] ?? []).entries()) yield* faults(option, [...path, key, index]);
  }
  for (const key of named) {
    for (const [name, property] of Object.entries(schema[key] ?? {})) yield* faults(property, [...path, key, name]);
  }
}

function* missing(schema) {
  if (schema.enum !== undefined || schema.const !== undefined) return;
  const types = [schema.type ?? []].flat();
  const has = (...keys) => keys.some((key) => schema[key] !== undefined);
  if (types.includes('number') || types.includes('integer')) {
    if (!has('minimum', 'exclusiveMinimum')) yield 'a number needs a minimum';
    if (!has('maximum', 'exclusiveMaximum')) yield 'a number needs a maximum';
  }
  if (types.includes('string') && !has('maxLength')) yield 'a string needs maxLength';
  if (types.includes('array')) {
    if (!has('maxItems')) yield 'an array needs maxItems';
    if (!has('items')) yield 'an array needs items';
  }
  if (types.includes('object') && schema.additionalProperties !== false && !has('maxProperties')) {
    yield 'an open object needs maxProperties, or additionalProperties: false';
  }
}
