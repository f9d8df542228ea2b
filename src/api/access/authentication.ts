import type { IncomingMessage } from 'node:http';
import { operations, type RouteId } from '../../generated/operations.ts';
import type { KeyRecord } from '../../store/key-record.ts';
import type { Keys } from '../../store/keys.ts';
import { ApiError } from '../errors/api-error.ts';
import { FailedKeys } from './failed-keys.ts';

export type KeyVerifier = Pick<Keys, 'verify' | 'recognises'>;

const challenge = 'Bearer realm="daybreak"';

/** Returns the error for an unknown, expired or revoked API key. */
export function unknownKey(
  message = 'The API key is unknown, expired or revoked. At start-up the server prints where its key is.',
): ApiError {
  return new ApiError('invalid_api_key', message, {
    headers: { 'www-authenticate': `${challenge}, error="invalid_token"` },
  });
}

/** Authenticates requests by their API key. */
export class Authentication {
  readonly failedKeys: FailedKeys;
  readonly #keys: KeyVerifier;

  /** `failedKeysPerMinute` applies to each client address. */
  constructor(keys: KeyVerifier, failedKeysPerMinute: number) {
    this.#keys = keys;
    this.failedKeys = new FailedKeys(failedKeysPerMinute);
  }

  /**
   * Returns the key of a request; null if the operation takes none, or if none was sent and it is optional. Throws
   * `invalid_api_key` with instructions, `insufficient_scope`, and `rate_limit_exceeded` for a wrong key from an
   * address that has sent too many.
   */
  async authenticate(request: IncomingMessage, route: RouteId): Promise<KeyRecord | null> {
    if (!operations[route].secured) return null;
    const header = authorizationOf(request, route);
    if (header === undefined) {
      if (operations[route].keyOptional) return null;
      throw new ApiError(
        'invalid_api_key',
        'No API key was sent. Send the header Authorization: Bearer <key>; ART clients below 0.5.18 need the openai ' +
          'package below 2.34 to do so.',
        { headers: { 'www-authenticate': challenge } },
      );
    }
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    const key = token === undefined ? null : await this.#find(token, request);
    if (key === null) {
      this.failedKeys.count(addressOf(request));
      throw token === undefined ? unknownKey(malformed(request)) : unknownKey();
    }
    checkScope(key, route);
    return key;
  }

  /** Counts a credential in the request's body that a handler has refused. Throws `rate_limit_exceeded`. */
  countRefused(request: IncomingMessage): void {
    this.failedKeys.count(addressOf(request));
  }

  /**
   * Returns the key's record; null if unknown. For an address that has sent too many wrong keys, it looks up only keys
   * of this server's form or known to be valid: others may share the address.
   */
  async #find(token: string, request: IncomingMessage): Promise<KeyRecord | null> {
    if (this.failedKeys.isGuessing(addressOf(request)) && !this.#keys.recognises(token)) return null;
    return this.#keys.verify(token);
  }
}

function malformed({ headers }: IncomingMessage): string {
  return headers.authorization === undefined
    ? 'The x-api-key header is not an API key.'
    : 'The Authorization header must have the form: Bearer <key>.';
}

/**
 * Returns the credential as `Bearer <key>`. Clients of Anthropic and Tinker send `x-api-key`; Tinker's keys begin with
 * `tml-`, which is removed. W&B's client sends the key as the password of HTTP Basic, for the user `api`.
 */
function authorizationOf({ headers }: IncomingMessage, route: RouteId): string | undefined {
  const basic = operations[route].tag === 'wandb' ? /^Basic +(\S+) *$/i.exec(headers.authorization ?? '') : null;
  const password = /^api:(.*)$/s.exec(Buffer.from(basic?.[1] ?? '', 'base64').toString())?.[1];
  if (password !== undefined) return `Bearer ${password}`;
  const key = headers['x-api-key'];
  const sent = headers.authorization ?? (key === undefined ? undefined : `Bearer ${String(key)}`);
  return sent?.replace(/^(Bearer +)tml-/i, '$1');
}

function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? '';
}

function checkScope(key: KeyRecord, route: RouteId): void {
  const { scope } = operations[route];
  if (scope === null || key.scopes.includes('admin') || key.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', `This key may not do this: it lacks the scope '${scope}'.`);
}
