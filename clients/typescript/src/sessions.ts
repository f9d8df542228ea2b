import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { CreateSessionRequest, Session } from './generated/types.gen.ts';

/** Keys of a few hours, for browsers to hold in place of the API key. */
export class Sessions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A session of this client's key; its `token` is what a client takes as `apiKey`. */
  create(body: CreateSessionRequest = {}, options?: RequestOptions): Promise<Session> {
    return this.#connection.call((common) => sdk.createSession({ ...common, body }), options);
  }

  /** Ends the session that this client's key is. */
  async delete(options?: RequestOptions): Promise<void> {
    await this.#connection.call((common) => sdk.deleteSession(common), options);
  }
}
