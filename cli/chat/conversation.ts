import type { ChatCompletionChunk, ChatCompletionRequest } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';

/** Sampling parameters; absent ones take the defaults of the server and the model. */
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

/** A piece of a streamed answer. */
export interface AnswerPiece {
  text: string;
  /** Whether the piece is reasoning, which precedes the answer and is not sent back to the model. */
  isReasoning: boolean;
  /** Tokens of the piece, if log-probabilities are requested. */
  tokens: readonly { token: string; logprob: number }[];
}

/** End of an answer, with its cost. */
export interface AnswerEnd {
  finishReason: string | null;
  completionTokens: number | null;
  seconds: number;
  /** False if the user stopped the answer. */
  isWhole: boolean;
}

/** A conversation so far, and the model that answers next. */
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

  /** Sets the system message from the next question on; undefined removes it. */
  instruct(system: string | undefined): void {
    this.#system = system;
  }

  forget(): void {
    this.#turns = [];
  }

  /** Messages in the form of the API. */
  get messages(): Turn[] {
    const system: Turn[] = this.#system === undefined ? [] : [{ role: 'system', content: this.#system }];
    return [...system, ...this.#turns];
  }

  /**
   * Sends a question and passes each piece of the answer to `take`. An answer stopped by `signal` is kept as far as it
   * came; a question that fails is removed.
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

/** Returns the pieces of a chunk. The server sends log-probabilities even if they were not requested. */
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
