/** Upper bounds that steps are counted by, in tokens: vLLM's. */
export const stepSizeBounds = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

/** Counts steps by the tokens that went through the model in them. */
export class StepSizes {
  readonly #counts = stepSizeBounds.map(() => 0);

  add(tokens: number): void {
    stepSizeBounds.forEach((bound, i) => {
      if (tokens <= bound) this.#counts[i] += 1;
    });
  }

  /** How many steps had at most so many tokens, for each of `stepSizeBounds`. */
  get atMost(): number[] {
    return [...this.#counts];
  }
}
