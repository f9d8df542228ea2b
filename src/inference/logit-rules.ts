import type { ThinkingBudget } from './thinking-budget.ts';

/** A logits processor that a request names, with its arguments. */
export interface ProcessorCall {
  name: string;
  args: unknown[];
  kwargs: Record<string, unknown>;
}

/**
 * Edits of the logits that a request's tokens are sampled from, in this order: `allowedIds`, `bias`, `minTokens`,
 * penalties, `badWords`, `processors`, `thinkingBudget`, then the grammar's mask. Reported log-probabilities stay raw.
 */
export interface LogitRules {
  /** Divides positive and multiplies negative logits of ids in the prompt or the answer; above 0, 1 disables it. */
  repetitionPenalty: number;
  /** Subtracted from a logit for each occurrence of the id in the answer; 0 disables it. */
  frequencyPenalty: number;
  /** Subtracted once from the logit of each id in the answer; 0 disables it. */
  presencePenalty: number;
  /** Pairs of an id and the number added to its logit; each id occurs once. */
  bias: [number, number][];
  /** The only ids that may be sampled; null allows all. */
  allowedIds: number[] | null;
  /** Least tokens of the answer before `stopIds` can be sampled. */
  minTokens: number;
  /** Every id that could end the answer; includes the model's own even under `ignore_eos`. */
  stopIds: number[];
  /** Token sequences whose last id cannot be sampled if the answer ends in all ids before it. */
  badWords: number[][];
  processors: ProcessorCall[];
  /** Limit of the length of the reasoning; none by default. */
  thinkingBudget?: ThinkingBudget;
  /** `vllm_xargs` (`engine_xargs`), for processors. */
  extraArgs: Record<string, unknown>;
}

/** Returns whether the host must know every token of the answer before it can edit the next logits. */
export function rulesNeedTokens(rules: LogitRules | undefined): boolean {
  return rules !== undefined && (rules.processors.length > 0 || rules.thinkingBudget !== undefined);
}
