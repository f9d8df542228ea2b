import type { Budget } from './budget.ts';

/** The text that a block has written so far. */
export class Output {
  readonly #budget: Budget;
  text = '';

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  write(text: string): void {
    this.text += text;
    this.#budget.fits(this.text.length);
  }
}
