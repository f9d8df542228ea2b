import type { IncomingMessage } from 'node:http';
import { operations, type RouteId } from '../generated/operations.ts';
import type { KeyRecord } from '../store/key-record.ts';
import type { Keys } from '../store/keys.ts';
import { ApiError } from './api-error.ts';

export type KeyVerifier = Pick<Keys, 'verify'>;

const challenge = 'Bearer realm="daybreak"';

/**
 * The key that the request carries; null on operations that need none. Throws `invalid_api_key` with the cure, or
 * `insufficient_scope`.
 */
export async function authenticate(
  request: IncomingMessage,
  route: RouteId,
  keys: KeyVerifier,
): Promise<KeyRecord | null> {
  if (!operations[route].secured) return null;
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new ApiError(
      'invalid_api_key',
      'No API key was sent. Send the header Authorization: Bearer <key>; ART clients below 0.5.18 need the openai ' +
        'package below 2.34 to do so.',
      { headers: { 'www-authenticate': challenge } },
    );
  }
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  const key = token === undefined ? null : await keys.verify(token);
  if (key === null) {
    throw new ApiError(
      'invalid_api_key',
      token === undefined
        ? 'The Authorization header is not of the form: Bearer <key>.'
        : 'The API key is not known here, has expired or was revoked. The server prints at its start where its key is.',
      { headers: { 'www-authenticate': `${challenge}, error="invalid_token"` } },
    );
  }
  checkScope(key, route);
  return key;
}

function checkScope(key: KeyRecord, route: RouteId): void {
  const { scope } = operations[route];
  if (scope === null || key.scopes.includes('admin') || key.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', `This key may not do this: it lacks the scope '${scope}'.`);
}
