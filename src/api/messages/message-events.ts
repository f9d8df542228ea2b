import type {
  ChatChunkChoice,
  ChatCompletionChunk,
  ChatDelta,
  ChatUsage,
  ContentBlockDeltaEvent,
  MessageAnswerBlock,
  MessageEvent,
} from '../../generated/types.ts';
import { type ChatEnd, type EndOptions, messageEnd, messageId, messageUsage, SIGNATURE } from './message.ts';

const NO_USAGE: ChatUsage = {
  prompt_tokens: 0,
  total_tokens: 0,
  completion_tokens: 0,
  prompt_tokens_details: { cached_tokens: 0 },
};

export interface MessageEventOptions extends EndOptions {
  /** Whether the stream includes token ids and log-probabilities. */
  returnTokenIds: boolean;
}

/**
 * Converts chat chunks, each with its usage, to the events of one streamed answer: blocks of thinking, text and tool
 * calls as they arrive, one open at a time.
 */
export class MessageEvents {
  readonly #options: MessageEventOptions;
  /** Index of the open block; -1 before the first. */
  #index = -1;
  #open: MessageAnswerBlock['type'] | null = null;
  #end: Omit<ChatEnd, 'tokens'> = { finish: null, stopReason: null, calls: false };
  #usage: ChatUsage = NO_USAGE;
  #promptIds: number[] = [];
  readonly #tokenIds: number[] = [];
  readonly #logprobs: number[] = [];

  constructor(options: MessageEventOptions) {
    this.#options = options;
  }

  /** Returns the event of the first chunk. */
  first({ id, model, usage, prompt_token_ids: promptIds }: ChatCompletionChunk): MessageEvent {
    this.#usage = usage ?? NO_USAGE;
    this.#promptIds = promptIds ?? [];
    return {
      type: 'message_start',
      message: {
        ...{ id: messageId(id), type: 'message', role: 'assistant', model, content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: messageUsage(this.#usage) },
      },
    };
  }

  /** Yields the events of a later chunk. */
  *next({ choices, usage }: ChatCompletionChunk): Generator<MessageEvent, void, void> {
    this.#usage = usage ?? this.#usage;
    for (const choice of choices) {
      this.#note(choice);
      yield* this.#delta(choice.delta);
    }
  }

  *last(): Generator<MessageEvent, void, void> {
    // Clients read the first block without checking that there is one.
    if (this.#index < 0) yield this.#start({ type: 'text', text: '', citations: null });
    yield* this.#stop();
    const ids = { prompt_token_ids: this.#promptIds, token_ids: this.#tokenIds, logprobs: this.#logprobs };
    yield {
      type: 'message_delta',
      delta: messageEnd({ ...this.#end, tokens: this.#usage.completion_tokens }, this.#options),
      usage: messageUsage(this.#usage),
      ...(this.#options.returnTokenIds ? ids : {}),
    };
    yield { type: 'message_stop' };
  }

  #note({ finish_reason: finish, stop_reason: stopReason, token_ids: ids, logprobs }: ChatChunkChoice): void {
    if (finish !== null) this.#end = { ...this.#end, finish, stopReason: stopReason ?? null };
    if (!this.#options.returnTokenIds) return;
    this.#tokenIds.push(...(ids ?? []));
    this.#logprobs.push(...(logprobs?.content ?? []).map(({ logprob }) => logprob));
  }

  *#delta({ reasoning, content, tool_calls: calls = [] }: ChatDelta): Generator<MessageEvent, void, void> {
    if (reasoning) {
      if (this.#open !== 'thinking') yield* this.#begin({ type: 'thinking', thinking: '', signature: '' });
      yield this.#add({ type: 'thinking_delta', thinking: reasoning });
    }
    if (content) {
      if (this.#open !== 'text') yield* this.#begin({ type: 'text', text: '', citations: null });
      yield this.#add({ type: 'text_delta', text: content });
    }
    for (const { id, function: piece } of calls) {
      if (id !== undefined) {
        this.#end = { ...this.#end, calls: true };
        yield* this.#begin({ type: 'tool_use', id, name: piece?.name ?? '', input: {} });
      }
      if (piece?.arguments) yield this.#add({ type: 'input_json_delta', partial_json: piece.arguments });
    }
  }

  *#begin(block: MessageAnswerBlock): Generator<MessageEvent, void, void> {
    yield* this.#stop();
    yield this.#start(block);
  }

  #start(block: MessageAnswerBlock): MessageEvent {
    this.#index += 1;
    this.#open = block.type;
    return { type: 'content_block_start', index: this.#index, content_block: block };
  }

  #add(delta: ContentBlockDeltaEvent['delta']): MessageEvent {
    return { type: 'content_block_delta', index: this.#index, delta };
  }

  *#stop(): Generator<MessageEvent, void, void> {
    if (this.#open === null) return;
    if (this.#open === 'thinking') yield this.#add({ type: 'signature_delta', signature: SIGNATURE });
    this.#open = null;
    yield { type: 'content_block_stop', index: this.#index };
  }
}

/** Yields the events of one answer's chunks. */
export async function* messageEvents(
  chunks: AsyncIterable<ChatCompletionChunk>,
  options: MessageEventOptions,
): AsyncGenerator<MessageEvent, void, void> {
  const events = new MessageEvents(options);
  let started = false;
  for await (const chunk of chunks) {
    if (started) yield* events.next(chunk);
    else yield events.first(chunk);
    started = true;
  }
  yield* events.last();
}
