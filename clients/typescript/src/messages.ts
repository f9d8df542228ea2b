import type { Connection, RequestOptions } from './connection.ts';
import { countMessageTokens, createMessage } from './generated/sdk.gen.ts';
import type { CountMessageTokensRequest, Message, MessageRequest } from './generated/types.gen.ts';

/** Chat in the words of Anthropic's Messages API, whose own SDKs stream it. */
export class Messages {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The whole answer. */
  create(body: MessageRequest & { stream?: false | null }, options?: RequestOptions): Promise<Message> {
    return this.#connection.call((common) => createMessage({ ...common, body }), options);
  }

  /** The tokens of the prompt that `create` would give to the model. */
  async countTokens(body: CountMessageTokensRequest, options?: RequestOptions): Promise<number> {
    return (await this.#connection.call((common) => countMessageTokens({ ...common, body }), options)).input_tokens;
  }
}
