import type { ErrorObject } from 'ajv';
import type { ValidationIssue } from '../generated/types.ts';
import { ApiError, shortInput } from './api-error.ts';

/** Combinators report only that no branch fits; the branches' own errors say what is wrong. */
const combinators = new Set(['anyOf', 'oneOf', 'allOf', 'if']);

/**
 * Turns what Ajv says about a request (its parts named `requestBody`, `path`, `query`, `header`) into the error body:
 * each message names the field, what is wrong and what is allowed.
 */
export function validationError(errors: ErrorObject[]): ApiError {
  const issues = mergeTypes(deepest(errors)).map(validationIssue);
  const field = (issue: ValidationIssue): string => issue.loc.slice(1).join('.') || String(issue.loc[0]);
  const message = issues.map((issue) => `${field(issue)}: ${issue.msg}`).join('; ');
  return new ApiError('validation_failed', message, { param: field(issues[0]), issues });
}

/** Of the errors of alternative branches, those that got furthest into the document: that branch was meant. */
function deepest(errors: ErrorObject[]): ErrorObject[] {
  const leaves = errors.filter((error) => !combinators.has(error.keyword));
  if (leaves.length === 0) return errors.slice(0, 1);
  const depth = (error: ErrorObject): number => error.instancePath.split('/').length + (isMissing(error) ? 1 : 0);
  const limit = Math.max(...leaves.map(depth));
  const kept = leaves.filter((error) => depth(error) === limit);
  // `null` is one alternative of every optional field: its type error is noise beside the real one.
  const real = kept.filter((error) => error.keyword !== 'type');
  return real.length > 0 ? real : kept;
}

function isMissing(error: ErrorObject): boolean {
  return error.keyword === 'required' || error.keyword.endsWith('Properties');
}

/** Errors of one place that differ only in what they allow become one that allows all of it. */
function mergeTypes(errors: ErrorObject[]): ErrorObject[] {
  const merged = new Map<string, ErrorObject>();
  for (const error of errors) {
    const key = `${error.instancePath} ${error.keyword} ${isMissing(error) ? JSON.stringify(error.params) : ''}`;
    const earlier = merged.get(key);
    merged.set(key, earlier ? { ...earlier, params: mergeParams(earlier, error) } : error);
  }
  return [...merged.values()];
}

function mergeParams(a: ErrorObject, b: ErrorObject): Record<string, unknown> {
  if (a.keyword === 'type') return { type: [...new Set([a.params.type, b.params.type].flat())] };
  if (a.keyword === 'const')
    return { allowedValue: [...new Set([a.params.allowedValue, b.params.allowedValue].flat())] };
  if (a.keyword === 'enum')
    return { allowedValues: [...new Set([...a.params.allowedValues, ...b.params.allowedValues])] };
  return a.params;
}

const parts: Record<string, string> = { requestBody: 'body' };

function validationIssue(error: ErrorObject): ValidationIssue {
  const [part, ...path] = error.instancePath.split('/').slice(1).map(unescapePointer);
  const loc: (string | number)[] = [parts[part] ?? part, ...path.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
  const missing = missingProperty(error);
  if (missing !== null) {
    // A missing body is reported as a missing property of the whole request.
    if (part === undefined) loc.splice(0, 1, parts[missing] ?? missing);
    else loc.push(missing);
  }
  const input = missing !== null && error.keyword === 'required' ? null : shortInput(error.data);
  return { loc, msg: describe(error), type: error.keyword, input, ctx: context(error) };
}

function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function missingProperty(error: ErrorObject): string | null {
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params;
  return missingProperty ?? additionalProperty ?? unevaluatedProperty ?? null;
}

function context(error: ErrorObject): Record<string, unknown> {
  if (error.keyword === 'enum') return { expected: error.params.allowedValues };
  if (error.keyword === 'const') return { expected: error.params.allowedValue };
  return isMissing(error) ? {} : { ...error.params };
}

function describe(error: ErrorObject): string {
  const { params } = error;
  const value = JSON.stringify(shortInput(error.data));
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not known here';
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
      return `${value} is not allowed; allowed is ${[params.allowedValue].flat().map(show).join(', ')}`;
    case 'minLength':
      return `has too few characters; allowed are at least ${params.limit}`;
    case 'maxLength':
      return `has too many characters; allowed are at most ${params.limit}`;
    case 'minItems':
      return `has too few items; allowed are at least ${params.limit}`;
    case 'maxItems':
      return `has too many items; allowed are at most ${params.limit}`;
    case 'minProperties':
      return `has too few keys; allowed are at least ${params.limit}`;
    case 'maxProperties':
      return `has too many keys; allowed are at most ${params.limit}`;
    case 'pattern':
      return `${value} does not match ${params.pattern}`;
    case 'format':
      return `${value} is no valid ${params.format}`;
    case 'not':
      return error.parentSchema?.not?.description ?? 'is not allowed';
    case 'discriminator':
      return `has no allowed value in its field ${JSON.stringify(params.tag)}`;
    default:
      return error.message ?? 'is not valid';
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isInteger(value)) return `the number ${value}`;
  return (
    { object: 'an object', string: 'a string', number: 'a number', boolean: 'a boolean' }[typeof value as string] ??
    'absent'
  );
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function range(error: ErrorObject): string {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = error.parentSchema ?? {};
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const above = exclusiveMinimum === undefined ? '' : 'more than ';
  const below = exclusiveMaximum === undefined ? '' : 'less than ';
  if (low === undefined) return below === '' ? `at most ${high}` : `less than ${high}`;
  if (high === undefined) return above === '' ? `at least ${low}` : `more than ${low}`;
  return `${above}${low} to ${below}${high}`;
}
