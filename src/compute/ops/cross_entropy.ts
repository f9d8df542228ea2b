import type { DeviceBuffer } from '../buffer.ts';
import { f32Bits, type Recorder } from '../recorder.ts';

export interface CrossEntropy {
  /** [M] x (token u32, old log-probability f32 or 1 for none, advantage f32, unused) */
  targets: DeviceBuffer;
  /** Index of the chunk's first target. */
  first: number;
  /** Index of its first score. */
  firstScore: number;
  /** [M, V]; holds the gradient afterwards. */
  logits: DeviceBuffer;
  /** [..] x (log-probability, entropy) */
  scores: DeviceBuffer;
  M: number;
  V: number;
  /** The ratio is clipped to [1 - epsilon, 1 + epsilonHigh]. */
  epsilon: number;
  epsilonHigh: number;
  /** 1 / number of supervised tokens of the optimizer step. */
  perToken: number;
}

/** Log-probability, entropy and loss gradient of M supervised tokens, over one chunk of logits. */
export function crossEntropy(recorder: Recorder, a: CrossEntropy): void {
  const LANES = rowLanes(recorder);
  recorder.dispatch({
    kernel: recorder.device.kernels.get('cross_entropy', { LANES }),
    buffers: [a.targets, a.logits, a.scores],
    immediates: [a.V, a.first, a.firstScore, f32Bits(1 - a.epsilon), f32Bits(1 + a.epsilonHigh), f32Bits(a.perToken)],
    grid: [a.M, 1, 1],
    cost: { flops: 12 * a.M * a.V, bytes: 16 * a.M * a.V },
  });
}

/** Lanes that share one row of V logits: one vector on CPU adapters, a wide workgroup on a GPU. */
export function rowLanes(recorder: Recorder): number {
  return recorder.device.info.fallback ? recorder.device.tuning.lanes : 256;
}
