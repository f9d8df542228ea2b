import type { Connection, RequestOptions } from './connection.ts';
import { countMessageTokens, createMessage } from './generated/sdk.gen.ts';
import type { CountMessageTokensRequest, Message, MessageRequest } from './generated/types.gen.ts';

/** Anthropic's Messages API, without streaming (use Anthropic's SDKs). */
export class Messages {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates a message. */
  create(body: MessageRequest & { stream?: false | null }, options?: RequestOptions): Promise<Message> {
    return this.#connection.call((common) => createMessage({ ...common, body }), options);
  }

  /** Counts the tokens of the prompt that `create` would give to the model. */
  async countTokens(body: CountMessageTokensRequest, options?: RequestOptions): Promise<number> {
    return (await this.#connection.call((common) => countMessageTokens({ ...common, body }), options)).input_tokens;
  }
}
