import { type JsonCost, jsonCost } from '../../inference/cost/json-cost.ts';
import { ApiError } from '../errors/api-error.ts';

/**
 * Maximum nesting. Deeper documents overflow the stack of recursive validators and serializers; no client comes close.
 */
const deepestJson = 128;

/** Exact values of integers in the body's top-level fields that a double cannot hold. */
type ExactIntegers = ReadonlyMap<string, bigint>;

export interface JsonBody {
  value: unknown;
  exact: ExactIntegers;
}

/** Top-level fields that the contract declares as 64-bit integers. */
const int64Fields = ['seed'];

/** Replaces the doubles that validation has seen with the exact integers. */
export function restoreExactIntegers({ value, exact }: JsonBody): void {
  if (isObject(value)) Object.assign(value, Object.fromEntries(exact));
}

/** Estimates the cost of a JSON body. Throws `ApiError` if it nests too deep or has more than `maxNodes` nodes. */
export function readJsonCost(bytes: Uint8Array, maxNodes: number): JsonCost {
  const cost = jsonCost(bytes, deepestJson);
  if (cost.depth > deepestJson) throw refused(`is nested deeper than ${deepestJson} levels`);
  if (cost.nodes <= maxNodes) return cost;
  const message = `The body has more than ${maxNodes} keys and values (four numbers count as one).`;
  throw new ApiError('payload_too_large', message);
}

/**
 * Parses a JSON request body whose cost has been checked. Throws `ApiError` for invalid UTF-8 or JSON. Integers that a
 * double cannot hold are kept in `exact`. Every key, even `__proto__`, is an own property of its object: never assign
 * to a key that came with a request.
 */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeUtf8(bytes);
  try {
    const value: unknown = JSON.parse(text);
    return { value, exact: exactIntegers(value, text) };
  } catch (error) {
    throw refused(`is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

function exactIntegers(value: unknown, text: string): ExactIntegers {
  const exact = new Map<string, bigint>();
  if (!isObject(value)) return exact;
  for (const field of int64Fields) {
    const rounded = Object.hasOwn(value, field) ? value[field] : undefined;
    if (typeof rounded !== 'number' || Number.isSafeInteger(rounded)) continue;
    const source = sourceOf(text, field);
    if (/^-?\d+$/.test(source)) exact.set(field, BigInt(source));
  }
  return exact;
}

/** Maximum lengths of a field's name in its source form, and of a number. */
const longest = { name: 256, number: 1_024 };

/**
 * Returns the source text of a number in a field of the outermost object; of the last such field, as `JSON.parse` takes
 * it.
 */
function sourceOf(text: string, field: string): string {
  let source = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (character !== '"') continue;
    const end = endOfString(text, at);
    if (depth === 1 && end - at < longest.name && JSON.parse(text.slice(at, end)) === field) {
      const number = new RegExp(`\\s*:\\s*([^\\s,}]{1,${longest.number}})`, 'y');
      number.lastIndex = end;
      source = number.exec(text)?.[1] ?? source;
    }
    at = end - 1;
  }
  return source;
}

/** Returns the position after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
