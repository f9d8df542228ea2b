import fc from 'fast-check';
import { accepted, arbitraryOf } from './arbitrary.ts';
import { isValid, type Schema, typesOf } from './schema.ts';

/** One way to break a schema: an invalid value, its place in the document, and the broken keyword. */
export interface BrokenValue {
  keyword: string;
  /** Keys and indices that lead to the fault. */
  path: (string | number)[];
  /** Returns the whole document with the fault in it. */
  make(): unknown;
}

/** Most characters of a list or text as JSON. A separate test sends longer ones. */
const mostCharacters = 2_000_000;

const ofEveryType = [null, true, -1, 0.5, 'x', '1', [[]], {}, { a: { a: [] } }];

/** Returns values that each break one keyword at one place of the schema and make the document invalid. */
export function brokenValues(schema: Schema): BrokenValue[] {
  const all = visit(schema, [], (value) => value);
  // Another alternative may accept a broken value, and alternatives with a common part break it twice.
  const distinct = new Map(all.map((broken) => [`${broken.path} ${fingerprint(broken.make())}`, broken]));
  return [...distinct.values()].filter((broken) => !isValid(schema, broken.make()));
}

function fingerprint(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length < 10_000 ? json : `${json.length} ${json.slice(0, 1_000)}`;
}

type Wrap = (value: unknown) => unknown;

function visit(schema: Schema, path: (string | number)[], wrap: Wrap): BrokenValue[] {
  const here = ownFaults(schema).map(({ keyword, value, key }): BrokenValue => {
    return { keyword, path: key === undefined ? path : [...path, key], make: () => wrap(value()) };
  });
  return [...here, ...parts(schema, path, wrap)];
}

/** Returns the faults of the nested schemas. */
function parts(schema: Schema, path: (string | number)[], wrap: Wrap): BrokenValue[] {
  const found: BrokenValue[] = [];
  const below = (key: string | number, inner: Schema, hold: Wrap): void => {
    found.push(...visit(inner, [...path, key], (value) => wrap(hold(value))));
  };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    below(name, field, (value) => ({ ...(smallest(asObject(schema)) as object), [name]: value }));
  }
  if (schema.items !== undefined) {
    const { items, minItems = 1 } = schema;
    below(0, items, (value) => [value, ...Array.from({ length: minItems - 1 }, () => smallest(items))]);
  }
  if (typeof schema.additionalProperties === 'object') {
    const name = schema.propertyNames === undefined ? 'extra' : '7';
    below(name, schema.additionalProperties, (value) => ({ ...(smallest(asObject(schema)) as object), [name]: value }));
  }
  for (const branch of schema.anyOf ?? []) found.push(...visit(branch, path, wrap));
  return found;
}

interface Fault {
  keyword: string;
  value(): unknown;
  /** Key of the fault below the schema's place. */
  key?: string;
}

function ownFaults(schema: Schema): Fault[] {
  const allowed = typesOf(schema);
  const object = allowed.includes('object') ? objectFaults(asObject(schema)) : [];
  const strings = allowed.includes('string') ? textFaults(schema) : [];
  const all = [...typeFaults(schema), ...numberFaults(schema), ...strings, ...listFaults(schema), ...object];
  return [...all, ...conditionFaults(schema)];
}

function typeFaults(schema: Schema): Fault[] {
  const keyword = schema.enum || schema.const !== undefined ? 'enum' : 'type';
  return ofEveryType.filter((value) => !isValid(schema, value)).map((value) => ({ keyword, value: () => value }));
}

function numberFaults({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): Fault[] {
  const step = (bound: number): number => {
    const whole = [type].flat().includes('integer');
    return Math.max(whole ? 1 : 1e-9, Math.abs(bound) * (Math.abs(bound) > 2 ** 53 ? 1e-3 : 1e-12));
  };
  const faults: Fault[] = [];
  if (minimum !== undefined) faults.push({ keyword: 'minimum', value: () => minimum - step(minimum) });
  if (exclusiveMinimum !== undefined) faults.push({ keyword: 'exclusiveMinimum', value: () => exclusiveMinimum });
  if (exclusiveMaximum !== undefined) faults.push({ keyword: 'exclusiveMaximum', value: () => exclusiveMaximum });
  if (maximum !== undefined) faults.push({ keyword: 'maximum', value: () => maximum + step(maximum) });
  if ([type].flat().includes('integer') && minimum !== undefined) {
    faults.push({ keyword: 'type', value: () => minimum + 0.5 });
  }
  return faults;
}

function textFaults({ minLength = 0, maxLength = Infinity, pattern, format }: Schema): Fault[] {
  const faults: Fault[] = [];
  if (minLength > 0) faults.push({ keyword: 'minLength', value: () => 'a'.repeat(minLength - 1) });
  if (maxLength < mostCharacters) faults.push({ keyword: 'maxLength', value: () => 'a'.repeat(maxLength + 1) });
  // Lengths count code points, not UTF-16 units as in JavaScript.
  if (maxLength < 1_000) faults.push({ keyword: 'maxLength', value: () => '\u{1f600}'.repeat(maxLength + 1) });
  if (format === 'uuid') faults.push({ keyword: 'format', value: () => 'g0000000-0000-4000-8000-000000000000' });
  if (pattern !== undefined) {
    const broken = ['/', '\u0000', 'a/b', '..', '%2e', 'a\n', '-', 'a b'].filter(
      (text) => !new RegExp(pattern, 'u').test(text) && text.length >= minLength,
    );
    faults.push(...broken.map((text) => ({ keyword: 'pattern', value: () => text })));
  }
  return faults;
}

function listFaults({ minItems = 0, maxItems = Infinity, items = {} }: Schema): Fault[] {
  const item = smallest(items);
  const faults: Fault[] = [];
  if (minItems > 0) faults.push({ keyword: 'minItems', value: () => Array(minItems - 1).fill(item) });
  if (maxItems * (JSON.stringify(item).length + 1) < mostCharacters) {
    faults.push({ keyword: 'maxItems', value: () => Array(maxItems + 1).fill(item) });
  }
  return faults;
}

function objectFaults(schema: Schema): Fault[] {
  const { required = [], additionalProperties, propertyNames, maxProperties, minProperties = 0 } = schema;
  const least = smallest(schema) as Record<string, unknown>;
  const faults = required.map((name): Fault => {
    const { [name]: _, ...rest } = least;
    return { keyword: 'required', key: name, value: () => rest };
  });
  if (additionalProperties === false) {
    faults.push({ keyword: 'additionalProperties', key: 'extra', value: () => ({ ...least, extra: 1 }) });
  }
  const value = typeof additionalProperties === 'object' ? smallest(additionalProperties) : 1;
  if (propertyNames !== undefined) {
    faults.push({ keyword: 'propertyNames', key: 'a', value: () => ({ ...least, a: value }) });
  }
  if (maxProperties !== undefined) {
    const name = (i: number): string => (propertyNames === undefined ? `k${i}` : `${i}`);
    const many = () => Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, i) => [name(i), value]));
    faults.push({ keyword: 'maxProperties', value: () => ({ ...many(), ...least }) });
  }
  if (minProperties > 0) faults.push({ keyword: 'minProperties', value: () => ({}) });
  return faults;
}

