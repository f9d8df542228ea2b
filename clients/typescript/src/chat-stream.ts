import type { Watch } from './connection.ts';
import { APIConnectionError, StreamError } from './errors.ts';
import type { ChatCompletionChunk, ChatCompletionEvent, ErrorBody } from './generated/types.gen.ts';
import { unexpectedAnswer } from './unexpected-answer.ts';

/**
 * Async iterable of the chunks of a streamed chat completion. Leaving the loop, or calling `abort`, closes the
 * connection, and the server stops generating.
 *
 * Throws `StreamError` if the server reports an error, `APIConnectionError` if the connection is lost, and
 * `APITimeoutError` if the server sends nothing within the timeout.
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

  /** Closes the connection, which ends a loop over the chunks. */
  async abort(): Promise<void> {
    this.#ended = true;
    this.#watch.end();
    await this.#reader.cancel().catch(() => {}); // rejects if the connection is already lost
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChatCompletionChunk> {
    try {
      for await (const data of this.#events()) {
        if (data === '[DONE]') return;
        const event = parsed(data);
        if (isError(event)) throw new StreamError('The stream ended with an error.', event, this.requestId);
        yield event;
      }
      if (!this.#ended) throw new APIConnectionError(`${this.#place}: the stream ended before [DONE]`);
    } finally {
      await this.abort();
    }
  }

  /** Yields the data of each event (HTML standard, 9.2): its `data:` lines up to an empty line. */
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
