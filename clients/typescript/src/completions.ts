import type { Connection, RequestOptions } from './connection.ts';
import { createCompletion } from './generated/sdk.gen.ts';
import type { Completion, CompletionRequest } from './generated/types.gen.ts';

/** Text completions, without a chat template. */
export class Completions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates a text completion. */
  create(body: CompletionRequest & { stream?: false | null }, options?: RequestOptions): Promise<Completion> {
    return this.#connection.call((common) => createCompletion({ ...common, body }), options);
  }
}
