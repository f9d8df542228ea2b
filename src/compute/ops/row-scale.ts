import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { rowKnobs } from './row-knobs.ts';

interface ScaleRows {
  /** [T, N] */
  x: DeviceBuffer;
  /** [T] */
  scale: DeviceBuffer;
  T: number;
  N: number;
}

/** Computes for each row a power of two by which it can be divided to fit f16. */
export function scaleRows(recorder: Recorder, { x, scale, T, N }: ScaleRows): void {
  recorder.dispatch('row_scale', {
    knobs: rowKnobs(recorder),
    buffers: { X: x, scale },
    sizes: { N },
    grid: [T, 1, 1],
    cut: 'x',
    cost: { flops: T * N, bytes: 4 * T * N },
  });
}
