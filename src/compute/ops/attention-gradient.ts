import type { DeviceBuffer } from '../buffer.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { multiplies, SUBGROUPS } from './attention-matrix.ts';
import { spans } from './matrix-tiles.ts';
import type { HeadShape } from './rope.ts';

/** Scratch of the backward pass by matrices. */
export interface GradientPanels {
  /** Has `panelBytes` of T rows or more. */
  panels: DeviceBuffer;
  /** [T, H] by which dO is divided. */
  scale: DeviceBuffer;
}

/** How the backward pass goes, by kernels/include/attention_gradient.wgsl. */
export interface GradientPlan {
  knobs: ReturnType<typeof gradientKnobs>;
  sizes: { elements: number; rights: number; padded: number };
  /** Rows of a workgroup. */
  ROWS: number;
  /** Bytes of the panels of a part. */
  bytes: number;
  parts: GradientPart[];
}

/** Kv heads from `first`, their share of all, and the grids of the kernels. */
interface GradientPart {
  first: number;
  share: number;
  panels: Grid;
  query: Grid;
  keyValue: Grid;
}

type Grid = [number, number, number];

/** Rows that a chunk may read past the last. */
const PAST = 64;
/** What panels may take, unless those of one kv head take more. */
const PANEL_BYTES = 64 * 2 ** 20;

/**
 * Bytes of the panels of as many kv heads as `most` bytes hold, at least one, for up to T rows; 0 where no matrices
 * multiply such heads.
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

/** [2 H / K + 2, E, T + PAST] f16: queries and dO of the query heads of a kv head, its keys and values. */
function bytesOfHead({ H, K, E }: HeadShape, T: number): number {
  return 2 * ((2 * H) / K + 2) * E * (T + PAST);
}

function headsIn(bytes: number, heads: HeadShape, T: number): number {
  return Math.min(heads.K, Math.max(1, Math.floor(bytes / bytesOfHead(heads, T))));
}

/** In parts of as many kv heads as panels of `bytes` have room for. */
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
  // Sums of wider heads are for more subgroups to keep in registers.
  const DOWN = E > 128 ? 1 : 2;
  const ALONG = SUBGROUPS / DOWN;
  return {
    ...{ M, N, K: terms, SIZE, SIZED, E, DOWN, ALONG, LANES: SUBGROUPS * SIZE },
    PER: (SIZE * ALONG) / M,
    WIDTH: Math.ceil(E / N / ALONG),
    UNROLLED: terms === 16 && E % 32 === 0 ? 2 : 1,
  };
}
