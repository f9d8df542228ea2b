import { TemplateError } from '../template-error.ts';

/**
 * Evaluated expressions, statements and items, and characters of any one string or items of any one list, that one
 * rendering may take.
 */
export interface RenderBudget {
  steps: number;
  characters: number;
}

/** Characters that are read or made at once and count as a step; shorter texts cost nothing. */
const CHARACTERS_A_STEP = 256;

/** Counts what a rendering takes. Throws `TemplateError` where that is too much; ask before making what may be large. */
export class Budget {
  readonly #limit: RenderBudget;
  #steps = 0;

  constructor(limit: RenderBudget) {
    this.#limit = limit;
  }

  step(count = 1): void {
    this.#steps += count;
    if (!(this.#steps <= this.#limit.steps)) {
      throw new TemplateError(`rendering the chat template takes more than ${this.#limit.steps} steps`);
    }
  }

  /** For what goes through so many characters. */
  read(characters: number): void {
    if (characters >= CHARACTERS_A_STEP) this.step(Math.floor(characters / CHARACTERS_A_STEP));
  }

  /** For a text that is made. */
  text(length: number): void {
    this.fits(length);
    this.read(length);
  }

  /** For a text that two are put together to, which copies neither. */
  fits(length: number): void {
    if (!(length <= this.#limit.characters)) {
      throw new TemplateError(`the chat template makes a text of more than ${this.#limit.characters} characters`);
    }
  }

  list(length: number): void {
    if (!(length <= this.#limit.characters)) {
      throw new TemplateError(`the chat template makes a list of more than ${this.#limit.characters} items`);
    }
    this.step(length);
  }
}
