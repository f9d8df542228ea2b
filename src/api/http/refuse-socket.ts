import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { errorStatus } from '../errors/error-table.ts';

/** How long what the client still sends is read over, so that it gets to read the refusal. */
const lingerMs = 1_000;

/** Takes what still comes for no request: a parser that gave up would complain about every further byte. */
export function ignoreRest(socket: Duplex): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
}

/** Answers where there is no request to answer, or none that came to its end, and closes the connection. */
export function refuseSocket(socket: Duplex, error: ApiError, requestId: string): void {
  const status = errorStatus(error.code, 400);
  const body = Buffer.from(JSON.stringify(errorBody(error)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  ignoreRest(socket);
  socket.on('error', () => {});
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
