/**
 * An exponential moving average, debiased as TensorBoard's: s_n = w s_(n-1) + (1 - w) v_n from s_0 = 0, of which
 * s_n / (1 - w^n) is shown.
 */
export class MovingAverage {
  readonly #weight: number;
  #sum = 0;
  /** w^n. */
  #bias = 1;

  constructor(weight: number) {
    this.#weight = weight;
  }

  add(value: number): number {
    this.#sum = this.#weight * this.#sum + (1 - this.#weight) * value;
    this.#bias *= this.#weight;
    return this.#sum / (1 - this.#bias);
  }
}
