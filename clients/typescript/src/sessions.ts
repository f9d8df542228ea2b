import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { CreateSessionRequest, Session } from './generated/types.gen.ts';

/** Sessions: short-lived keys that browsers hold instead of the API key. */
export class Sessions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates a session from this client's key. Its `token` can be passed as `apiKey`. */
  create(body: CreateSessionRequest = {}, options?: RequestOptions): Promise<Session> {
    return this.#connection.call((common) => sdk.createSession({ ...common, body }), options);
  }

  /** Ends the session that this client uses as its key. */
  async delete(options?: RequestOptions): Promise<void> {
    await this.#connection.call((common) => sdk.deleteSession(common), options);
  }
}
