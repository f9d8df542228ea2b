/** Columns of equal length, one item per bucket, ordered by x. */
export interface BucketColumns {
  x: number[];
  min: number[];
  max: number[];
  mean: number[];
  last: number[];
  count: number[];
  smoothed?: number[];
}

/**
 * Columns of each bucket. `order` is the index of its latest value among all values of the metric; `lost` is the
 * rounding error of `sum`.
 */
const FIGURES = ['key', 'order', 'x', 'last', 'smoothed', 'min', 'max', 'sum', 'lost', 'count'] as const;
type Figures = Record<(typeof FIGURES)[number], Float64Array>;

/**
 * Values of one metric in a limited number of buckets. Each value has its own bucket until there are too many. Then
 * values share a bucket if x divided by a power of two, rounded down, is equal. The power is the smallest that
 * suffices, whatever the order of the values.
 */
export class SeriesBuckets {
  readonly #most: number;
  readonly #figures: Figures;
  /** Number of buckets. */
  #length = 0;
  #values = 0;
  /** Width of a bucket; 0 while each value has its own. */
  #width = 0;

  constructor(most: number) {
    this.#most = most;
    this.#figures = Object.fromEntries(FIGURES.map((name) => [name, new Float64Array(most + 1)])) as Figures;
  }

  get isMerged(): boolean {
    return this.#width > 0;
  }

  /** Adds a value; `x` must be at least 0. */
  add(x: number, value: number, smoothed: number): void {
    const { key } = this.#figures;
    const wanted = this.#width === 0 ? x : Math.floor(x / this.#width);
    let at = this.#length - 1;
    // Values arrive almost always in order of x.
    while (at >= 0 && key[at] > wanted) at--;
    const isNew = this.#width === 0 || at < 0 || key[at] !== wanted;
    if (isNew) this.#insertBucket(++at);
    this.#put(at, wanted, x, value, smoothed, isNew);
    while (this.#length > this.#most) this.#widen();
  }

  columns(withSmoothed: boolean): BucketColumns {
    const { x, min, max, sum, lost, last, count, smoothed } = this.#figures;
    const list = (figure: Float64Array): number[] => Array.from(figure.subarray(0, this.#length));
    return {
      x: list(x),
      min: list(min),
      max: list(max),
      // The mean of equal values is exact.
      mean: list(sum).map((total, at) => (min[at] === max[at] ? min[at] : (total + lost[at]) / count[at])),
      last: list(last),
      count: list(count),
      ...(withSmoothed ? { smoothed: list(smoothed) } : {}),
    };
  }

  #insertBucket(at: number): void {
    if (at < this.#length) {
      for (const name of FIGURES) this.#figures[name].copyWithin(at + 1, at, this.#length);
    }
    this.#length++;
  }

  /** Adds a value, the latest of all, to a new or an existing bucket. */
  #put(at: number, key: number, x: number, value: number, smoothed: number, isNew: boolean): void {
    const f = this.#figures;
    f.key[at] = key;
    f.order[at] = this.#values++;
    f.x[at] = x;
    f.last[at] = value;
    f.smoothed[at] = smoothed;
    f.min[at] = isNew ? value : Math.min(f.min[at], value);
    f.max[at] = isNew ? value : Math.max(f.max[at], value);
    f.count[at] = isNew ? 1 : f.count[at] + 1;
    if (isNew) {
      f.sum[at] = value;
      f.lost[at] = 0;
    } else {
      this.#addSum(at, value, 0);
    }
  }

  /** Adds to a bucket's sum with compensation for rounding errors (Neumaier 1974). */
  #addSum(at: number, value: number, lost: number): void {
    const f = this.#figures;
    const sum = f.sum[at];
    const next = sum + value;
    f.lost[at] += lost + (Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum);
    f.sum[at] = next;
  }

  /** Doubles the width of the buckets and merges those that now coincide. */
  #widen(): void {
    this.#width = this.#width === 0 ? 1 : this.#width * 2;
    const f = this.#figures;
    let end = 0;
    for (let at = 0; at < this.#length; at++) {
      const key = Math.floor(f.x[at] / this.#width);
      if (end > 0 && f.key[end - 1] === key) this.#merge(end - 1, at);
      else {
        for (const name of FIGURES) f[name][end] = f[name][at];
        f.key[end] = key;
        end++;
      }
    }
    this.#length = end;
  }

  #merge(into: number, from: number): void {
    const f = this.#figures;
    if (f.order[from] > f.order[into]) {
      for (const name of ['order', 'x', 'last', 'smoothed'] as const) f[name][into] = f[name][from];
    }
    f.min[into] = Math.min(f.min[into], f.min[from]);
    f.max[into] = Math.max(f.max[into], f.max[from]);
    f.count[into] += f.count[from];
    this.#addSum(into, f.sum[from], f.lost[from]);
  }
}
