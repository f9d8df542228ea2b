import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiError } from './api-error.ts';
import { errorBody } from './error-body.ts';
import { errorStatus } from './error-table.ts';
import { sendEvents } from './event-stream.ts';
import { readOver } from './request-body.ts';

/** Any reply of any operation, as the generated handler types have it. */
export interface AnyReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  stream?: AsyncIterable<unknown>;
}

/** Sends what a handler replied; resolves when the last byte has been handed over or the client has gone. */
export async function sendReply(
  response: ServerResponse,
  reply: AnyReply,
  toApiError: (error: unknown) => ApiError,
): Promise<void> {
  const { status, headers = {}, body, stream } = reply;
  if (stream !== undefined) {
    await sendEvents(response, { status, headers, stream }, (error) => errorBody(toApiError(error)));
  } else if (body instanceof Readable) {
    response.writeHead(status, { 'content-type': 'application/octet-stream', ...headers });
    await pipeline(body, response);
  } else if (Buffer.isBuffer(body)) {
    response.writeHead(status, { 'content-type': 'application/octet-stream', ...headers });
    response.end(body);
  } else {
    response.end(jsonHead(response, status, body, headers));
  }
}

/**
 * Sends the error body; `validationStatus` is the operation's. A connection closed on a client that still sends would be
 * reset before the client has read the answer, so the rest of its body is read over first.
 */
export async function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  validationStatus: 400 | 422,
): Promise<void> {
  if (!request.complete) response.setHeader('connection', 'close');
  response.write(jsonHead(response, errorStatus(error.code, validationStatus), errorBody(error), error.headers));
  await readOver(request);
  response.end();
}

/** Writes the head of a JSON response and gives back the bytes of its body. */
function jsonHead(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': bytes.length });
  return bytes;
}
