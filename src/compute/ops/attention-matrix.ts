import type { Device } from '../device.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import type { HeadShape } from './rope.ts';

/** Subgroups per workgroup. */
export const SUBGROUPS = 4;
/** Most columns of keys or values in workgroup memory at a time; a multiple of 16. */
const MAX_COLUMNS = 64;
/** Largest supported head size. */
const MAX_ELEMENTS = 256;
/** Most pieces of 16 bytes that a lane loads at a time. */
const MAX_LOADS = 4;

/** Knobs and loop bounds of kernels/include/attention_matrix.wgsl. */
export interface AttentionTile {
  knobs: ReturnType<typeof tileKnobs>;
  sizes: { slices: number; terms: number; pieces: number; keys: number; fours: number };
}

/**
 * Chooses the queries of a workgroup, at most DOWN M: HEADS query heads of one kv head, for ROWS rows. `rows`: the most
 * rows that see the same keys. `unit`: elements per load of 16 bytes. Returns undefined if the device has no subgroup
 * matrices that can multiply these heads.
 */
export function attentionTile(
  { matrix }: Pick<Device, 'matrix'>,
  heads: HeadShape,
  rows: number,
  unit: number,
): AttentionTile | undefined {
  const { E } = heads;
  if (!matrix || !multiplies(matrix, E)) return undefined;
  const knobs = tileKnobs(matrix, heads, rows, unit);
  const { SLICE } = knobs;
  return { knobs, sizes: { slices: E / SLICE, terms: SLICE, pieces: (64 * SLICE) / unit, keys: 64, fours: 4 } };
}

/** Returns whether subgroup matrices can multiply heads of E elements. */
export function multiplies({ SIZE, M }: MatrixShape, E: number): boolean {
  return SIZE % M === 0 && E % 16 === 0 && E <= MAX_ELEMENTS;
}

function tileKnobs({ M, N, K: terms, SIZE, SIZED }: MatrixShape, { H, K, E }: HeadShape, rows: number, UNIT: number) {
  const group = H / K;
  // With wider heads, workgroup memory has no room for more.
  const DOWN = E > 128 || rows * group <= M ? 1 : 2;
  let HEADS = Math.min(group, DOWN * M);
  while (group % HEADS > 0) HEADS -= 1;
  const ALONG = SUBGROUPS / DOWN;
  const SLICE = largestDivisor(E, MAX_COLUMNS, 16);
  const LANES = SUBGROUPS * SIZE;
  return {
    ...{ M, N, K: terms, SIZE, SIZED, E, HEADS, DOWN, ALONG, SLICE, LANES, UNIT },
    ROWS: rows === 1 ? 1 : Math.floor((DOWN * M) / HEADS),
    SLICES: E / SLICE,
    PER: (SIZE * ALONG) / M,
    // Software drivers, whose matrices are 8 wide, compile long loops slowly.
    BATCH: terms === 16 ? largestDivisor((64 * SLICE) / UNIT / LANES, MAX_LOADS, 1) : 1,
    UNROLLED: terms === 16 ? [2, 1].find((turns) => SLICE % (turns * terms) === 0)! : 1,
  };
}

/** Returns the largest divisor of `total` that is at most `most` and a multiple of `step`. */
function largestDivisor(total: number, most: number, step: number): number {
  let divisor = Math.min(most, total);
  while (total % divisor > 0) divisor -= step;
  return divisor;
}
