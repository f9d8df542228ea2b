import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** The activation of a gate, as `config.json` calls it: that of SwiGLU or of GeGLU. */
export type Activation = 'silu' | 'gelu_pytorch_tanh';

/** Those that a product with SwiGLU has not: gpt-oss's, under vLLM's name (kernels/swiglu.wgsl). */
export type ExpertActivation = Activation | 'swigluoai';

interface Swiglu {
  /** [T, 2 F] */
  g: DeviceBuffer;
  T: number;
  F: number;
  /** silu where absent. */
  activation?: ExpertActivation;
}

/** Y[T, F] = silu(gate) * up, or that of another activation, where G[T, 2 F] holds gate and up side by side. */
export function swiglu(
  recorder: Recorder,
  { g, y, T, F, activation: ACTIVATION = 'silu' }: Swiglu & { y: DeviceBuffer },
): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('swiglu', {
    knobs: { LANES: lanes, ACTIVATION },
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
  { g, dY, dG, T, F, activation: ACTIVATION = 'silu' }: Swiglu & { dY: DeviceBuffer; dG: DeviceBuffer },
): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('swiglu_backward', {
    knobs: { LANES: lanes, ACTIVATION },
    buffers: { G: g, dY, dG },
    sizes: { F4: F / 4 },
    grid: [1, T, 1],
    cut: 'y',
    cost: { flops: 12 * T * F, bytes: 20 * T * F },
  });
}
