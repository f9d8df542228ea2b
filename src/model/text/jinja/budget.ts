import { TemplateError } from '../template-error.ts';

/** What one rendering may take. */
export interface RenderBudget {
  /** Evaluated expressions, statements and items. */
  steps: number;
  /** Of any one string; also the items of any one list. */
  characters: number;
  /** Values in the variables that it is given: each takes some hundred bytes. */
  values: number;
}

/** Characters that are read or made at once and count as a step; shorter texts cost nothing. */
const CHARACTERS_A_STEP = 256;

/** Counts what a rendering takes. Throws `TemplateError` where that is too much; ask before making what may be large. */
export class Budget {
  readonly #limit: RenderBudget;
  #steps = 0;
  #values = 0;

  constructor(limit: RenderBudget) {
    this.#limit = limit;
  }

  step(count = 1): void {
    this.#steps += count;
    if (!(this.#steps <= this.#limit.steps)) {
      throw new TemplateError(`rendering the chat template takes more than ${this.#limit.steps} steps`);
    }
  }

  /** For a value that the template is given. */
  value(): void {
    this.#values += 1;
    if (this.#values > this.#limit.values) {
      throw new TemplateError(`the chat template is given more than ${this.#limit.values} values`);
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
