import type { Connection, RequestOptions } from './connection.ts';
import { createResponse } from './generated/sdk.gen.ts';
import type { ResponseObject, ResponseRequest } from './generated/types.gen.ts';

/** OpenAI's Responses API, without streaming (use OpenAI's SDKs). */
export class Responses {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates a response. */
  create(body: ResponseRequest & { stream?: false | null }, options?: RequestOptions): Promise<ResponseObject> {
    return this.#connection.call((common) => createResponse({ ...common, body }), options);
  }
}
