import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** M rows of N elements; row m starts at first + (m / inner) * outerStride + (m % inner) * N elements. */
export interface NormRows {
  M: number;
  N: number;
  inner: number;
  outerStride: number;
  first: number;
}

/** Returns the layout of M contiguous rows of N elements. */
export function wholeRows(M: number, N: number): NormRows {
  return { M, N, inner: 1, outerStride: N, first: 0 };
}

/** RMSNorm of whole rows; its weight is [N]. */
export interface RowNorm {
  weight: DeviceBuffer;
  epsilon: number;
}

interface Rmsnorm {
  weight: DeviceBuffer;
  x: DeviceBuffer;
  y: DeviceBuffer;
  /** Layout of the rows in x and in y; `inner` is 1. */
  rows: NormRows;
  epsilon: number;
  /** Adds to y instead of overwriting it. */
  add?: boolean;
}

/** Computes Y = X / rms(X) * weight for each row. */
export function rmsnorm(recorder: Recorder, { weight, x, y, rows, epsilon, add = false }: Rmsnorm): void {
  const { lanes } = recorder.device.class;
  const { M, N, outerStride, first } = rows;
  recorder.dispatch('rmsnorm', {
    knobs: { LANES: lanes, ADD: add ? 1 : 0 },
    buffers: { weight, Y: y, X: x },
    sizes: { M, N4: N / 4, stride: outerStride / 4, first: first / 4, epsilon },
    grid: foldRows(M),
    cost: { flops: 4 * M * N, bytes: (add ? 12 : 8) * M * N },
  });
}

interface RmsnormBackward {
  weight: DeviceBuffer;
  /** Input of the forward pass. */
  x: DeviceBuffer;
  /** Gradient of the output. If absent, `dX` holds it and is overwritten. */
  dY?: DeviceBuffer;
  dX: DeviceBuffer;
  /** Adds to dX instead of overwriting it. */
  add: boolean;
  rows: NormRows;
  epsilon: number;
}

export function rmsnormBackward(recorder: Recorder, a: RmsnormBackward): void {
  const { lanes } = recorder.device.class;
  const { M, N, inner, outerStride, first } = a.rows;
  recorder.dispatch('rmsnorm_backward', {
    knobs: { LANES: lanes, IN_PLACE: a.dY ? 0 : 1, ADD: a.add ? 1 : 0 },
    buffers: { weight: a.weight, X: a.x, dX: a.dX, dY: a.dY },
    sizes: { M, N4: N / 4, inner, outerStride: outerStride / 4, first: first / 4, epsilon: a.epsilon },
    grid: foldRows(M),
    cost: { flops: 10 * M * N, bytes: 16 * M * N },
  });
}

/** Returns a 2D grid in which row m is workgroup x + 65535 y, because no grid dimension may exceed 65535. */
function foldRows(M: number): [number, number, number] {
  return [Math.min(M, 65535), Math.ceil(M / 65535), 1];
}
