import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

interface Softcap {
  /** [M, V] */
  z: DeviceBuffer;
  M: number;
  V: number;
  cap: number;
}

/** Computes Z[M, V] = cap tanh(Z / cap) in place. */
export function softcap(recorder: Recorder, { z, M, V, cap }: Softcap): void {
  const { lanes } = recorder.device.class;
  recorder.dispatch('softcap', {
    knobs: { LANES: lanes },
    buffers: { z },
    sizes: { V, cap },
    grid: [Math.ceil(V / (4 * lanes)), M, 1],
    cut: 'y',
    cost: { flops: 20 * M * V, bytes: 8 * M * V },
  });
}
