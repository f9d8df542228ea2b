import type { KernelInterfaces } from '../generated/kernels.ts';
import type { DeviceBuffer } from './buffer.ts';
import type { Kernel, KernelName, KnobsOf } from './kernel.ts';
import type { Cost } from './kernel-times.ts';

interface Shape {
  /** Workgroups in x, y, z. */
  grid: [number, number, number];
  cost: Cost;
  /**
   * The axis along which a long dispatch may be cut into several, where workgroups do not depend on each other: the
   * kernel adds `origin`, the last of its immediates, to its workgroup's number on this axis.
   */
  cut?: 'x' | 'y';
}

/** A dispatch of one kernel, by the names that its WGSL gives to what it reads and writes. */
export interface Dispatch<N extends KernelName> extends Shape {
  knobs: KnobsOf<N>;
  buffers: Record<KernelInterfaces[N]['bound'], DeviceBuffer> &
    Partial<Record<KernelInterfaces[N]['optional'], DeviceBuffer>>;
  /** The immediates, but for `origin`. */
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

/** A dispatch as it is encoded, any number of times. */
export interface RecordedDispatch extends Shape {
  kernel: Kernel;
  bindGroup: GPUBindGroup;
  /** The immediates: no view of them, which costs Dawn's binding 0.6 us more, as it tries each type of views. */
  words: ArrayBuffer;
}

export type Transfer = Copy | Clear;

export type Command = RecordedDispatch | Transfer;
