import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/**
 * Y[T, F] = silu(gate) * up, where G[T, 2 F] holds gate and up side by side; in int8 blocks too where there is `q`, and
 * F is then a multiple of 32.
 */
export function swiglu(
  recorder: Recorder,
  { g, y, q, T, F }: { g: DeviceBuffer; y: DeviceBuffer; q?: DeviceBuffer; T: number; F: number },
): void {
  const { lanes } = recorder.device.tuning;
  recorder.dispatch({
    kernel: recorder.device.kernels.get('swiglu', { LANES: lanes, INT8: q ? 1 : 0 }),
    buffers: [g, y, ...(q ? [q] : [])],
    immediates: [F / 4],
    grid: [1, T, 1],
    cut: 'y',
    cost: { flops: 5 * T * F, bytes: 12 * T * F },
  });
}

/** dG[T, 2 F] from dY[T, F] and the forward's G. */
export function swigluBackward(
  recorder: Recorder,
  { g, dY, dG, T, F }: { g: DeviceBuffer; dY: DeviceBuffer; dG: DeviceBuffer; T: number; F: number },
): void {
  const { lanes } = recorder.device.tuning;
  recorder.dispatch({
    kernel: recorder.device.kernels.get('swiglu_backward', { LANES: lanes }),
    buffers: [g, dY, dG],
    immediates: [F / 4],
    grid: [1, T, 1],
    cut: 'y',
    cost: { flops: 12 * T * F, bytes: 20 * T * F },
  });
}
