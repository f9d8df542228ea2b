import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

const LANES = 64;

/** Rounds x[T, K] to f16 values in place. K is a multiple of 4. */
export function roundToF16(recorder: Recorder, x: DeviceBuffer, T: number, K: number): void {
  recorder.dispatch('round_to_f16', {
    knobs: { LANES },
    buffers: { Y: x },
    sizes: { K },
    grid: [Math.ceil(K / 4 / LANES), T, 1],
    cut: 'y',
    cost: { flops: 0, bytes: 8 * T * K },
  });
}
