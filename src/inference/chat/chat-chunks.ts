import type { ChatChunkChoice, ChatCompletionChunk, ChatDelta, ChatUsage } from '../../generated/types.ts';
import {
  type AnswerOptions,
  type ChatHeader,
  type ChatPrompt,
  chatUsage,
  policyTokenSpans,
  type SampledPolicy,
} from './chat-response.ts';
import type { ChoiceDelta } from './choice-stream.ts';

export interface ChunkOptions extends AnswerOptions {
  n: number;
  includeUsage: boolean;
  continuousUsage: boolean;
}

/**
 * Creates the chunks of one streamed answer: `first` with every choice's role, `echo`, one `next` per delta (the last
 * delta of each choice has its finish reason), then `last` for the usage, if requested.
 */
export class ChatChunks {
  readonly #header: ChatHeader;
  readonly #prompt: ChatPrompt;
  readonly #options: ChunkOptions;
  readonly #policy: SampledPolicy;
  readonly #counts: number[];
  readonly #reasoning: number[];

  constructor(header: ChatHeader, prompt: ChatPrompt, options: ChunkOptions, policy: SampledPolicy) {
    this.#header = header;
    this.#prompt = prompt;
    this.#options = options;
    this.#policy = policy;
    this.#counts = new Array<number>(options.n).fill(0);
    this.#reasoning = new Array<number>(options.n).fill(0);
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
    return { ...this.#chunk(choices), ...ids, ...this.#runningUsage(0, 0) };
  }

  /** Returns the chunk with the echoed text of every choice; null without echo. */
  echo(): ChatCompletionChunk | null {
    const { n, echo } = this.#options;
    if (echo === '') return null;
    const delta = { content: echo };
    const choices = Array.from({ length: n }, (_, index) => ({ index, delta, logprobs: null, finish_reason: null }));
    return { ...this.#chunk(choices), ...this.#runningUsage(0, 0) };
  }

  next(delta: ChoiceDelta): ChatCompletionChunk {
    this.#counts[delta.index] += delta.tokenIds.length;
    this.#reasoning[delta.index] += delta.reasoningTokens;
    const tokens = this.#counts[delta.index];
    const choice: ChatChunkChoice = {
      index: delta.index,
      delta: deltaOf(delta, this.#options),
      logprobs: { content: delta.logprobs },
      finish_reason: delta.finish?.reason ?? null,
      ...(delta.finish === null ? {} : { stop_reason: delta.finish.stopReason }),
      ...(this.#options.returnTokenIds ? { token_ids: delta.tokenIds } : {}),
      ...(this.#options.returnTokenIds && delta.finish !== null ? this.#sampledBy(tokens) : {}),
    };
    return { ...this.#chunk([choice]), ...this.#runningUsage(tokens, this.#reasoning[delta.index]) };
  }

  /** Returns the usage chunk, over all choices; null unless `include_usage`. */
  last(): ChatCompletionChunk | null {
    if (!this.#options.includeUsage) return null;
    return { ...this.#chunk([]), usage: this.#usage(sum(this.#counts), sum(this.#reasoning)) };
  }

  /** Returns token spans. ART checks them against the token ids of prompt and answer, so they come only with those. */
  #sampledBy(tokens: number): Pick<ChatChunkChoice, 'policy_token_spans' | 'prompt_policy_token_spans'> {
    return {
      policy_token_spans: policyTokenSpans(0, tokens, this.#policy),
      prompt_policy_token_spans: policyTokenSpans(1, this.#prompt.ids.length, this.#policy),
    };
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

  #runningUsage(tokens: number, reasoningTokens: number): { usage?: ChatUsage } {
    return this.#options.continuousUsage ? { usage: this.#usage(tokens, reasoningTokens) } : {};
  }

  #usage(tokens: number, reasoningTokens: number): ChatUsage {
    return chatUsage(this.#prompt, tokens, this.#options.reasoningMode === 'unsplit' ? null : reasoningTokens);
  }
}

/** Returns a chunk's delta. It has empty content if it would have nothing else, as in the first chunk. */
function deltaOf({ content, reasoning, toolCalls }: ChoiceDelta, { reasoningMode }: AnswerOptions): ChatDelta {
  const others = {
    ...(reasoning === '' || reasoningMode === 'hidden' ? {} : { reasoning, reasoning_content: reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  return content === '' && Object.keys(others).length > 0 ? others : { content, ...others };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
