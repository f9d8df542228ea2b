import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

const LANES = 64;

/** x[T, K] rounded to what f16 holds, as f32: scratch of the recorder. K is a multiple of 4. */
export function roundedToF16(recorder: Recorder, x: DeviceBuffer, T: number, K: number): DeviceBuffer {
  const y = recorder.scratch('rounded to f16', 4 * T * K);
  recorder.dispatch('round_to_f16', {
    knobs: { LANES },
    buffers: { X: x, Y: y },
    sizes: { K },
    grid: [Math.ceil(K / 4 / LANES), T, 1],
    cut: 'y',
    cost: { flops: 0, bytes: 8 * T * K },
  });
  return y;
}
