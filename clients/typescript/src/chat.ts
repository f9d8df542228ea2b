import { ChatStream } from './chat-stream.ts';
import type { Connection, RequestOptions } from './connection.ts';
import { createChatCompletion } from './generated/sdk.gen.ts';
import type { ChatCompletion, ChatCompletionRequest } from './generated/types.gen.ts';

const path = '/v1/chat/completions';

/** Chat completions. */
export class ChatCompletions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates a chat completion. */
  create(body: ChatCompletionRequest & { stream?: false | null }, options?: RequestOptions): Promise<ChatCompletion> {
    return this.#connection.call((common) => createChatCompletion({ ...common, body }), options);
  }

  /** Streams a chat completion in chunks: `for await (const chunk of await client.chat.completions.stream(...))`. */
  async stream(body: Omit<ChatCompletionRequest, 'stream'>, options: RequestOptions = {}): Promise<ChatStream> {
    const { response, watch } = await this.#connection.open(path, { ...body, stream: true }, options);
    return new ChatStream(`POST ${path}`, response, watch);
  }
}
