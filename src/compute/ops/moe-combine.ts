import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

interface MoeCombine {
  /** [T, C, D] outputs of each token's experts. */
  z: DeviceBuffer;
  /** [T, D] */
  y: DeviceBuffer;
  /** [T, C] routing weights; 1 by default. */
  weights?: DeviceBuffer;
  T: number;
  /** C */
  choices: number;
  /** A multiple of 4. */
  D: number;
  /** Adds to y instead of overwriting it. */
  add?: boolean;
}

/** Computes Y[T, D], the weighted sum of each token's expert outputs, in the order in which they were chosen. */
export function moeCombine(recorder: Recorder, { z, y, weights, T, choices, D, add = false }: MoeCombine): void {
  const { lanes: LANES } = recorder.device.class;
  recorder.dispatch('moe_combine', {
    knobs: { LANES, WEIGHTED: weights ? 1 : 0, ADD: add ? 1 : 0 },
    buffers: { Z: z, Y: y, weights },
    sizes: { D4: D / 4, choices },
    grid: [Math.ceil(D / 4 / LANES), T, 1],
    cut: 'y',
    cost: { flops: 2 * T * choices * D, bytes: 4 * T * (choices + 1) * D },
  });
}
