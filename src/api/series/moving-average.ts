/**
 * Exponential moving average, debiased like TensorBoard's: s_n = w s_(n-1) + (1 - w) v_n with s_0 = 0, shown as s_n /
 * (1 - w^n).
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
