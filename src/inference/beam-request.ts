import type { GeneratedToken, GenerateRequest, PromptReport } from './generate-request.ts';

/** A search for the likeliest answers. */
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
  /** Beams, 1 to 32. */
  width: number;
  /** Beams are ranked by log-probability over length to this power. */
  lengthPenalty: number;
  /** Tokens that end an answer; none under `ignore_eos`. */
  eosIds: number[];
}

/** One answer that was found. */
export interface Beam {
  /** With the token that ended it, if one did. */
  tokens: GeneratedToken[];
  /** Sum of the tokens' log-probabilities. */
  logprob: number;
  /** The token that ended it; null where it ran into the limit. */
  ended: number | null;
}

export interface BeamReport {
  /** At most `width`, best first. */
  beams: Beam[];
  prompt: PromptReport;
}
