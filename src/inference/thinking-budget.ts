import { type ReasoningMarkers, ReasoningTracker } from './grammar/reasoning.ts';

/** Limit of the tokens in an answer's reasoning, as plain data. */
export interface ThinkingBudget {
  /** Most reasoning tokens; 0 ends the reasoning at once. */
  tokens: number;
  thoughts: ReasoningMarkers;
}

/** Counts the reasoning tokens of one answer against its budget, without the marks around the reasoning. */
export class ThinkingBudgetTracker {
  readonly #budget: ThinkingBudget;
  readonly #watch: ReasoningTracker;
  #read = 0;
  #reasoningTokens = 0;

  constructor(budget: ThinkingBudget) {
    this.#budget = budget;
    this.#watch = new ReasoningTracker(budget.thoughts);
  }

  /** Returns the only id allowed next; null if any is. `outputIds` must extend the ids of the previous call. */
  next(outputIds: readonly number[]): number | null {
    for (; this.#read < outputIds.length; this.#read++) {
      const isMark = this.#watch.accept(outputIds[this.#read]);
      if (!isMark && this.#watch.place === 'thinking') this.#reasoningTokens += 1;
    }
    const isExhausted = this.#watch.place === 'thinking' && this.#reasoningTokens >= this.#budget.tokens;
    return isExhausted ? this.#budget.thoughts.closeId : null;
  }
}
