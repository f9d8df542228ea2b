import type { ThinkingBudget } from './thinking-budget.ts';

/** A processor that a request names, with the arguments that it gives. */
export interface ProcessorCall {
  name: string;
  args: unknown[];
  kwargs: Record<string, unknown>;
}

/**
 * What a request asks to be done to the logits that its tokens are sampled from, in this order: `allowedIds`, `bias`,
 * `minTokens`, penalties, `badWords`, `processors`, `thinkingBudget`, then the grammar's mask. Reported
 * log-probabilities stay raw.
 */
export interface LogitRules {
  /** Divides positive logits and multiplies negative ones of ids in the prompt or the answer; above 0, 1 is off. */
  repetitionPenalty: number;
  /** Taken off a logit for each time that the answer has the id; 0 is off. */
  frequencyPenalty: number;
  /** Taken off a logit once the answer has the id; 0 is off. */
  presencePenalty: number;
  /** (id, what is added); each id once. */
  bias: [number, number][];
  /** The only ids that may be sampled; null allows all. */
  allowedIds: number[] | null;
  /** Until the answer has this many tokens, `stopIds` cannot be sampled. */
  minTokens: number;
  /** Every id that could end the answer, the model's own under `ignore_eos` too. */
  stopIds: number[];
  /** Token sequences whose last id cannot be sampled where the answer ends in all ids before it. */
  badWords: number[][];
  processors: ProcessorCall[];
  /** Absent, thoughts may be of any length. */
  thinkingBudget?: ThinkingBudget;
  /** `vllm_xargs` (`engine_xargs`), for processors. */
  extraArgs: Record<string, unknown>;
}

/** Whether the host has to know every token of the answer before it can tell what is to be done to the next logits. */
export function rulesNeedTokens(rules: LogitRules | undefined): boolean {
  return rules !== undefined && (rules.processors.length > 0 || rules.thinkingBudget !== undefined);
}
