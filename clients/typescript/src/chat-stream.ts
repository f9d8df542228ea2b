import type { Watch } from './connection.ts';
import { APIConnectionError, StreamError } from './errors.ts';
import type { ChatCompletionChunk, ChatCompletionEvent, ErrorBody } from './generated/types.gen.ts';
import { unexpectedAnswer } from './unexpected-answer.ts';

/**
 * The chunks of a streamed chat, as they come. Leaving the loop, or `abort`, ends the connection, and the server stops
 * to generate.
 *
 * Throws `StreamError` for a fault that the server reports, `APIConnectionError` when the stream breaks off, and
 * `APITimeoutError` when it is silent for too long.
 */
export class ChatStream implements AsyncIterable<ChatCompletionChunk> {
  readonly requestId: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #watch: Watch;
  readonly #place: string;
  #ended = false;

  constructor(place: string, response: Response, watch: Watch) {
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.#reader = response.body!.getReader();
    this.#watch = watch;
    this.#place = place;
  }

  /** Ends the connection, and with it a loop over the chunks. */
  async abort(): Promise<void> {
    this.#ended = true;
    this.#watch.end();
    await this.#reader.cancel().catch(() => {}); // a connection that broke off cannot be ended once more
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChatCompletionChunk> {
    try {
      for await (const data of this.#events()) {
        if (data === '[DONE]') return;
        const event = parsed(data);
        if (isError(event)) throw new StreamError('The stream ended with an error.', event, this.requestId);
        yield event;
      }
      if (!this.#ended) throw new APIConnectionError(`${this.#place}: the stream broke off before its end`);
    } finally {
      await this.abort();
    }
  }

  /** The data of each event (HTML standard, 9.2): `data:` lines up to an empty one. */
  async *#events(): AsyncGenerator<string> {
    let data: string[] = [];
    for await (const line of this.#lines()) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }

  async *#lines(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const bytes = await this.#read();
      if (bytes === undefined) return;
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  }

  async #read(): Promise<Uint8Array | undefined> {
    this.#watch.restart();
    try {
      return (await this.#reader.read()).value;
    } catch (fault) {
      throw this.#watch.explain(this.#place, fault);
    } finally {
      this.#watch.end();
    }
  }
}

function parsed(data: string): ChatCompletionEvent {
  try {
    return JSON.parse(data);
  } catch (fault) {
    throw unexpectedAnswer(fault as SyntaxError);
  }
}

function isError(event: ChatCompletionEvent): event is ErrorBody {
  return 'error' in event;
}
