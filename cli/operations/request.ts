import { randomUUID } from 'node:crypto';
import type { RawRequest } from '../../clients/typescript/src/connection.ts';
import { UsageFailure } from '../failures.ts';
import { blobOf } from '../files/local-blob.ts';
import { fileText, flagOf } from './fields.ts';
import type { Field, Operation } from './operation.ts';

/** Values of fields, by field. */
export type Values = ReadonlyMap<Field, unknown>;

/** A request of an operation, ready to send. */
export interface Prepared extends RawRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: Map<string, string>;
}

/** Builds the request. Throws `UsageFailure` if a field is missing or the body is invalid. */
export async function prepare(operation: Operation, values: Values, body: string | undefined): Promise<Prepared> {
  const query = new Map<string, string>();
  const headers: Record<string, string> = { accept: acceptOf(operation) };
  let path = operation.path;
  for (const [field, value] of values) {
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (field.in === 'path') path = path.replace(`{${field.name}}`, pathPart(field, text));
    if (field.in === 'query') query.set(field.name, text);
    if (field.in === 'header') headers[field.name] = text;
  }
  const whole = await bodyOf(operation, values, body);
  if (operation.body !== undefined) {
    headers['content-type'] = operation.body === 'json' ? 'application/json' : 'application/octet-stream';
  }
  requireAll(operation, values, body !== undefined);
  return { method: operation.method, path, query, headers, body: whole };
}

function acceptOf({ answer }: Operation): string {
  return answer === 'json' ? 'application/json' : '*/*';
}

function pathPart({ name }: Field, text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new UsageFailure(`${name} is ${text === '' ? 'empty' : text}`);
  return encodeURIComponent(text);
}

async function bodyOf(
  { body: kind }: Operation,
  values: Values,
  given: string | undefined,
): Promise<RawRequest['body']> {
  if (kind === undefined) return undefined;
  if (kind === 'bytes') return given === undefined ? undefined : await bytesOf(given);
  const text = given?.startsWith('@') || given === '-' ? fileText(named(given)) : given;
  const whole = text === undefined ? {} : parsed(text);
  const own = [...values].filter(([field]) => field.in === 'body').map(([field, value]) => [field.name, value]);
  // Sent unchanged if no field is added: an integer may have more digits than a number can hold.
  return text !== undefined && own.length === 0 ? text : exactJson({ ...whole, ...Object.fromEntries(own) });
}

/** Returns JSON in which a `bigint` keeps all its digits. */
function exactJson(value: unknown): string {
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${mark}${one}` : one));
  return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Returns the body as a blob; a file is read while it is sent. */
async function bytesOf(given: string): Promise<Blob> {
  const path = named(given);
  if (path === '-') {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of process.stdin) pieces.push(piece);
    return new Blob(pieces);
  }
  return blobOf(path);
}

function named(given: string): string {
  return given.startsWith('@') ? given.slice(1) : given;
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageFailure(`--body is not valid JSON (${(error as Error).message})`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageFailure('--body is not a JSON object');
}

/** Throws if a required field is missing. If the body is given as a whole, the server checks it. */
function requireAll({ fields, body }: Operation, values: Values, hasBody: boolean): void {
  const missing = fields.find((field) => field.required && !values.has(field) && !(hasBody && field.in === 'body'));
  if (missing !== undefined) {
    throw new UsageFailure(`${missing.position === undefined ? flagOf(missing) : `<${missing.name}>`} is missing`);
  }
  if (body === 'bytes' && !hasBody)
    throw new UsageFailure('--body is missing; it takes @file, or - for standard input');
}
