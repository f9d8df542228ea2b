import type { GeneratedToken, GenerateRequest, PromptReport } from './generate-request.ts';

/** A beam search request. */
export interface BeamRequest
  extends Pick<
    GenerateRequest,
    | 'model'
    | 'adapter'
    | 'promptIds'
    | 'maxTokens'
    | 'topLogprobs'
    | 'promptLogprobs'
    | 'priority'
    | 'owner'
    | 'cacheRoot'
    | 'affinity'
  > {
  /** Number of beams, 1 to 32. */
  width: number;
  /** Beams are ranked by log-probability over length to this power. */
  lengthPenalty: number;
  /** Tokens that end an answer; none under `ignore_eos`. */
  eosIds: number[];
}

/** One answer of a beam search. */
export interface Beam {
  /** Tokens of the answer, including the token that ended it, if any. */
  tokens: GeneratedToken[];
  /** Sum of the tokens' log-probabilities. */
  logprob: number;
  /** The token that ended the answer; null if it reached the length limit. */
  ended: number | null;
}

export interface BeamReport {
  /** At most `width`, best first. */
  beams: Beam[];
  prompt: PromptReport;
}
