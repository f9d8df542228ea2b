import { absentAsNull, StorageError } from '../../artifacts/storage-error.ts';
import type {
  ErrorReply,
  JsonReply,
  KeyedContext,
  RequestContext,
  SessionsHandlers,
} from '../../generated/handlers.ts';
import type { CreateSessionRequest, DeletedSession, Key, Scope, Session } from '../../generated/types.ts';
import type { KeyRecord } from '../../store/key-record.ts';
import type { Keys } from '../../store/keys.ts';
import { unknownKey } from '../access/authentication.ts';
import type { KeyLimits } from '../access/key-limit.ts';
import type { SignInCodes } from '../access/sign-in-codes.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Delete, Get, Inject, Post, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';

export interface SessionsParts {
  keys: Pick<Keys, 'get' | 'createSession' | 'endSession'>;
  codes: SignInCodes;
  limits: KeyLimits;
}

const longestSeconds = 12 * 3_600;

/** The current key, and sign-in and sign-out of browsers. */
@Route('v1/preview')
export class SessionsHandler implements SessionsHandlers {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  @Post('sessions')
  @Security('bearerAuth')
  async createSession(
    @Body() body: CreateSessionRequest,
    @Inject() { caller }: RequestContext,
  ): Promise<JsonReply<200, Session> | ErrorReply<Keyed | Bodied | 422 | 507>> {
    const { code } = body;
    const make = (keyId: string) => this.#make(keyId, body);
    const made = code == null ? await make(signedIn(caller).keyId) : await this.#parts.codes.redeem(code, make);
    if (made !== null) return { status: 200, body: made };
    throw code == null
      ? unknownKey()
      : unknownKey(
          'The code is unknown, was already used, or has expired. Sign in with an API key, or restart the server.',
        );
  }

  @Delete('sessions/current')
  @Security('bearerAuth')
  async deleteSession(
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, DeletedSession> | ErrorReply<Keyed | 404 | 507>> {
    try {
      await this.#parts.keys.endSession(caller.keyId);
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'not_found')) throw error;
      throw new ApiError('not_found', 'There is no session to end: the request was sent with an API key.');
    }
    return { status: 200, body: { deleted: true } };
  }

  @Get('key')
  @Security('bearerAuth')
  async getKey(@Inject() { caller }: KeyedContext): Promise<JsonReply<200, Key> | ErrorReply<Keyed>> {
    const { id, name, owner, scopes, expires, parent } = await this.#key(caller.keyId);
    const { concurrency, rate } = this.#parts.limits;
    const limits = { requests_in_flight: concurrency, requests_per_second: rate };
    const session = parent !== null;
    return { status: 200, body: { id, name, owner, scopes: scopes as Scope[], expires, session, limits } };
  }

  /** Creates a session; returns null if the key is no longer valid. Throws `insufficient_scope`. */
  async #make(keyId: string, { scopes, expires_in }: CreateSessionRequest): Promise<Session | null> {
    const parent = await this.#key(keyId);
    if (parent.parent !== null) {
      throw new ApiError('insufficient_scope', 'A session cannot create another session. Send an API key, or a code.');
    }
    const made = await this.#parts.keys.createSession(keyId, {
      scopes: scopes == null ? parent.scopes : allowed(scopes, parent),
      lastsMs: (expires_in ?? longestSeconds) * 1_000,
    });
    if (made === null) return null;
    const { id, owner, scopes: given, expires } = made.record;
    return {
      id,
      token: made.key,
      expires: String(expires),
      scopes: given as Scope[],
      owner,
      key_id: keyId,
    };
  }

  /** Returns the key's record. Throws `invalid_api_key` if the key was deleted after authentication. */
  async #key(id: string): Promise<KeyRecord> {
    const key = await absentAsNull(this.#parts.keys.get(id));
    if (key === null) throw unknownKey();
    return key;
  }
}

/** Returns the caller. Throws `invalid_api_key` if neither a key nor a code was sent. */
function signedIn(caller: RequestContext['caller']): NonNullable<RequestContext['caller']> {
  if (caller !== null) return caller;
  throw unknownKey(
    'The request has neither an API key nor a code. Send the header Authorization: Bearer <key>, or `code`.',
  );
}

function allowed(wanted: readonly Scope[], key: KeyRecord): string[] {
  const beyond = wanted.find((scope) => !key.scopes.includes(scope) && !key.scopes.includes('admin'));
  if (beyond === undefined) return [...new Set(wanted)];
  throw new ApiError(
    'insufficient_scope',
    `This key cannot give a session the scope '${beyond}', because the key lacks it.`,
  );
}