/** Returns values that violate `not` and `then`, made of field values that are valid by themselves. */
function conditionFaults(schema: Schema): Fault[] {
  const nots = [schema, ...(schema.allOf ?? [])].flatMap(({ not }) => (not === undefined ? [] : [not]));
  const forbidden = nots.map((not): Fault => {
    const { required = [] } = not;
    return {
      keyword: 'not',
      key: required.at(-1),
      value: () => ({ ...least(schema), ...chosen(schema, required, not) }),
    };
  });
  return [...forbidden, ...[schema, ...(schema.allOf ?? [])].flatMap((rule) => thenFaults(schema, rule))];
}

/** Returns values that meet a rule's condition and violate its `then`. */
function thenFaults(schema: Schema, { if: when, then = {} }: Schema): Fault[] {
  if (when === undefined) return [];
  const base = () => ({ ...least(schema), ...chosen(schema, Object.keys(when.properties ?? {}), when) });
  const missing = (then.required ?? []).map((name): Fault => ({ keyword: 'then', key: name, value: base }));
  const fields = [then, ...(then.allOf ?? [])].flatMap(({ properties = {} }) => Object.entries(properties));
  const wrong = fields.flatMap(([name, inner]): Fault[] => {
    if (Object.keys(inner).length === 0) return [];
    const bad = () => sampled(schema.properties?.[name] ?? {}, (value) => !isValid(inner, value));
    return [{ keyword: 'then', key: name, value: () => ({ ...base(), [name]: bad() }) }];
  });
  const other: Fault = { keyword: 'then', key: 'extra', value: () => ({ ...base(), extra: 1 }) };
  return [...missing, ...wrong, ...(then.additionalProperties === false ? [other] : []), ...rulesOf(then)];
}

/** Returns violations of the rules nested in a `then`. */
function rulesOf(schema: Schema): Fault[] {
  return (schema.allOf ?? []).flatMap((rule) => thenFaults(schema, rule));
}

function least(schema: Schema): object {
  return smallest(asObject(schema)) as object;
}

/** Returns values of the named fields that are valid by themselves and under `also`. */
function chosen(schema: Schema, names: readonly string[], also: Schema): Record<string, unknown> {
  const pick = (name: string): [string, unknown] => {
    const inner = also.properties?.[name] ?? {};
    return [name, sampled(schema.properties?.[name] ?? {}, (value) => isValid(inner, value))];
  };
  return Object.fromEntries(names.map(pick));
}

function sampled(schema: Schema, accepts: (value: unknown) => boolean): unknown {
  return fc.sample(accepted(arbitraryOf(schema), accepts, schema), { numRuns: 1, seed: 1 })[0];
}

/** Returns the object alternative of a schema, or the schema itself as an object. */
function asObject(schema: Schema): Schema {
  return schema.anyOf?.find((branch) => typesOf(branch).includes('object')) ?? { ...schema, type: 'object' };
}

/** Returns the smallest valid value, with required fields only. */
export function smallest(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return smallest(schema.anyOf[0]!);
  const [type] = typesOf(schema).filter((name) => name !== 'null' || schema.type === 'null');
  if (type === 'object') {
    const fields = (schema.required ?? []).map((name) => [name, smallest(schema.properties?.[name] ?? {})]);
    return Object.fromEntries(fields);
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => smallest(schema.items ?? {}));
  if (type === 'string') {
    if (schema.pattern !== undefined) return sampled(schema, () => true);
    return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'a'.repeat(schema.minLength ?? 0);
  }
  if (type === 'boolean') return false;
  return type === 'null' ? null : Math.max(schema.minimum ?? 0, schema.exclusiveMinimum === undefined ? 0 : 1);
}
