/** Upper bounds that iterations are counted by, in tokens: vLLM's. */
export const iterationBounds = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

/**
 * Counts the tokens of iterations as vLLM does: of each step that gives tokens to anybody, these, and the whole prompt
 * of a sequence with its first token, however many steps it took and whatever of it was cached.
 */
export class IterationTokens {
  readonly #atMost = iterationBounds.map(() => 0);
  #count = 0;
  #sum = 0;

  add(tokens: number): void {
    if (tokens === 0) return;
    this.#count += 1;
    this.#sum += tokens;
    iterationBounds.forEach((bound, i) => {
      if (tokens <= bound) this.#atMost[i] += 1;
    });
  }

  /** `atMost`: how many iterations had at most so many tokens, for each of `iterationBounds`. */
  get counts(): { atMost: number[]; count: number; sum: number } {
    return { atMost: [...this.#atMost], count: this.#count, sum: this.#sum };
  }
}
