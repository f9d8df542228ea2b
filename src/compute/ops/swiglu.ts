import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** Activation of the gate by its name in `config.json`: SwiGLU has silu, GeGLU gelu_pytorch_tanh. */
export type Activation = 'silu' | 'gelu_pytorch_tanh';

/**
 * Activation of experts: also gpt-oss's, under vLLM's name (kernels/swiglu.wgsl), which `swiglu` of a product lacks.
 */
export type ExpertActivation = Activation | 'swigluoai';

interface Swiglu {
  /** [T, 2 F] */
  g: DeviceBuffer;
  T: number;
  F: number;
  /** silu by default. */
  activation?: ExpertActivation;
}

/** Computes Y[T, F] = activation(gate) * up, where G[T, 2 F] holds gate and up side by side. */
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

/** Computes dG[T, 2 F] from dY[T, F] and the G of the forward pass. */
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
