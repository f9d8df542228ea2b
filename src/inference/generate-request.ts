import type { AdapterFiles } from '../model/model-files.ts';
import type { GrammarConstraint } from './grammar/grammar.ts';

export interface SamplingParams {
  /** 0 is greedy. */
  temperature: number;
  /** 0 is off. */
  topK: number;
  /** 1 is off. */
  topP: number;
  /** Signed 64-bit integer; draws are keyed by (seed, position, token id). */
  seed: bigint;
}

export interface GenerateRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** [T] prompt token ids, T >= 1. */
  promptIds: Uint32Array;
  /** At least 1; prompt length + maxTokens <= context length. */
  maxTokens: number;
  /** A sampled token among these ends the sequence (it is still reported). */
  stopTokenIds: number[];
  sampling: SamplingParams;
  /** Alternatives to report with each token, 0 to 20. */
  topLogprobs: number;
  /** The form that the answer is held to. */
  grammar?: GrammarConstraint;
}

/** One sampled token. Log-probabilities are raw: log-softmax of the model's logits, before temperature and filters. */
export interface GeneratedToken {
  id: number;
  logprob: number;
  /** [topLogprobs] best alternatives, best first. */
  topIds: number[];
  topLogprobs: number[];
}

export type FinishCause = 'stop_token' | 'length';
