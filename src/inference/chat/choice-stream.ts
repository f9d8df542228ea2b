import type { ChatTokenLogprob, ChatToolCallDelta } from '../../generated/types.ts';
import { Detokenizer } from '../../model/text/detokenizer.ts';
import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { FinishCause, GeneratedToken } from '../generate-request.ts';
import { AnswerParser, type AnswerReading, markersOf } from './answer-parser.ts';
import { endsInRepetition, type RepetitionDetection } from './repetition.ts';
import { StopScanner } from './stop-strings.ts';
import { thoughtTokens } from './thought-tokens.ts';
import { tokenLogprob } from './token-logprobs.ts';

type FinishReason = 'stop' | 'length' | 'tool_calls';

export interface Finish {
  reason: FinishReason;
  /**
   * The stop string, the id of a stop token, `repetition_detected`, `no_token_allowed` where the request's rules
   * forbade every token, or null for the model's first end-of-sequence token and for length.
   */
  stopReason: string | number | null;
}

/** What one token adds to a choice. */
export interface ChoiceDelta {
  index: number;
  content: string;
  reasoning: string;
  toolCalls: ChatToolCallDelta[];
  /** Tokens of this delta that are thoughts. */
  reasoningTokens: number;
  logprobs: ChatTokenLogprob[];
  tokenIds: number[];
  /** Set on the last delta of the choice; tokens sampled after it are to be thrown away. */
  finish: Finish | null;
}

export interface ChoiceOptions {
  index: number;
  tokenizer: Tokenizer;
  /** The model's end-of-sequence tokens, its first one first; empty under `ignore_eos`. */
  eosIds: readonly number[];
  /** `GenerateRequest.stopTokenIds`: the above and the request's own. */
  stopTokenIds: readonly number[];
  maxTokens: number;
  /** No stop string that ends within the first so many tokens counts, and no repetition in fewer. */
  minTokens?: number;
  repetition?: RepetitionDetection | null;
  stop: readonly string[];
  includeStop: boolean;
  skipSpecialTokens: boolean;
  topLogprobs: number;
  tokensAsIds: boolean;
  /** Absent, all text is content. */
  reading?: AnswerReading;
  /** Whether the whole answer matches a grammar: at whichever of the model's ends it stops, it ended by itself. */
  constrained?: boolean;
}

const PLAIN: AnswerReading = { tools: null, reasoning: null };

/**
 * Turns the tokens of one choice into text, thoughts, calls, log-probabilities and an end. A stop token's text is left
 * out unless `includeStop`, but it is counted, listed and given a log-probability. A stop string outranks a stop token,
 * which outranks the length, which outranks a repetition.
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
    this.#parser = new AnswerParser(reading, thoughtTokens(reading.reasoning, tokenizer));
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
    this.#parser.see(token.id, text);
    const scan = this.#scanner.push(text);
    const finish = this.#finishOf(token.id, scan.matched);
    const rest = finish !== null && scan.matched === null ? this.#scanner.flush() : '';
    const parts = this.#parser.push(scan.delta + rest);
    const reasoningTokens = wasThinking && this.#parser.inReasoning ? 1 : 0;
    const delta = { index, ...parts, reasoningTokens, logprobs: [entry], tokenIds: [token.id], finish };
    return finish === null ? delta : this.#last(delta, finish);
  }

  /** Ends a choice whose generation broke off without a last token that says why. */
  close(cause: FinishCause | null = null): ChoiceDelta {
    const { index } = this.#options;
    const parts = this.#parser.push(this.#scanner.flush());
    const delta = { index, ...parts, reasoningTokens: 0, logprobs: [], tokenIds: [], finish: null };
    if (cause === 'no_token') return this.#last(delta, { reason: 'stop', stopReason: 'no_token_allowed' });
    return this.#last(delta, { reason: 'length', stopReason: null });
  }

  /** The delta with all that the parser withheld, and why the choice ended. */
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
