import type { KernelInterfaces } from '../generated/kernels.ts';
import type { DeviceBuffer } from './buffer.ts';
import type { Kernel, KernelName, KnobsOf } from './kernel.ts';
import type { Cost } from './kernel-times.ts';

interface Shape {
  /** Workgroups in x, y, z. */
  grid: [number, number, number];
  cost: Cost;
  /**
   * Axis along which a long dispatch may be split into several. Requires independent workgroups, and a kernel that adds
   * `origin`, its last immediate, to its workgroup id on this axis.
   */
  cut?: 'x' | 'y';
}

/** A dispatch of one kernel. Buffers and sizes are keyed by their names in the WGSL source. */
export interface Dispatch<N extends KernelName> extends Shape {
  knobs: KnobsOf<N>;
  buffers: Record<KernelInterfaces[N]['bound'], DeviceBuffer> &
    Partial<Record<KernelInterfaces[N]['optional'], DeviceBuffer>>;
  /** Immediates without `origin`. */
  sizes: Record<KernelInterfaces[N]['sizes'], number>;
}

interface Copy {
  kernel?: undefined;
  source: DeviceBuffer;
  sourceOffset: number;
  target: DeviceBuffer;
  targetOffset: number;
  bytes: number;
}

interface Clear {
  kernel?: undefined;
  clear: DeviceBuffer;
}

/** A dispatch ready to be encoded, any number of times. */
export interface RecordedDispatch extends Shape {
  kernel: Kernel;
  bindGroup: GPUBindGroup;
  /** Immediates. An ArrayBuffer, because a typed array costs Dawn's binding 0.6 us more: it tries each view type. */
  words: ArrayBuffer;
}

export type Transfer = Copy | Clear;

export type Command = RecordedDispatch | Transfer;
