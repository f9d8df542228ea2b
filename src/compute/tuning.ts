/** Kernels with a knob that affects their speed but no bit of their results. */
export type TunedKernel = 'matvec' | 'matmul_tiled' | 'matmul_transposed_tiled';

/** Shape of a matrix product: T rows times a weight [N, K] of `type`. */
export interface ProductShape {
  type: string;
  T: number;
  N: number;
  K: number;
}

/** Upper bounds of row counts that share one tuned value. Larger products use the last bucket. */
export const ROW_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 256, 1024] as const;

/** Candidate slots of a `matvec` workgroup, the default first; the second list is for few outputs of long rows. */
const SLOTS = [8, 16, 4, 2, 1];
const SLOTS_OF_FEW_OUTPUTS = [16, 8, 4, 2, 1];
const FEW_OUTPUTS = 2048;
/** Elements of K that the chunks of 16 slots cover together. */
const LONG_ROW = 2048;
/** Candidate rows per lane of the kernels that stage tiles in workgroup memory. */
const TILE_ROWS = [4, 8];

/** Tuned knob of each kernel. */
export const TUNED_KNOBS: Record<TunedKernel, string> = {
  matvec: 'SLOTS',
  matmul_tiled: 'ROWS',
  matmul_transposed_tiled: 'ROWS',
};

export function rowBucket(T: number): number {
  return ROW_BUCKETS.find((rows) => T <= rows) ?? ROW_BUCKETS[ROW_BUCKETS.length - 1];
}

/** Returns the candidate knob values for a shape, the shipped default first. */
export function candidatesOf(kernel: TunedKernel, { T, N, K }: Omit<ProductShape, 'type'>): number[] {
  if (kernel === 'matvec') {
    const all = N <= FEW_OUTPUTS && K >= LONG_ROW ? SLOTS_OF_FEW_OUTPUTS : SLOTS;
    return all.filter((slots) => slots >= rowBucket(T));
  }
  return TILE_ROWS.toSorted((a, b) => (T > 32 ? b - a : a - b));
}

/** The chosen knob value of each kernel and shape. */
export class Tuning {
  readonly #choices = new Map<string, number>();

  /** Returns the kernel's knob value for a shape. */
  choice(kernel: TunedKernel, shape: ProductShape): number {
    const own = this.#choices.size > 0 ? this.#choices.get(keyOf(kernel, shape)) : undefined;
    return own ?? candidatesOf(kernel, shape)[0];
  }

  /** Sets the knob value of a kernel and shape. Throws if `value` is not a candidate. */
  choose(kernel: TunedKernel, shape: ProductShape, value: number): void {
    if (!candidatesOf(kernel, shape).includes(value)) throw new Error(`${keyOf(kernel, shape)} cannot be ${value}`);
    this.#choices.set(keyOf(kernel, shape), value);
  }

  /** Restores the shipped default. */
  forget(kernel: TunedKernel, shape: ProductShape): void {
    this.#choices.delete(keyOf(kernel, shape));
  }

  /** Values that were set, to be written to a file. */
  get choices(): Record<string, number> {
    return Object.fromEntries([...this.#choices].sort());
  }

  /** Restores values that `choices` returned. Skips unknown kernels and values that are not candidates. */
  restore(choices: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(choices)) {
      const [, kernel, ...sizes] = /^(\w+) \w+ \[(\d+), (\d+)\] T (\d+)$/.exec(key) ?? [];
      const [N, K, T] = sizes.map(Number);
      if (!(kernel in TUNED_KNOBS) || typeof value !== 'number') continue;
      if (candidatesOf(kernel as TunedKernel, { T, N, K }).includes(value)) this.#choices.set(key, value);
    }
  }
}

function keyOf(kernel: TunedKernel, { type, T, N, K }: ProductShape): string {
  return `${kernel} ${type} [${N}, ${K}] T ${rowBucket(T)}`;
}
