import type { ErrorObject } from 'ajv';
import type { ValidationIssue } from '../../generated/types.ts';
import { ApiError, isIndex, shortInput } from '../errors/api-error.ts';
import { placedErrors } from '../errors/placed-errors.ts';
import { relevantErrors } from '../errors/relevant-errors.ts';
import { errorText } from './error-text.ts';

/** Maximum number of errors reported; a request may have thousands. */
const mostIssues = 20;
/** Keyword that openapi-backend adds if a parsed body is a string without JSON; the type error is reported too. */
const libraryParse = 'parse';
/** Maximum lengths of a reported name and of a field's path, in characters. */
const longestName = 200;
const longestField = 1_000;

/**
 * Converts Ajv's errors of a request (parts named `requestBody`, `path`, `query`, `header`) into the error body.
 * `message` names the first field, what is wrong and what is allowed; `detail` lists up to 20 errors.
 */
export function validationError(errors: readonly ErrorObject[]): ApiError {
  const real = placedErrors(errors.filter(({ keyword }) => keyword !== libraryParse));
  const found = relevantErrors(real);
  const meant = (found.length > 0 ? found : real).toSorted((one, other) => Number(isKind(other)) - Number(isKind(one)));
  const issues = meant.slice(0, mostIssues).map(validationIssue);
  const field = (issue: ValidationIssue): string => shortField(issue.loc.slice(1).join('.') || String(issue.loc[0]));
  const [first] = issues;
  // Alternatives of one field are reported together: no single one says what is allowed.
  const same = issues.filter((issue) => field(issue) === field(first));
  const words = [...new Set(same.map(({ msg }) => msg))].join('; ');
  const more = meant.length - same.length;
  const rest = more > 0 ? ` (and ${more} more; see detail)` : '';
  return new ApiError('validation_failed', `${field(first)}: ${words}${rest}`, { param: field(first), issues });
}

const parts: Record<string, string> = { requestBody: 'body' };

function validationIssue(error: ErrorObject): ValidationIssue {
  const [part, ...path] = error.instancePath.split('/').slice(1).map(unescapePointer);
  const loc: (string | number)[] = [parts[part] ?? part, ...path.map((key) => (isIndex(key) ? Number(key) : key))];
  const missing = missingProperty(error);
  const refused = refusedProperty(error);
  if (refused !== null) loc.push(refused);
  if (missing !== null) {
    // Ajv reports a missing body as a missing property of the whole request.
    if (part === undefined) loc.splice(0, 1, parts[missing] ?? missing);
    else loc.push(missing);
  }
  for (const [i, key] of loc.entries()) loc[i] = typeof key === 'string' ? shortName(key) : key;
  const data = refused === null ? error.data : (error.data as Record<string, unknown>)[refused];
  const input = missing !== null && error.keyword === 'required' ? null : shortInput(data);
  return { loc, msg: errorText(error), type: error.keyword, input, ctx: context(error) };
}

function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}...` : name;
}

/** Shortens a path in the middle: its ends say most. */
function shortField(field: string): string {
  if (field.length <= longestField) return field;
  return `${field.slice(0, longestField / 2)}...${field.slice(-longestField / 2)}`;
}

/** Returns whether the error is about a `type` field. It is reported first: an unknown type has other fields too. */
function isKind({ keyword, instancePath }: ErrorObject): boolean {
  return (keyword === 'const' || keyword === 'enum') && instancePath.endsWith('/type');
}

/** Returns the field that conflicts with others: the last one that a forbidden combination requires. */
function refusedProperty({ keyword, parentSchema }: ErrorObject): string | null {
  return keyword === 'not' ? (parentSchema?.not?.required?.at(-1) ?? null) : null;
}

/** Decodes a token of a JSON pointer. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the key that an object lacks or must not have; null if the error is not about a key. */
function missingProperty({ params, propertyName }: ErrorObject): string | null {
  return params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? propertyName ?? null;
}

function context(error: ErrorObject): Record<string, unknown> {
  if (error.keyword === 'enum') return { expected: error.params.allowedValues };
  if (error.keyword === 'const') return { expected: error.params.allowedValue };
  return error.keyword === 'required' || error.keyword.endsWith('Properties') ? {} : { ...error.params };
}
