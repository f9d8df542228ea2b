import type { Recorder } from '../recorder.ts';

/** The knobs of kernels whose workgroups have a row of V logits each (kernels/include/row_reductions.wgsl). */
export function rowKnobs({ device }: Recorder): { LANES: number; SUBGROUP: number } {
  return { LANES: device.class.rowLanes, SUBGROUP: device.class.subgroup ? 1 : 0 };
}
