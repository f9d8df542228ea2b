import type { AdapterFiles } from '../model/model-files.ts';
import type { GrammarConstraint } from './grammar/grammar.ts';
import type { LogitRules } from './logit-rules.ts';

/**
 * Most waiting sequences of one owner: 2,048 chats opened at once, with 8 choices each. All owners may have twice that.
 */
export const MAX_WAITING = 16_384;

export interface SamplingParams {
  /** 0 means greedy. */
  temperature: number;
  /** 0 disables it. */
  topK: number;
  /** 1 disables it. */
  topP: number;
  /** Least probability relative to the most likely token; absent or 0 disables it. */
  minP?: number;
  /** Signed 64-bit integer; noise is keyed by (seed, position, token id). */
  seed: bigint;
}

export interface GenerateRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** [T] prompt token ids, T >= 1. */
  promptIds: Uint32Array;
  /** Number of prompt tokens that were sampled, as in a beam; 0 by default. */
  sampledBefore?: number;
  /**
   * Beginning of the answer, sampled by an engine that could not finish it. The answer continues with the tokens that
   * it would have had there. Empty by default.
   */
  outputIds?: readonly number[];
  /** Most tokens of the answer, including `outputIds`. At least 1; prompt length + maxTokens <= context length. */
  maxTokens: number;
  /** Tokens that end the sequence when sampled (they are still reported). */
  stopTokenIds: number[];
  sampling: SamplingParams;
  /** Edits of the logits before sampling; none by default. */
  rules?: LogitRules;
  /** Number of alternatives to report with each token, 0 to 20. */
  topLogprobs: number;
  /**
   * Tokens to report with each token instead of the best alternatives, at most 128; absent or empty for none.
   */
  logprobTokenIds?: number[];
  /**
   * Reports log-probabilities of sampled tokens and their alternatives under softmax(logits / temperature), without top
   * k and top p. At temperature 0, and if absent or false, they are raw. Not allowed with rules or a grammar, because
   * their rows are sampled at their temperature from edited logits alone.
   */
  temperedLogprobs?: boolean;
  /** The grammar that the answer must match. */
  grammar?: GrammarConstraint;
  /** Number of alternatives to report with each prompt token, 0 to 20; absent or null reports nothing. */
  promptLogprobs?: number | null;
  /** False disables draft tokens; the sampled tokens are the same. */
  speculation?: boolean;
  /** Lower values are served first, among requests of one owner; 0 by default. */
  priority?: number;
  /** Owner of the request; owners are served in turn. */
  owner?: string;
  /** Scope of the prefix cache: the caller and the cache salt. */
  cacheRoot?: string;
  /** Key shared by prompts with a common prefix; with several workers, they go to the same worker. */
  affinity?: string;
}

/** Statistics of the prompt after prefill. */
export interface PromptReport {
  /** Prompt tokens found in the prefix cache. */
  cachedTokens: number;
  /** One entry per prompt token, the first null; null if not requested. */
  logprobs: (PromptTokenLogprobs | null)[] | null;
  times: PromptTimes;
}

/** Latencies of a sequence up to its first token, in seconds. */
export interface PromptTimes {
  /** From arrival until first admission: the sequence waits for its adapter, its grammar, a place and pages. */
  queued: number;
  /** From first admission to the first token, including time lost to preemption. */
  prefill: number;
}

/** Raw log-probabilities at one position of the prompt. */
export interface PromptTokenLogprobs {
  /** Log-probability of the prompt's token. */
  logprob: number;
  /** Number of tokens that are at least as likely, including the token itself. */
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
  /** [topLogprobs] best alternatives, best first, or `logprobTokenIds`, in their order. */
  topIds: number[];
  topLogprobs: number[];
}

/** `no_token`: the request's rules together forbid every token, so none was sampled. */
export type FinishCause = 'stop_token' | 'length' | 'no_token';
