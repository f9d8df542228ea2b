import type { ErrorObject } from 'ajv';
import type { ValidationIssue } from '../../generated/types.ts';
import { ApiError, isIndex, shortInput } from '../errors/api-error.ts';
import { meantErrors } from '../errors/meant-errors.ts';
import { placedErrors } from '../errors/placed-errors.ts';
import { errorWords } from './error-words.ts';

/** A request may break the contract in thousands of places; nobody reads on after these. */
const mostIssues = 20;
/**
 * openapi-backend adds this where a parsed body is a string that holds no JSON; that it is no object is reported too.
 */
const libraryParse = 'parse';
/** Characters of a name, and of the way to a field, that are told. */
const longestName = 200;
const longestField = 1_000;

/**
 * Turns what Ajv says about a request (its parts named `requestBody`, `path`, `query`, `header`) into the error body:
 * `message` names the first field, what is wrong and what is allowed; `detail` has them all, up to 20.
 */
export function validationError(errors: readonly ErrorObject[]): ApiError {
  const real = placedErrors(errors.filter(({ keyword }) => keyword !== libraryParse));
  const found = meantErrors(real);
  const meant = (found.length > 0 ? found : real).toSorted((one, other) => Number(isKind(other)) - Number(isKind(one)));
  const issues = meant.slice(0, mostIssues).map(validationIssue);
  const field = (issue: ValidationIssue): string => shortField(issue.loc.slice(1).join('.') || String(issue.loc[0]));
  const [first] = issues;
  // Alternatives of one field are told together: neither alone says what is allowed.
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
    // A missing body is reported as a missing property of the whole request.
    if (part === undefined) loc.splice(0, 1, parts[missing] ?? missing);
    else loc.push(missing);
  }
  for (const [i, key] of loc.entries()) loc[i] = typeof key === 'string' ? shortName(key) : key;
  const data = refused === null ? error.data : (error.data as Record<string, unknown>)[refused];
  const input = missing !== null && error.keyword === 'required' ? null : shortInput(data);
  return { loc, msg: errorWords(error), type: error.keyword, input, ctx: context(error) };
}

function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}...` : name;
}

/** Both ends of it tell most. */
function shortField(field: string): string {
  if (field.length <= longestField) return field;
  return `${field.slice(0, longestField / 2)}...${field.slice(-longestField / 2)}`;
}

/** What kind of thing it is was meant first of all: a kind that there is not has other fields too. */
function isKind({ keyword, instancePath }: ErrorObject): boolean {
  return (keyword === 'const' || keyword === 'enum') && instancePath.endsWith('/type');
}

/** The field that does not go with others: the last of those that a forbidden combination requires. */
function refusedProperty({ keyword, parentSchema }: ErrorObject): string | null {
  return keyword === 'not' ? (parentSchema?.not?.required?.at(-1) ?? null) : null;
}

/** A part of a JSON pointer, as a key. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The key that an error is about where the error stands at the object that has it, or lacks it. */
function missingProperty({ params, propertyName }: ErrorObject): string | null {
  return params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? propertyName ?? null;
}

function context(error: ErrorObject): Record<string, unknown> {
  if (error.keyword === 'enum') return { expected: error.params.allowedValues };
  if (error.keyword === 'const') return { expected: error.params.allowedValue };
  return error.keyword === 'required' || error.keyword.endsWith('Properties') ? {} : { ...error.params };
}
