import type { ChatCompletionChunk, ChatCompletionRequest } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';

/** How answers are sampled; what is absent is as the server and the model have it. */
export interface Sampling {
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  seed?: number;
  logprobs?: boolean;
}

interface Turn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A piece of an answer as it comes. */
export interface AnswerPiece {
  text: string;
  /** Thoughts come before the answer, and are no part of what the model reads again. */
  isReasoning: boolean;
  /** The tokens of the piece, where log-probabilities are asked for. */
  tokens: readonly { token: string; logprob: number }[];
}

/** How an answer ended, and what it took. */
export interface AnswerEnd {
  finishReason: string | null;
  completionTokens: number | null;
  seconds: number;
  /** False where the user has stopped it. */
  isWhole: boolean;
}

/** What was said so far, and the model that answers next. */
export class Conversation {
  model: string;
  sampling: Sampling;
  readonly #context: Context;
  #system: string | undefined;
  #turns: Turn[] = [];

  constructor(context: Context, model: string, sampling: Sampling, system?: string) {
    this.#context = context;
    this.model = model;
    this.sampling = sampling;
    this.#system = system;
  }

  get system(): string | undefined {
    return this.#system;
  }

  /** What the model is told first, from the next question on; undefined tells it nothing. */
  instruct(system: string | undefined): void {
    this.#system = system;
  }

  forget(): void {
    this.#turns = [];
  }

  /** As the API takes them. */
  get messages(): Turn[] {
    const system: Turn[] = this.#system === undefined ? [] : [{ role: 'system', content: this.#system }];
    return [...system, ...this.#turns];
  }

  /**
   * Asks, and gives each piece of the answer to `take`. An answer that `signal` stops is kept as far as it came; a
   * question that fails is taken back.
   */
  async ask(question: string, take: (piece: AnswerPiece) => Promise<void>, signal: AbortSignal): Promise<AnswerEnd> {
    this.#turns.push({ role: 'user', content: question });
    const begin = performance.now();
    const end: AnswerEnd = { finishReason: null, completionTokens: null, seconds: 0, isWhole: false };
    let answer = '';
    try {
      for await (const chunk of await this.#stream(signal)) {
        end.completionTokens = chunk.usage?.completion_tokens ?? end.completionTokens;
        const choice = chunk.choices[0];
        if (choice === undefined) continue;
        end.finishReason = choice.finish_reason ?? end.finishReason;
        for (const piece of piecesOf(choice, this.sampling.logprobs === true)) {
          if (!piece.isReasoning) answer += piece.text;
          await take(piece);
        }
      }
      end.isWhole = !signal.aborted;
    } catch (error) {
      if (!signal.aborted) {
        this.#turns.pop();
        throw error;
      }
    }
    this.#turns.push({ role: 'assistant', content: answer });
    return { ...end, seconds: (performance.now() - begin) / 1000 };
  }

  #stream(signal: AbortSignal) {
    const body: Omit<ChatCompletionRequest, 'stream'> = {
      model: this.model,
      messages: this.messages,
      stream_options: { include_usage: true },
      ...this.sampling,
    };
    return this.#context.client().chat.completions.stream(body, { signal });
  }
}

/** The server tells log-probabilities unasked. */
function piecesOf({ delta, logprobs }: ChatCompletionChunk['choices'][number], withLogprobs: boolean): AnswerPiece[] {
  const pieces: AnswerPiece[] = [];
  if (delta.reasoning) pieces.push({ text: delta.reasoning, isReasoning: true, tokens: [] });
  const told = withLogprobs ? (logprobs?.content ?? []) : [];
  const tokens = told.map(({ token, logprob }) => ({ token, logprob }));
  if (delta.content || tokens.length > 0) pieces.push({ text: delta.content ?? '', isReasoning: false, tokens });
  for (const call of delta.tool_calls ?? []) {
    const text = `${call.function?.name ? `\n${call.function.name} ` : ''}${call.function?.arguments ?? ''}`;
    pieces.push({ text, isReasoning: false, tokens: [] });
  }
  return pieces;
}
