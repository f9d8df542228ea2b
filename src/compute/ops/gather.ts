import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

interface Gather {
  /** Row indices, used from `first` on. */
  index: DeviceBuffer;
  first?: number;
  /** Rows of N elements. */
  x: DeviceBuffer;
  y: DeviceBuffer;
  M: number;
  N: number;
}

/** Computes Y[m] = X[index[first + m]] for M rows. */
export function gatherRows(recorder: Recorder, gather: Gather): void {
  moveRows(recorder, gather, 0);
}

/** Computes Y[index[first + m]] = X[m] for M rows; other rows stay. */
export function scatterRows(recorder: Recorder, gather: Gather): void {
  moveRows(recorder, gather, 1);
}

function moveRows(recorder: Recorder, { index, first = 0, x, y, M, N }: Gather, SCATTER: number): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('gather_rows', {
    knobs: { LANES: lanes, SCATTER },
    buffers: { index, X: x, Y: y },
    sizes: { N4: N / 4, first },
    grid: [Math.ceil(N / 4 / lanes), M, 1],
    cost: { flops: 0, bytes: 8 * M * N },
  });
}
