import type { ChatTokenLogprob, ChatToolCallDelta } from '../../generated/types.ts';
import { Detokenizer } from '../../model/text/detokenizer.ts';
import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { FinishCause, GeneratedToken } from '../generate-request.ts';
import { AnswerParser, type AnswerReading, markersOf } from './answer-parser.ts';
import { reasoningMarkers } from './reasoning-markers.ts';
import { endsInRepetition, type RepetitionDetection } from './repetition.ts';
import { StopScanner } from './stop-strings.ts';
import { tokenLogprob } from './token-logprobs.ts';

type FinishReason = 'stop' | 'length' | 'tool_calls';

export interface Finish {
  reason: FinishReason;
  /**
   * The stop string, the id of a stop token, `repetition_detected`, `no_token_allowed` if the request's rules forbade
   * every token, or null for the model's first end-of-sequence token and for length.
   */
  stopReason: string | number | null;
}

/** Output that one token adds to a choice. */
export interface ChoiceDelta {
  index: number;
  content: string;
  reasoning: string;
  toolCalls: ChatToolCallDelta[];
  /** Number of reasoning tokens in this delta. */
  reasoningTokens: number;
  logprobs: ChatTokenLogprob[];
  tokenIds: number[];
  /** Set on the last delta of the choice; tokens sampled after it must be discarded. */
  finish: Finish | null;
}

export interface ChoiceOptions {
  index: number;
  tokenizer: Tokenizer;
  /** The model's end-of-sequence tokens in their order; empty under `ignore_eos`. */
  eosIds: readonly number[];
  /** `GenerateRequest.stopTokenIds`: `eosIds` and the request's own. */
  stopTokenIds: readonly number[];
  maxTokens: number;
  /** Stop strings that end within this many tokens are ignored, and so are repetitions in fewer tokens. */
  minTokens?: number;
  repetition?: RepetitionDetection | null;
  stop: readonly string[];
  includeStop: boolean;
  skipSpecialTokens: boolean;
  topLogprobs: number;
  tokensAsIds: boolean;
  /** How to parse the text; by default all text is content. */
  reading?: AnswerReading;
  /** Whether a grammar constrains the whole answer: then every end-of-sequence token gives a null stop reason. */
  constrained?: boolean;
}

const PLAIN: AnswerReading = { tools: null, reasoning: null };

/**
 * Turns the tokens of one choice into text, reasoning, calls, log-probabilities and a finish. A stop token's text is
 * left out unless `includeStop`, but the token counts, is listed and has a log-probability. If several ends coincide,
 * the finish is the first of: stop string, stop token, length, repetition.
 */
export class ChoiceStream {
  readonly #options: ChoiceOptions;
  readonly #text: Detokenizer;
  readonly #scanner: StopScanner;
  readonly #parser: AnswerParser;
  readonly #stopTokens: ReadonlySet<number>;
  readonly #ids: number[] = [];
  #finished = false;

  constructor(options: ChoiceOptions) {
    this.#options = options;
    const { tokenizer, skipSpecialTokens, reading = PLAIN } = options;
    const markers = markersOf(reading).map((marker) => tokenizer.tokenId(marker));
    this.#text = new Detokenizer(tokenizer, skipSpecialTokens, new Set(markers.filter((id) => id !== null)));
    this.#parser = new AnswerParser(reading, reasoningMarkers(reading.reasoning, tokenizer));
    this.#scanner = new StopScanner(options.stop, { include: options.includeStop, minTokens: options.minTokens });
    this.#stopTokens = new Set(options.stopTokenIds);
  }

  get finished(): boolean {
    return this.#finished;
  }

  push(token: GeneratedToken): ChoiceDelta {
    const { index, tokenizer, topLogprobs, tokensAsIds: asIds, includeStop } = this.#options;
    const decode = (ids: readonly number[]): string => tokenizer.decode(ids);
    const entry = tokenLogprob(token, this.#ids, { decode, topLogprobs, asIds });
    this.#ids.push(token.id);
    const hidden = this.#stopTokens.has(token.id) && !includeStop;
    const text = hidden ? '' : this.#text.push(token.id);
    const wasThinking = this.#parser.inReasoning;
    this.#parser.acceptToken(token.id, text);
    const scan = this.#scanner.push(text);
    const finish = this.#finishOf(token.id, scan.matched);
    const rest = finish !== null && scan.matched === null ? this.#scanner.flush() : '';
    const parts = this.#parser.push(scan.delta + rest);
    const reasoningTokens = wasThinking && this.#parser.inReasoning ? 1 : 0;
    const delta = { index, ...parts, reasoningTokens, logprobs: [entry], tokenIds: [token.id], finish };
    return finish === null ? delta : this.#last(delta, finish);
  }

  /** Ends a choice whose generation stopped without a last token that gives the reason. */
  close(cause: FinishCause | null = null): ChoiceDelta {
    const { index } = this.#options;
    const parts = this.#parser.push(this.#scanner.flush());
    const delta = { index, ...parts, reasoningTokens: 0, logprobs: [], tokenIds: [], finish: null };
    if (cause === 'no_token') return this.#last(delta, { reason: 'stop', stopReason: 'no_token_allowed' });
    return this.#last(delta, { reason: 'length', stopReason: null });
  }

  /** Returns the delta with the text that the parser withheld, and the finish. */
  #last(delta: ChoiceDelta, finish: Finish): ChoiceDelta {
    this.#finished = true;
    const { content, reasoning } = this.#parser.end();
    const calls = finish.reason === 'stop' && this.#parser.finishesWithCalls;
    return {
      ...delta,
      content: delta.content + content,
      reasoning: delta.reasoning + reasoning,
      finish: calls ? { ...finish, reason: 'tool_calls' } : finish,
    };
  }

  #finishOf(id: number, matched: string | null): Finish | null {
    if (matched !== null) return { reason: 'stop', stopReason: matched };
    if (this.#stopTokens.has(id)) {
      const { eosIds, constrained = false } = this.#options;
      const own = constrained ? eosIds.includes(id) : id === eosIds[0];
      return { reason: 'stop', stopReason: own ? null : id };
    }
    const { maxTokens, minTokens = 0, repetition = null } = this.#options;
    if (this.#ids.length >= maxTokens) return { reason: 'length', stopReason: null };
    const repeats = repetition !== null && this.#ids.length >= minTokens && endsInRepetition(this.#ids, repetition);
    return repeats ? { reason: 'stop', stopReason: 'repetition_detected' } : null;
  }
}
