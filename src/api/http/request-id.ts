import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { KeyMask } from './key-mask.ts';

/** Returns the caller's `X-Request-Id` if it is safe in a header and a log line; otherwise a new id. */
export function requestIdOf(request: IncomingMessage, keyMask: KeyMask): string {
  const given = request.headers['x-request-id'];
  if (typeof given !== 'string' || !/^[\w.:-]{1,128}$/.test(given) || keyMask.holdsKey(given)) return newRequestId();
  return given;
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
