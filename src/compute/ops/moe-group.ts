import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** Shape of an MoE layer: T tokens, each routed to C of X experts. */
export interface MoeShape {
  T: number;
  /** C */
  choices: number;
  /** X */
  experts: number;
}

/** Pairs of a token and one of its experts, grouped by expert (kernels/moe_group.wgsl). */
export interface ExpertTiles {
  /** [T C] */
  order: DeviceBuffer;
  /** [T C] x 4 words, more than any grouping needs. */
  tiles: DeviceBuffer;
}

/**
 * Returns the pairs per tile. Depends on T alone, which determines how often an expert is chosen. Training compiles all
 * variants with a few steps of a tiny model (src/worker/process/training-kernels.ts).
 */
export function tileRowsOf({ T }: MoeShape): number {
  if (T === 1) return 1;
  if (T <= 8) return 2;
  return T <= 32 ? 4 : 8;
}

/** Returns the most tiles that the pairs can need: each chosen expert has at most one partial tile. */
export function maxTiles({ T, choices, experts }: MoeShape, rows: number): number {
  const pairs = T * choices;
  return Math.min(pairs, Math.floor((pairs + Math.min(experts, pairs) * (rows - 1)) / rows));
}

/** Groups `chosen` [T, C] by expert, for all expert products of the T tokens. */
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
    sizes: { pairs, rows, most: maxTiles(shape, rows) },
    grid: [shape.experts, 1, 1],
    cost: { flops: 4 * pairs * shape.experts, bytes: 4 * pairs * (shape.experts + 4) },
  });
}
