import type { DeviceBuffer } from '../buffer.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { multiplies, SUBGROUPS } from './attention-matrix.ts';
import { spans } from './matrix-tiles.ts';
import type { HeadShape } from './rope.ts';

/** Scratch of the attention backward pass with subgroup matrices. */
export interface GradientPanels {
  /** At least `panelBytes` of T rows. */
  panels: DeviceBuffer;
  /** [T, H] divisors of dO. */
  scale: DeviceBuffer;
}

/** Knobs, sizes and grids of the backward pass (kernels/include/attention_gradient.wgsl). */
export interface GradientPlan {
  knobs: ReturnType<typeof gradientKnobs>;
  sizes: { elements: number; rights: number; padded: number };
  /** Rows per workgroup. */
  ROWS: number;
  /** Bytes of the panels of one part. */
  bytes: number;
  parts: GradientPart[];
}

/** A range of kv heads from `first` on, its share of all kv heads, and the grids of its kernels. */
interface GradientPart {
  first: number;
  share: number;
  panels: Grid;
  query: Grid;
  keyValue: Grid;
}

type Grid = [number, number, number];

/** Rows that a chunk may read past row T. */
const PAST = 64;
/** Size limit of the panels in bytes, exceeded only if one kv head needs more. */
const PANEL_BYTES = 64 * 2 ** 20;

/**
 * Returns the bytes of the panels of as many kv heads as fit in `most` bytes, at least one, for up to T rows. Returns 0
 * if subgroup matrices cannot multiply these heads.
 */
export function panelBytes(
  matrix: MatrixShape | undefined,
  heads: HeadShape,
  T: number,
  most: number = PANEL_BYTES,
): number {
  if (!matrix || !multiplies(matrix, heads.E)) return 0;
  return bytesOfHead(heads, T) * headsIn(most, heads, T);
}

/** Returns the panel bytes of a kv head, [2 H / K + 2, E, T + PAST] f16: q and dO of its query heads, its k and v. */
function bytesOfHead({ H, K, E }: HeadShape, T: number): number {
  return 2 * ((2 * H) / K + 2) * E * (T + PAST);
}

function headsIn(bytes: number, heads: HeadShape, T: number): number {
  return Math.min(heads.K, Math.max(1, Math.floor(bytes / bytesOfHead(heads, T))));
}

/** Plans the backward pass in parts of as many kv heads as fit in panels of `bytes`. */
export function gradientPlan(matrix: MatrixShape, heads: HeadShape, T: number, bytes: number): GradientPlan {
  const { H, K, E } = heads;
  const knobs = gradientKnobs(matrix, E);
  const ROWS = knobs.DOWN * matrix.M;
  const padded = T + PAST;
  const planes = (2 * H) / K + 2;
  const most = headsIn(bytes, heads, T);
  const tiles = Math.ceil(T / ROWS);
  const parts = spans(K, most).map(
    ([first, count]): GradientPart => ({
      first,
      share: count / K,
      panels: [Math.ceil(padded / 16), (count * planes * E) / 16, 1],
      query: [(count * H) / K, tiles, 1],
      keyValue: [count, tiles, 1],
    }),
  );
  return { knobs, sizes: { elements: E, rights: 64, padded }, ROWS, bytes: most * bytesOfHead(heads, T), parts };
}

function gradientKnobs({ M, N, K: terms, SIZE, SIZED }: MatrixShape, E: number) {
  // Sums of wider heads are split over more subgroups, so that they stay in registers.
  const DOWN = E > 128 ? 1 : 2;
  const ALONG = SUBGROUPS / DOWN;
  return {
    ...{ M, N, K: terms, SIZE, SIZED, E, DOWN, ALONG, LANES: SUBGROUPS * SIZE },
    PER: (SIZE * ALONG) / M,
    WIDTH: Math.ceil(E / N / ALONG),
    UNROLLED: terms === 16 && E % 32 === 0 ? 2 : 1,
  };
}
