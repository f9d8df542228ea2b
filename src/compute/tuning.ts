/** Kernels whose speed hangs on a knob that changes no bit of what they compute. */
export type TunedKernel = 'matvec' | 'matmul_tiled' | 'matmul_transposed_tiled';

/** A product of T rows with a weight of `type`, [N, K]. */
export interface ProductShape {
  type: string;
  T: number;
  N: number;
  K: number;
}

/** Rows up to which products are measured and chosen alike; what has more counts as the last. */
export const ROW_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 256, 1024] as const;

/** Slots of a workgroup of `matvec`: what suits most shapes first, and what suits few outputs of long rows. */
const SLOTS = [8, 16, 4, 2, 1];
const SLOTS_OF_FEW_OUTPUTS = [16, 8, 4, 2, 1];
const FEW_OUTPUTS = 2048;
/** As long as the chunks of 16 slots. */
const LONG_ROW = 2048;
/** Rows of a lane of the staged tiles. */
const TILE_ROWS = [4, 8];

/** The knob that is chosen. */
export const TUNED_KNOBS: Record<TunedKernel, string> = {
  matvec: 'SLOTS',
  matmul_tiled: 'ROWS',
  matmul_transposed_tiled: 'ROWS',
};

export function rowBucket(T: number): number {
  return ROW_BUCKETS.find((rows) => T <= rows) ?? ROW_BUCKETS[ROW_BUCKETS.length - 1];
}

/** All that may be chosen for a shape, what is shipped first. */
export function candidatesOf(kernel: TunedKernel, { T, N, K }: Omit<ProductShape, 'type'>): number[] {
  if (kernel === 'matvec') {
    const all = N <= FEW_OUTPUTS && K >= LONG_ROW ? SLOTS_OF_FEW_OUTPUTS : SLOTS;
    return all.filter((slots) => slots >= rowBucket(T));
  }
  return TILE_ROWS.toSorted((a, b) => (T > 32 ? b - a : a - b));
}

/** What is chosen for each kernel and shape. */
export class Tuning {
  readonly #choices = new Map<string, number>();

  /** The value of the kernel's knob. */
  choice(kernel: TunedKernel, shape: ProductShape): number {
    const own = this.#choices.size > 0 ? this.#choices.get(keyOf(kernel, shape)) : undefined;
    return own ?? candidatesOf(kernel, shape)[0];
  }

  /** Throws where that is no candidate. */
  choose(kernel: TunedKernel, shape: ProductShape, value: number): void {
    if (!candidatesOf(kernel, shape).includes(value)) throw new Error(`${keyOf(kernel, shape)} cannot be ${value}`);
    this.#choices.set(keyOf(kernel, shape), value);
  }

  /** Goes back to what is shipped. */
  forget(kernel: TunedKernel, shape: ProductShape): void {
    this.#choices.delete(keyOf(kernel, shape));
  }

  /** What is not as shipped, for a file. */
  get choices(): Record<string, number> {
    return Object.fromEntries([...this.#choices].sort());
  }

  /** Takes over what `choices` gave; leaves out what no kernel can be compiled with. */
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
