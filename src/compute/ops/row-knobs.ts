import type { Recorder } from '../recorder.ts';

/** Returns the knobs of kernels with one workgroup per row of V logits (kernels/include/row_reductions.wgsl). */
export function rowKnobs({ device }: Recorder): { LANES: number; SUBGROUP: number } {
  return { LANES: device.class.rowLanes, SUBGROUP: device.class.subgroup ? 1 : 0 };
}
