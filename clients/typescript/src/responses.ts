import type { Connection, RequestOptions } from './connection.ts';
import { createResponse } from './generated/sdk.gen.ts';
import type { ResponseObject, ResponseRequest } from './generated/types.gen.ts';

/** Chat in the words of the Responses API, which OpenAI's own SDKs stream. */
export class Responses {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The whole answer. */
  create(body: ResponseRequest & { stream?: false | null }, options?: RequestOptions): Promise<ResponseObject> {
    return this.#connection.call((common) => createResponse({ ...common, body }), options);
  }
}
