import type { DeviceBuffer } from '../buffer.ts';
import { f32Bits, type Recorder } from '../recorder.ts';

/** Workgroups of the first pass of the norm. */
const STRETCHES = 256;

/** Words that `partial` needs. */
export const NORM_SCRATCH_WORDS = STRETCHES;

/** norm2[0] = sum of squares of `count` gradients; `partial` is scratch of NORM_SCRATCH_WORDS. */
export function globalNorm(
  recorder: Recorder,
  a: { grads: DeviceBuffer; count: number; partial: DeviceBuffer; norm2: DeviceBuffer },
): void {
  const { lanes } = recorder.device.class;
  const { kernels } = recorder.device;
  recorder.dispatch({
    kernel: kernels.get('global_norm', { LANES: lanes, FIRST: 1 }),
    buffers: [a.grads, a.partial],
    immediates: [a.count, Math.ceil(a.count / STRETCHES)],
    grid: [STRETCHES, 1, 1],
    cost: { flops: 2 * a.count, bytes: 4 * a.count },
  });
  recorder.dispatch({
    kernel: kernels.get('global_norm', { LANES: lanes, FIRST: 0 }),
    buffers: [a.partial, a.norm2],
    immediates: [STRETCHES, STRETCHES],
    grid: [1, 1, 1],
    cost: { flops: STRETCHES, bytes: 4 * STRETCHES },
  });
}

export interface AdamW {
  params: DeviceBuffer;
  grads: DeviceBuffer;
  m: DeviceBuffer;
  v: DeviceBuffer;
  norm2: DeviceBuffer;
  count: number;
  /** Counts from 1. */
  step: number;
  learningRate: number;
  weightDecay: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  maxGradNorm: number;
}

/** One AdamW step over the flat arena, gradients clipped to maxGradNorm by their global norm. */
export function adamw(recorder: Recorder, a: AdamW): void {
  const { lanes } = recorder.device.class;
  const groups = Math.ceil(a.count / lanes);
  const width = Math.min(groups, 32768);
  recorder.dispatch({
    kernel: recorder.device.kernels.get('adamw', { LANES: lanes }),
    buffers: [a.norm2, a.grads, a.params, a.m, a.v],
    immediates: [
      a.count,
      ...[a.learningRate, a.weightDecay, a.beta1, a.beta2, 1 - a.beta1, 1 - a.beta2].map(f32Bits),
      ...[1 - a.beta1 ** a.step, 1 - a.beta2 ** a.step, a.epsilon, a.maxGradNorm].map(f32Bits),
      width,
    ],
    grid: [width, Math.ceil(groups / width), 1],
    cut: 'y',
    cost: { flops: 15 * a.count, bytes: 28 * a.count },
  });
}
