import type { Recorder } from '../recorder.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { multiplies, SUBGROUPS } from './attention-matrix.ts';
import { spans } from './matrix-tiles.ts';
import type { HeadShape } from './rope.ts';

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

/** In parts of as many kv heads as scratch has room for, at least one; undefined where no matrices multiply them. */
export function gradientPlan(
  { device: { matrix }, scratchBytes }: Pick<Recorder, 'device' | 'scratchBytes'>,
  { H, K, E }: HeadShape,
  T: number,
): GradientPlan | undefined {
  if (!matrix || !multiplies(matrix, E)) return undefined;
  const knobs = gradientKnobs(matrix, E);
  const ROWS = knobs.DOWN * matrix.M;
  const padded = T + PAST;
  const planes = (2 * H) / K + 2;
  const headBytes = 2 * planes * E * padded;
  const most = Math.min(K, Math.max(1, Math.floor(scratchBytes / headBytes)));
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
  return { knobs, sizes: { elements: E, rights: 64, padded }, ROWS, bytes: most * headBytes, parts };
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
