import type { ErrorObject } from 'ajv';
import { beyondDouble, shortInput } from '../errors/api-error.ts';

/** Messages per JSON Schema format. */
const formatWords: Readonly<Record<string, string>> = {
  uuid: 'not a UUID; allowed are 36 characters such as 6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10',
  'date-time': 'not a date-time; allowed is ISO 8601 such as 2026-11-21T12:00:00.000Z',
};

/** Maximum number of properties that an error lists. */
const maxFields = 8;

/** Returns a message for people: what is wrong with a value and what is allowed. The field's name precedes it. */
export function errorText(error: ErrorObject): string {
  const { params, parentSchema } = error;
  const shown = shortInput(error.data);
  const isBare = shown === beyondDouble || typeof error.data === 'bigint';
  const value = isBare ? shown : JSON.stringify(shown);
  // The format says more than the bounds of its length.
  const format = formatWords[parentSchema?.format];
  if (format !== undefined && error.keyword !== 'type') return `${value} is ${format}`;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `is not known here${fieldsOf(error)}`;
    case 'type':
      return `is ${typeName(error.data)}; allowed is ${[params.type].flat().join(' or ')}`;
    case 'minimum':
    case 'exclusiveMinimum':
      return `${value} is below the minimum; allowed is ${range(error)}`;
    case 'maximum':
    case 'exclusiveMaximum':
      return `${value} is above the maximum; allowed is ${range(error)}`;
    case 'enum':
      return `${value} is not allowed; allowed is ${params.allowedValues.map(show).join(', ')}`;
    case 'const':
      return `${value} is not allowed; allowed is ${[params.numbers ?? [], params.allowedValue].flat().map(show).join(', ')}`;
    case 'minLength':
      return `has too few characters; allowed are ${count(error, 'minLength', 'maxLength')}`;
    case 'maxLength':
      return `has too many characters; allowed are ${count(error, 'minLength', 'maxLength')}`;
    case 'minItems':
      return `has too few items; allowed are ${count(error, 'minItems', 'maxItems')}`;
    case 'maxItems':
      return `has too many items; allowed are ${count(error, 'minItems', 'maxItems')}`;
    case 'minProperties':
      return `has too few keys; allowed are ${count(error, 'minProperties', 'maxProperties')}`;
    case 'maxProperties':
      return `has too many keys; allowed are ${count(error, 'minProperties', 'maxProperties')}`;
    case 'pattern':
      return `${value} does not have the allowed form: ${parentSchema?.description ?? params.pattern}`;
    case 'format':
      return `${value} is not a valid ${params.format}`;
    case 'not':
      return parentSchema?.not?.description ?? 'is not allowed';
    case 'discriminator':
      return `has no allowed value in its field ${JSON.stringify(params.tag)}`;
    default:
      return error.message ?? 'is not valid';
  }
}

/** Returns the allowed fields as text; empty if there are none, or more than `maxFields`. */
function fieldsOf({ parentSchema }: ErrorObject): string {
  const names = Object.keys(parentSchema?.properties ?? {});
  return names.length === 0 || names.length > maxFields ? '' : `; allowed are ${names.join(', ')}`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return Number.isFinite(value) ? `the number ${value}` : beyondDouble;
  }
  return (
    { object: 'an object', string: 'a string', number: 'a number', boolean: 'a boolean' }[typeof value as string] ??
    'absent'
  );
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function count({ parentSchema }: ErrorObject, least: string, most: string): string {
  const { [least]: low, [most]: high } = parentSchema ?? {};
  if (low === undefined) return `at most ${high}`;
  if (high === undefined) return `at least ${low}`;
  return low === high ? `exactly ${low}` : `${low} to ${high}`;
}

function range({ parentSchema }: ErrorObject): string {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = parentSchema ?? {};
  const low = bound(minimum ?? exclusiveMinimum);
  const high = bound(maximum ?? exclusiveMaximum);
  if (low === undefined && high === undefined) return 'any that fits in a double';
  const above = exclusiveMinimum === undefined ? '' : 'more than ';
  const below = exclusiveMaximum === undefined ? '' : 'less than ';
  if (low === undefined) return below === '' ? `at most ${high}` : `less than ${high}`;
  if (high === undefined) return above === '' ? `at least ${low}` : `more than ${low}`;
  return `${above}${low} to ${below}${high}`;
}

/** Returns a bound; undefined if every double satisfies it. */
function bound(value: number | undefined): number | undefined {
  return Math.abs(value ?? 0) === Number.MAX_VALUE ? undefined : value;
}
