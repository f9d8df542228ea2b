import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** A layer of T tokens, each with C of X experts. */
export interface MoeShape {
  T: number;
  /** C */
  choices: number;
  /** X */
  experts: number;
}

/** The pairs of a token and one of its experts, by expert (kernels/moe_group.wgsl). */
export interface ExpertTiles {
  /** [T C] */
  order: DeviceBuffer;
  /** [T C] x 4 words, which is more than any grouping needs. */
  tiles: DeviceBuffer;
}

/**
 * Pairs of a tile. It hangs on T alone, which decides how often an expert is chosen; training has all of these
 * compiled by a few steps of a tiny model (src/worker/process/training-kernels.ts).
 */
export function tileRowsOf({ T }: MoeShape): number {
  if (T === 1) return 1;
  if (T <= 8) return 2;
  return T <= 32 ? 4 : 8;
}

/** The most tiles that the pairs can take: each expert that is chosen at all has one that is not full. */
export function mostTiles({ T, choices, experts }: MoeShape, rows: number): number {
  const pairs = T * choices;
  return Math.min(pairs, Math.floor((pairs + Math.min(experts, pairs) * (rows - 1)) / rows));
}

/** Groups `chosen` [T, C] by expert, for the products of all that the T tokens go through. */
export function moeGroup(
  recorder: Recorder,
  { chosen, order, tiles, shape }: ExpertTiles & { chosen: DeviceBuffer; shape: MoeShape },
): void {
  const pairs = shape.T * shape.choices;
  const rows = tileRowsOf(shape);
  const { rowLanes: LANES } = recorder.device.class;
  recorder.dispatch('moe_group', {
    knobs: { LANES, EXPERTS: shape.experts },
    buffers: { chosen, order, tiles },
    sizes: { pairs, rows, most: mostTiles(shape, rows) },
    grid: [shape.experts, 1, 1],
    cost: { flops: 4 * pairs * shape.experts, bytes: 4 * pairs * (shape.experts + 4) },
  });
}
