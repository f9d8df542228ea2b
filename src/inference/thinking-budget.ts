import { type Thoughts, ThoughtWatch } from './grammar/thoughts.ts';

/** Limit of the tokens in an answer's thoughts, as plain data. */
export interface ThinkingBudget {
  /** Most thought tokens; 0 ends a thought at once. */
  tokens: number;
  thoughts: Thoughts;
}

/** Counts the thought tokens of one answer against its budget, without the marks around thoughts. */
export class ThinkingBudgetWatch {
  readonly #budget: ThinkingBudget;
  readonly #watch: ThoughtWatch;
  #read = 0;
  #thought = 0;

  constructor(budget: ThinkingBudget) {
    this.#budget = budget;
    this.#watch = new ThoughtWatch(budget.thoughts);
  }

  /** Returns the only id allowed next; null if any is. `outputIds` must extend the ids of the previous call. */
  next(outputIds: readonly number[]): number | null {
    for (; this.#read < outputIds.length; this.#read++) {
      const isMark = this.#watch.accept(outputIds[this.#read]);
      if (!isMark && this.#watch.place === 'thinking') this.#thought += 1;
    }
    const isExhausted = this.#watch.place === 'thinking' && this.#thought >= this.#budget.tokens;
    return isExhausted ? this.#budget.thoughts.closeId : null;
  }
}
