import type { ChatChunkChoice, ChatCompletionChunk, ChatUsage } from '../../generated/types.ts';
import { type ChatHeader, type ChatPrompt, usageOf } from './chat-response.ts';
import type { ChoiceDelta } from './choice-stream.ts';

export interface ChunkOptions {
  n: number;
  role: string;
  returnTokenIds: boolean;
  includeUsage: boolean;
  continuousUsage: boolean;
}

/**
 * The chunks of one streamed answer: `first` with every choice's role, one `next` per delta (the last of each choice
 * carries its finish reason), then `last` where usage was asked for.
 */
export class ChatChunks {
  readonly #header: ChatHeader;
  readonly #prompt: ChatPrompt;
  readonly #options: ChunkOptions;
  readonly #counts: number[];

  constructor(header: ChatHeader, prompt: ChatPrompt, options: ChunkOptions) {
    this.#header = header;
    this.#prompt = prompt;
    this.#options = options;
    this.#counts = new Array<number>(options.n).fill(0);
  }

  first(): ChatCompletionChunk {
    const { n, role, returnTokenIds } = this.#options;
    const choices = Array.from({ length: n }, (_, index) => ({
      index,
      delta: { role, content: '' },
      logprobs: null,
      finish_reason: null,
    }));
    const ids = returnTokenIds ? { prompt_token_ids: [...this.#prompt.ids] } : {};
    return { ...this.#chunk(choices), ...ids, ...this.#runningUsage(0) };
  }

  next(delta: ChoiceDelta): ChatCompletionChunk {
    this.#counts[delta.index] += delta.tokenIds.length;
    const choice: ChatChunkChoice = {
      index: delta.index,
      delta: { content: delta.content },
      logprobs: { content: delta.logprobs },
      finish_reason: delta.finish?.reason ?? null,
      ...(delta.finish === null ? {} : { stop_reason: delta.finish.stopReason }),
      ...(this.#options.returnTokenIds ? { token_ids: delta.tokenIds } : {}),
    };
    return { ...this.#chunk([choice]), ...this.#runningUsage(this.#counts[delta.index]) };
  }

  /** The usage chunk, over all choices; null unless `include_usage`. */
  last(): ChatCompletionChunk | null {
    if (!this.#options.includeUsage) return null;
    const tokens = this.#counts.reduce((sum, count) => sum + count, 0);
    return { ...this.#chunk([]), usage: usageOf(this.#prompt, tokens) };
  }

  #chunk(choices: ChatChunkChoice[]): ChatCompletionChunk {
    return {
      id: this.#header.id,
      object: 'chat.completion.chunk',
      created: this.#header.created,
      model: this.#header.model,
      system_fingerprint: this.#header.systemFingerprint,
      choices,
    };
  }

  #runningUsage(tokens: number): { usage?: ChatUsage } {
    return this.#options.continuousUsage ? { usage: usageOf(this.#prompt, tokens) } : {};
  }
}
