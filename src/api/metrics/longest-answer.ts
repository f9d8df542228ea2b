/** Finds the longest of the answers to one prompt; where not all come to their end, there is none. */
export class LongestAnswer {
  readonly #tell: (tokens: number) => void;
  #open: number;
  #longest = 0;

  constructor(answers: number, tell: (tokens: number) => void) {
    this.#open = answers;
    this.#tell = tell;
  }

  /** One has come to its end. */
  add(tokens: number): void {
    this.#open -= 1;
    this.#longest = Math.max(this.#longest, tokens);
    if (this.#open === 0) this.#tell(this.#longest);
  }
}
