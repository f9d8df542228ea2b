import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** Y[T, F] = silu(gate) * up, where G[T, 2 F] holds gate and up side by side. */
export function swiglu(
  recorder: Recorder,
  { g, y, T, F }: { g: DeviceBuffer; y: DeviceBuffer; T: number; F: number },
): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('swiglu', {
    knobs: { LANES: lanes },
    buffers: { G: g, Y: y },
    sizes: { F4: F / 4 },
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
  const { lanes } = recorder.device.class;
  recorder.dispatch('swiglu_backward', {
    knobs: { LANES: lanes },
    buffers: { G: g, dY, dG },
    sizes: { F4: F / 4 },
    grid: [1, T, 1],
    cut: 'y',
    cost: { flops: 12 * T * F, bytes: 20 * T * F },
  });
}
