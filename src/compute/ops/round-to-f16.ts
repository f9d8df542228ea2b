import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

const LANES = 64;

/** x[T, K] rounded to what f16 holds, as f32: scratch of the recorder. K is a multiple of 4. */
export function roundedToF16(recorder: Recorder, x: DeviceBuffer, T: number, K: number): DeviceBuffer {
  const y = recorder.scratch('rounded to f16', 4 * T * K);
  round(recorder, { X: x, Y: y }, T, K);
  return y;
}

/** The same in place, for what is too large to be there twice. */
export function roundToF16(recorder: Recorder, x: DeviceBuffer, T: number, K: number): void {
  round(recorder, { Y: x }, T, K);
}

function round(recorder: Recorder, buffers: { X?: DeviceBuffer; Y: DeviceBuffer }, T: number, K: number): void {
  recorder.dispatch('round_to_f16', {
    knobs: { LANES, IN_PLACE: buffers.X ? 0 : 1 },
    buffers,
    sizes: { K },
    grid: [Math.ceil(K / 4 / LANES), T, 1],
    cut: 'y',
    cost: { flops: 0, bytes: 8 * T * K },
  });
}
