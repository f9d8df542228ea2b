import type {
  ChatChunkChoice,
  ChatCompletionChunk,
  ChatDelta,
  ChatUsage,
  ErrorBody,
  ResponseEvent,
  ResponseObject,
  ResponseOutputItem,
  ResponseReasoningPart,
  ResponseRequest,
  ResponseTextPart,
} from '../../generated/types.ts';
import {
  callItem,
  messageItem,
  reasoningItem,
  responseEnd,
  responseStart,
  tokenGeneration,
} from './response-object.ts';

/** An event without its sequence number. */
type Unnumbered<Event> = Event extends ErrorBody ? never : Omit<Event, 'sequence_number'>;
type Events = Generator<Unnumbered<ResponseEvent>, void, void>;

const NO_USAGE: ChatUsage = {
  prompt_tokens: 0,
  total_tokens: 0,
  completion_tokens: 0,
  prompt_tokens_details: { cached_tokens: 0 },
};

/**
 * Converts chat chunks, each with its usage, to the events of one streamed answer: items of reasoning, text and tool
 * calls as they arrive, one open at a time.
 */
class ResponseEvents {
  readonly #request: ResponseRequest;
  readonly #start: ResponseObject;
  readonly #id: string;
  readonly #promptIds: number[];
  readonly #output: ResponseOutputItem[] = [];
  #open: ResponseOutputItem | null = null;
  #calls = 0;
  #finish: ChatChunkChoice['finish_reason'] = null;
  #usage: ChatUsage;
  readonly #tokenIds: number[] = [];
  readonly #logprobs: number[] = [];

  constructor(first: ChatCompletionChunk, request: ResponseRequest) {
    this.#request = request;
    this.#start = responseStart(first, request);
    this.#id = first.id;
    this.#usage = first.usage ?? NO_USAGE;
    this.#promptIds = first.prompt_token_ids ?? [];
  }

  *first(): Events {
    yield { type: 'response.created', response: this.#start };
    yield { type: 'response.in_progress', response: this.#start };
  }

  /** Yields the events of a later chunk. */
  *next({ choices, usage }: ChatCompletionChunk): Events {
    this.#usage = usage ?? this.#usage;
    for (const { delta, finish_reason: finish, token_ids: ids, logprobs } of choices) {
      this.#finish = finish ?? this.#finish;
      this.#tokenIds.push(...(ids ?? []));
      this.#logprobs.push(...(logprobs?.content ?? []).map(({ logprob }) => logprob));
      yield* this.#delta(delta);
    }
  }

  *last(): Events {
    const cut = this.#finish === 'length';
    yield* this.#close(cut ? 'incomplete' : 'completed');
    const response = { ...this.#start, ...responseEnd(this.#output, this.#usage, cut) };
    const tokens = () => tokenGeneration(this.#promptIds, this.#tokenIds, this.#logprobs, this.#output.length);
    yield {
      type: cut ? 'response.incomplete' : 'response.completed',
      response: this.#request.return_token_ids ? { ...response, token_generations: [tokens()] } : response,
    };
  }

  *#delta({ reasoning, content, tool_calls: calls = [] }: ChatDelta): Events {
    if (reasoning) yield* this.#text('reasoning', reasoning);
    if (content) yield* this.#text('message', content);
    for (const { id, function: piece } of calls) {
      if (id !== undefined) {
        const call = { call_id: id, name: piece?.name ?? '', arguments: '' };
        yield* this.#begin(callItem(this.#id, this.#calls, call, 'in_progress'));
        this.#calls += 1;
      }
      if (!piece?.arguments || this.#open?.type !== 'function_call') continue;
      this.#open = { ...this.#open, arguments: this.#open.arguments + piece.arguments };
      yield { type: 'response.function_call_arguments.delta', ...this.#place(), delta: piece.arguments };
    }
  }

  *#text(type: 'reasoning' | 'message', delta: string): Events {
    if (this.#open?.type !== type) {
      const itemOf = type === 'reasoning' ? reasoningItem : messageItem;
      yield* this.#begin(itemOf(this.#id, '', 'in_progress'));
      this.#put('');
      yield { type: 'response.content_part.added', ...this.#place(), content_index: 0, part: this.#part('') };
    }
    this.#put(this.#textSoFar() + delta);
    const place = { ...this.#place(), content_index: 0 as const, delta };
    if (type === 'reasoning') yield { type: 'response.reasoning_text.delta', ...place };
    else yield { type: 'response.output_text.delta', ...place, logprobs: [] };
  }

  *#begin(item: ResponseOutputItem): Events {
    yield* this.#close('completed');
    this.#open = item;
    yield { type: 'response.output_item.added', output_index: this.#output.length, item };
  }

  *#close(status: ResponseOutputItem['status']): Events {
    if (this.#open === null) return;
    const item = { ...this.#open, status };
    if (item.type === 'function_call') {
      const { name, arguments: text } = item;
      yield { type: 'response.function_call_arguments.done', ...this.#place(), name, arguments: text };
    } else {
      const text = this.#textSoFar();
      const place = { ...this.#place(), content_index: 0 as const };
      if (item.type === 'reasoning') yield { type: 'response.reasoning_text.done', ...place, text };
      else yield { type: 'response.output_text.done', ...place, text, logprobs: [] };
      yield { type: 'response.content_part.done', ...place, part: this.#part(text) };
    }
    yield { type: 'response.output_item.done', output_index: this.#output.length, item };
    this.#output.push(item);
    this.#open = null;
  }

  /** Returns the id and position of the open item. */
  #place() {
    return { item_id: this.#open?.id ?? '', output_index: this.#output.length };
  }

  #textSoFar(): string {
    return this.#open !== null && this.#open.type !== 'function_call' ? (this.#open.content[0]?.text ?? '') : '';
  }

  #put(text: string): void {
    if (this.#open?.type === 'reasoning') this.#open = { ...this.#open, content: [{ type: 'reasoning_text', text }] };
    if (this.#open?.type === 'message') {
      this.#open = { ...this.#open, content: [{ type: 'output_text', text, annotations: [] }] };
    }
  }

  #part(text: string): ResponseTextPart | ResponseReasoningPart {
    return this.#open?.type === 'reasoning'
      ? { type: 'reasoning_text', text }
      : { type: 'output_text', text, annotations: [] };
  }
}

/** Yields the numbered events of one answer's chunks. */
export async function* responseEvents(
  chunks: AsyncIterable<ChatCompletionChunk>,
  request: ResponseRequest,
): AsyncGenerator<ResponseEvent, void, void> {
  let number = 0;
  const numbered = function* (events: Events): Generator<ResponseEvent, void, void> {
    for (const event of events) yield { ...event, sequence_number: number++ } as ResponseEvent;
  };
  let events: ResponseEvents | null = null;
  for await (const chunk of chunks) {
    if (events === null) {
      events = new ResponseEvents(chunk, request);
      yield* numbered(events.first());
    } else yield* numbered(events.next(chunk));
  }
  if (events !== null) yield* numbered(events.last());
}
