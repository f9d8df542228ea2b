import type { AdapterFiles } from '../model/model-files.ts';
import type { GrammarConstraint } from './grammar/grammar.ts';
import type { LogitRules } from './logit-rules.ts';

/**
 * Sequences of one owner that may wait: 2,048 chats opened at once, of 8 choices each. Of all owners, twice as many.
 */
export const MAX_WAITING = 16_384;

export interface SamplingParams {
  /** 0 is greedy. */
  temperature: number;
  /** 0 is off. */
  topK: number;
  /** 1 is off. */
  topP: number;
  /** Tokens must be at least this likely, relative to the likeliest; absent or 0 is off. */
  minP?: number;
  /** Signed 64-bit integer; noise is keyed by (seed, position, token id). */
  seed: bigint;
}

export interface GenerateRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** [T] prompt token ids, T >= 1. */
  promptIds: Uint32Array;
  /** How many of them were sampled, as a beam's; 0 where absent. */
  sampledBefore?: number;
  /**
   * The beginning of the answer, sampled before by an engine that could not go on: the answer goes on behind it with
   * the tokens that it would have had. None where absent.
   */
  outputIds?: readonly number[];
  /** Tokens of the answer, `outputIds` among them. At least 1; prompt length + maxTokens <= context length. */
  maxTokens: number;
  /** A sampled token among these ends the sequence (it is still reported). */
  stopTokenIds: number[];
  sampling: SamplingParams;
  /** Absent, tokens are sampled from the logits as they are. */
  rules?: LogitRules;
  /** Alternatives to report with each token, 0 to 20. */
  topLogprobs: number;
  /**
   * Tokens to report with each token in the place of the best alternatives, at most 128; none where absent or empty.
   */
  logprobTokenIds?: number[];
  /**
   * Log-probabilities of sampled tokens and their alternatives are those under softmax(logits / temperature), which top
   * k and top p do not change; at temperature 0, and where absent or false, raw. Not with rules or a grammar, whose
   * rows are sampled at their temperature from edited logits alone.
   */
  temperedLogprobs?: boolean;
  /** The grammar that the answer has to match. */
  grammar?: GrammarConstraint;
  /** Alternatives to report with each token of the prompt, 0 to 20; absent or null reports nothing. */
  promptLogprobs?: number | null;
  /** False drafts no tokens; what is sampled is the same. */
  speculation?: boolean;
  /** Lower is served first among those of one owner; 0 where absent. */
  priority?: number;
  /** Who asks: owners are served in turn. */
  owner?: string;
  /** Whose cached prompts may be shared: the caller and his salt. */
  cacheRoot?: string;
  /** What prompts of one beginning have in common: where there are several workers, they go to one of them. */
  affinity?: string;
}

/** What is known of the prompt once it has gone through the model. */
export interface PromptReport {
  /** Prompt tokens whose keys and values were there already. */
  cachedTokens: number;
  /** One entry for each prompt token, the first null; null where they were not asked for. */
  logprobs: (PromptTokenLogprobs | null)[] | null;
  times: PromptTimes;
}

/** How long a sequence took up to its first token, in seconds. */
export interface PromptTimes {
  /** From its arrival until it was first admitted: it waits for its adapter, its grammar, a place and pages. */
  queued: number;
  /** From there to its first token, with the time that it was pushed out. */
  prefill: number;
}

/** Raw log-probabilities at one place of the prompt. */
export interface PromptTokenLogprobs {
  /** That of the prompt's own token. */
  logprob: number;
  /** Tokens that are at least as likely, itself among them. */
  rank: number;
  /** [promptLogprobs] best tokens, best first. */
  topIds: number[];
  topLogprobs: number[];
}

/**
 * One sampled token. Log-probabilities are raw, log-softmax of the model's logits, before temperature and filters,
 * unless the request asked for `temperedLogprobs`.
 */
export interface GeneratedToken {
  id: number;
  logprob: number;
  /** [topLogprobs] best alternatives, best first, or those of `logprobTokenIds`, in their order. */
  topIds: number[];
  topLogprobs: number[];
}

/** `no_token`: the request's rules together forbid every token, so none was sampled. */
export type FinishCause = 'stop_token' | 'length' | 'no_token';
