import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnyReply } from '../contract/any-reply.ts';
import type { ResponseCheck } from '../contract/response-check.ts';
import { sendEvents, streamHeaders } from './event-stream.ts';
import { readOver } from './request-body.ts';
import { WrittenJson } from './written-json.ts';

/**
 * Sends a handler's reply. Resolves when the last byte has been handed over or the client has disconnected. Throws
 * `BrokenContract` before the first byte if `check` finds a violation. `onError` returns the last event of a stream
 * that fails.
 */
export async function sendReply(
  response: ServerResponse,
  reply: AnyReply,
  onError: (error: unknown) => object,
  check: ResponseCheck | null,
): Promise<void> {
  const { status, headers = {}, body, type, stream, ids, named } = reply;
  if (stream !== undefined) {
    const all = { ...headers, ...streamHeaders };
    const checkEvent = check?.begin(response, status, all) ?? null;
    await sendEvents(response, { status, headers: all, stream, ids, named }, onError, checkEvent);
  } else if (body instanceof WrittenJson) {
    try {
      await sendWritten(response, { status, headers, body }, check);
    } finally {
      await body.close();
    }
  } else if (body instanceof Readable) {
    const all = { 'content-type': 'application/octet-stream', ...headers };
    try {
      check?.begin(response, status, all);
      response.writeHead(status, all);
      await pipeline(body, response);
    } catch (error) {
      // A pipeline does not destroy the body if the client disconnected before it began.
      body.destroy();
      throw error;
    }
  } else if (type !== undefined) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(String(body));
    const all = {
      ...headers,
      'content-type': isBinary(type) ? type : `${type}; charset=utf-8`,
      'content-length': bytes.length,
    };
    check?.begin(response, status, all)(bytes.toString());
    response.writeHead(status, all);
    response.end(bytes);
  } else if (Buffer.isBuffer(body)) {
    const all = { 'content-type': 'application/octet-stream', ...headers };
    check?.begin(response, status, all);
    response.writeHead(status, all);
    response.end(body);
  } else {
    response.end(jsonHead(response, { status, headers, body }, check));
  }
}

/** Returns whether a content type is binary. */
function isBinary(type: string): boolean {
  return type === 'application/x-protobuf';
}

async function sendWritten(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: WrittenJson },
  check: ResponseCheck | null,
): Promise<void> {
  const all = { ...headers, 'content-type': 'application/json', 'content-length': body.length };
  const checkBody = check?.begin(response, status, all);
  if (checkBody !== undefined) {
    const parts: Uint8Array[] = [];
    for await (const part of body.parts()) parts.push(part);
    const json = Buffer.concat(parts);
    checkBody(String(json));
    response.writeHead(status, all).end(json);
    return;
  }
  response.writeHead(status, all);
  await pipeline(body.parts(), response);
}

/** Status, headers and JSON body of an error response. */
interface SentError {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: object;
}

/**
 * Sends an error, then drains the rest of the request. Closing the connection while the client still sends would reset
 * it before the client reads the response.
 */
export async function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: SentError,
  check: ResponseCheck | null,
): Promise<void> {
  if (!request.complete) response.setHeader('connection', 'close');
  response.write(jsonHead(response, error, check));
  await readOver(request);
  response.end();
}

/** Writes the head of a JSON response and returns its body, mostly as text: Node sends head and text in one piece. */
function jsonHead(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: unknown },
  check: ResponseCheck | null,
): string | Buffer {
  const json = jsonOf(body);
  const length = Buffer.byteLength(json);
  const all: OutgoingHttpHeaders = { ...headers, 'content-type': 'application/json', 'content-length': length };
  check?.begin(response, status, all)(String(json));
  response.writeHead(status, all);
  return json;
}

/**
 * Serialized immutable bodies, shared by all responses: a client that requests many at once and reads none takes no
 * extra memory.
 */
const lasting = new WeakMap<object, Buffer>();

/** Returns the JSON of a body; a frozen body, such as the contract, is serialized only once. */
function jsonOf(body: unknown): string | Buffer {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return JSON.stringify(body);
  const known = lasting.get(body) ?? Buffer.from(JSON.stringify(body));
  lasting.set(body, known);
  return known;
}
