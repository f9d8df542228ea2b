import type { ErrorCode, ValidationIssue } from '../../generated/types.ts';

export interface ApiErrorDetails {
  /** The invalid field. */
  param?: string | null;
  /** Validation errors, sent as `detail` of the body. */
  issues?: ValidationIssue[] | null;
  /** Value of the Retry-After header, in seconds. */
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error response. `message` is for people: which field, what is wrong, what is allowed. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly issues: ValidationIssue[] | null;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.param = details.param ?? null;
    this.issues = details.issues ?? null;
    this.headers = { ...details.headers };
    if (details.retryAfter !== undefined) this.headers['retry-after'] = String(details.retryAfter);
  }
}

/**
 * Returns whether a path segment is reported as a number. Longer keys of digits might exceed the contract's numbers.
 */
export function isIndex(step: string): boolean {
  return /^\d{1,9}$/.test(step);
}

/** Returns the error of one invalid field of the body or the query; `field` is dotted. */
export function invalidField(field: string, msg: string, input: unknown, part: 'body' | 'query' = 'body'): ApiError {
  const loc = [part, ...field.split(/\.|\[|\]\.?/).filter((name) => name !== '')].map((name) =>
    isIndex(name) ? Number(name) : name,
  );
  return new ApiError('validation_failed', `${field}: ${msg}`, {
    param: field,
    issues: [{ loc, msg, type: 'value_error', input: shortInput(input), ctx: {} }],
  });
}

const longestInput = 200;
/** JSON has no infinity, but numbers such as 1e999 are read as one. */
export const beyondDouble = 'a number too large for a double';

/** Returns the part of a rejected value to show: scalars, truncated if long; never whole documents. */
export function shortInput(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestInput ? `${value.slice(0, longestInput)}...` : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : beyondDouble;
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value === undefined ? null : 'an object';
}
