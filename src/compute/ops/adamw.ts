import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** Workgroups of the first pass of the norm. */
const NORM_WORKGROUPS = 256;

/** Words of the scratch buffer `partial`. */
export const NORM_SCRATCH_WORDS = NORM_WORKGROUPS;

/** Computes norm2[0], the sum of squares of `count` gradients. `partial` is scratch of NORM_SCRATCH_WORDS. */
export function globalNorm(
  recorder: Recorder,
  a: { grads: DeviceBuffer; count: number; partial: DeviceBuffer; norm2: DeviceBuffer },
): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('global_norm', {
    knobs: { LANES: lanes, FIRST: 1 },
    buffers: { X: a.grads, partial: a.partial },
    sizes: { count: a.count, stretch: Math.ceil(a.count / NORM_WORKGROUPS) },
    grid: [NORM_WORKGROUPS, 1, 1],
    cost: { flops: 2 * a.count, bytes: 4 * a.count },
  });
  recorder.dispatch('global_norm', {
    knobs: { LANES: lanes, FIRST: 0 },
    buffers: { X: a.partial, partial: a.norm2 },
    sizes: { count: NORM_WORKGROUPS, stretch: NORM_WORKGROUPS },
    grid: [1, 1, 1],
    cost: { flops: NORM_WORKGROUPS, bytes: 4 * NORM_WORKGROUPS },
  });
}

export interface AdamW {
  params: DeviceBuffer;
  grads: DeviceBuffer;
  m: DeviceBuffer;
  v: DeviceBuffer;
  norm2: DeviceBuffer;
  count: number;
  /** Optimizer step, counted from 1. */
  step: number;
  learningRate: number;
  weightDecay: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  maxGradNorm: number;
}

/** Records one AdamW step over the flat arena, with gradients clipped to a global norm of maxGradNorm. */
export function adamw(recorder: Recorder, a: AdamW): void {
  const { lanes } = recorder.device.class;
  const groups = Math.ceil(a.count / lanes);
  const width = Math.min(groups, 32768);
  recorder.dispatch('adamw', {
    knobs: { LANES: lanes },
    buffers: { norm2: a.norm2, grads: a.grads, w: a.params, m: a.m, v: a.v },
    sizes: {
      count: a.count,
      rate: a.learningRate,
      decay: a.weightDecay,
      b1: a.beta1,
      b2: a.beta2,
      rest1: 1 - a.beta1,
      rest2: 1 - a.beta2,
      c1: 1 - a.beta1 ** a.step,
      c2: 1 - a.beta2 ** a.step,
      epsilon: a.epsilon,
      maxNorm: a.maxGradNorm,
      width,
    },
    grid: [width, Math.ceil(groups / width), 1],
    cut: 'y',
    cost: { flops: 15 * a.count, bytes: 28 * a.count },
  });
}
