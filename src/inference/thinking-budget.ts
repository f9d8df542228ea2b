import { type Thoughts, ThoughtWatch } from './grammar/thoughts.ts';

/** Thoughts that end once they have so many tokens; plain data. */
export interface ThinkingBudget {
  /** 0 ends them at once. */
  tokens: number;
  thoughts: Thoughts;
}

/** Counts the thoughts of one answer against its budget. The marks around them do not count. */
export class ThinkingBudgetWatch {
  readonly #budget: ThinkingBudget;
  readonly #watch: ThoughtWatch;
  #read = 0;
  #thought = 0;

  constructor(budget: ThinkingBudget) {
    this.#budget = budget;
    this.#watch = new ThoughtWatch(budget.thoughts);
  }

  /** The only id that may come after these, which only ever grow; null where the budget lets any come. */
  next(outputIds: readonly number[]): number | null {
    for (; this.#read < outputIds.length; this.#read++) {
      const isMark = this.#watch.accept(outputIds[this.#read]);
      if (!isMark && this.#watch.place === 'thinking') this.#thought += 1;
    }
    const isExhausted = this.#watch.place === 'thinking' && this.#thought >= this.#budget.tokens;
    return isExhausted ? this.#budget.thoughts.closeId : null;
  }
}
