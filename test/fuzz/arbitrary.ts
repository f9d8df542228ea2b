import fc from 'fast-check';
import { isValid, type Schema } from './schema.ts';

/** Most characters and items of generated values. Broken requests test the bounds themselves. */
const longText = 24;
const longList = 3;
const mostOptional = 4;
/** Number of consecutive invalid values after which a schema is given up. */
const mostInVain = 10_000;

/** Keys that trip servers that use objects as dictionaries. */
const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'length',
  ' ',
  'ключ',
  'a.b',
  'a/b',
  '0',
];

/** Generates valid values of a schema. It handles every keyword that `dereferenced` accepts. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const whole = ungated(schema);
  // Combinations of fields are filtered, not constructed: few values break them.
  const gated = schema.not !== undefined || schema.if !== undefined || schema.allOf !== undefined;
  return gated || schema.anyOf !== undefined ? valid(schema, whole) : whole;
}

function valid<Value>(schema: Schema, values: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return accepted(values, (value) => isValid(schema, value), schema);
}

/** Filters the values of a schema. Throws if almost none is accepted, since the search would not end. */
export function accepted<Value>(
  values: fc.Arbitrary<Value>,
  accepts: (value: Value) => boolean,
  schema: Schema,
): fc.Arbitrary<Value> {
  let inVain = 0;
  return values.filter((value) => {
    if (accepts(value)) {
      inVain = 0;
      return true;
    }
    inVain += 1;
    if (inVain > mostInVain) throw new Error(`the fuzzer finds no value for ${JSON.stringify(schema).slice(0, 1_000)}`);
    return false;
  });
}

function ungated(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  // An enum written as a double negation, for a custom error message.
  if (schema.not?.not?.enum !== undefined) return fc.constantFrom(...schema.not.not.enum);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  if (schema.type === undefined && schema.properties === undefined) return anyJson;
  return fc.oneof(...[schema.type ?? 'object'].flat().map((type) => arbitraryOfType(type, schema)));
}

function arbitraryOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integer(schema);
    case 'number':
      return number(schema);
    case 'string':
      return text(schema);
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? longList, Math.max(longList, schema.minItems ?? 0)),
      });
    case 'object':
      return object(schema);
    default:
      throw new Error(`the fuzzer does not understand the type ${type}`);
  }
}

/** Text that any client may send: all code points except lone surrogates. */
const anyText = fc.string({ unit: 'binary', maxLength: longText });

/** Any small JSON value. */
export const anyJson = fc.jsonValue({ maxDepth: 2, depthSize: 'small' });

function integer({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const low = minimum ?? Number.MIN_SAFE_INTEGER;
  const high = maximum ?? Number.MAX_SAFE_INTEGER;
  const min = Math.max(low, Number.MIN_SAFE_INTEGER);
  const max = Math.min(high, Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min: Math.max(min, Math.min(0, max)), max: Math.min(max, Math.max(10, min)) });
  return fc.oneof({ weight: 3, arbitrary: small }, fc.integer({ min, max }), fc.constantFrom(low, high));
}

function number({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? -1e30;
  const max = maximum ?? exclusiveMaximum ?? 1e30;
  const any = fc.double({
    min,
    max,
    minExcluded: exclusiveMinimum !== undefined,
    maxExcluded: exclusiveMaximum !== undefined,
    noNaN: true,
    noDefaultInfinity: true,
  });
  const round = [min, max, 0, 1, 0.5].filter((value) => {
    return value >= min && value <= max && value !== exclusiveMinimum && value !== exclusiveMaximum;
  });
  const either = round.length === 0 ? any : fc.oneof(any, fc.constantFrom(...round));
  return either.map((value) => (Object.is(value, -0) ? 0 : value));
}

function text(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = longText, pattern, format } = schema;
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return matchingText(schema, pattern);
  const max = Math.max(minLength, Math.min(maxLength, longText));
  const usual = fc.string({ unit: 'binary', minLength, maxLength: max });
  const ends = maxLength <= 2_048 ? ['x'.repeat(maxLength), '\u{1f600}'.repeat(maxLength)] : [];
  return fc.oneof({ weight: 8, arbitrary: usual }, fc.constantFrom('x'.repeat(minLength), ...ends));
}

function matchingText(schema: Schema, pattern: string): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = longText } = schema;
  const like = fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(maxLength, longText) });
  const ends = [minLength, maxLength].map((length) => 'a'.repeat(length)).filter((end) => isValid(schema, end));
  const others = ends.length === 0 ? [] : [fc.constantFrom(...ends)];
  // A pattern that only excludes a few characters allows the rest of Unicode, which `like` does not generate.
  if (isValid(schema, 'é'))
    others.push(anyText.map((text) => [...text].filter((sign) => isValid(schema, sign)).join('')));
  return valid(schema, fc.oneof({ weight: 4, arbitrary: like }, ...others));
}

const absent = Symbol('absent');

function object(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  const optional = properties.length - required.size;
  const fields = properties.map(([name, field]): [string, fc.Arbitrary<unknown>] => {
    const value = arbitraryOf(field);
    if (required.has(name)) return [name, value];
    const absence = { weight: Math.max(1, optional), arbitrary: fc.constant(absent) };
    return [name, fc.oneof({ withCrossShrink: true }, absence, { weight: mostOptional, arbitrary: value })];
  });
  const known = fc.record(Object.fromEntries(fields)).map((values) => {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== absent));
  });
  return fc.tuple(extraFields(schema), known).map(([extra, values]) => ({ ...extra, ...values }));
}

function extraFields({ additionalProperties, propertyNames, properties, minProperties }: Schema) {
  if (additionalProperties === false) return fc.constant({});
  const value = typeof additionalProperties === 'object' ? arbitraryOf(additionalProperties) : anyJson;
  const isFree = (name: string): boolean => !Object.hasOwn(properties ?? {}, name);
  const name =
    propertyNames === undefined ? fc.oneof(anyText, fc.constantFrom(...oddKeys)) : arbitraryOf(propertyNames);
  const key = (name as fc.Arbitrary<string>).filter(isFree);
  const some = fc.dictionary(key, value, {
    minKeys: minProperties ?? 0,
    maxKeys: 2 + (minProperties ?? 0),
    noNullPrototype: true,
  });
  // An object with named fields rarely gets extra ones. A map consists of them.
  if (properties === undefined) return some;
  return fc.oneof({ withCrossShrink: true }, { weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: some });
}
