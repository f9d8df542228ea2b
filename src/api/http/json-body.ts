import { ApiError } from '../errors/api-error.ts';
import { jsonDepth } from './json-depth.ts';

/** Deeper documents overflow the stack of recursive validators and serializers; no client comes near. */
const deepestJson = 128;

/** Not the digits of a fraction, which every log-probability has. */
const longInteger = /(?<![.\d])\d{16}/;

/** Integers beyond 2^53 as they were written, by the object that holds them and their key. */
export type ExactIntegers = WeakMap<object, Map<string, bigint>>;

export interface JsonBody {
  value: unknown;
  exact: ExactIntegers;
}

/** The fields that the contract declares as 64-bit integers. */
const int64Fields = ['seed'];

/** Puts the exact integers in the place of the doubles that validation has seen. */
export function restoreExactIntegers({ value, exact }: JsonBody): void {
  if (typeof value !== 'object' || value === null) return;
  for (const field of int64Fields) {
    const integer = exact.get(value)?.get(field);
    if (integer !== undefined) Object.assign(value, { [field]: integer });
  }
}

interface ReviverContext {
  source?: string;
}

/**
 * Parses a JSON request body. Throws `ApiError` when it is no UTF-8, no JSON, or too deep. Integers that a double
 * cannot hold are kept exactly in `exact`. Every key is an own one of its object, `__proto__` like any other: nothing
 * may be copied by assignment to a key that came with a request.
 */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  if (jsonDepth(bytes, deepestJson) > deepestJson) throw refused(`nests deeper than ${deepestJson} levels`);
  const text = decodeUtf8(bytes);
  const exact: ExactIntegers = new WeakMap();
  try {
    // A reviver visits every value and costs several times the parsing, so only documents that need one get one.
    const value: unknown = longInteger.test(text) ? JSON.parse(text, reviver(exact)) : JSON.parse(text);
    return { value, exact };
  } catch (error) {
    throw refused(`is no JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

function reviver(exact: ExactIntegers) {
  return function (this: object, key: string, value: unknown, context?: ReviverContext): unknown {
    const source = context?.source;
    if (typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)) {
      const kept = exact.get(this) ?? new Map<string, bigint>();
      exact.set(this, kept.set(key, BigInt(source)));
    }
    return value;
  };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('is not UTF-8');
  }
}

function refused(wrong: string): ApiError {
  const msg = `the body ${wrong}`;
  return new ApiError('validation_failed', `body: ${msg}`, {
    issues: [{ loc: ['body'], msg, type: 'json_invalid', input: null, ctx: {} }],
  });
}
