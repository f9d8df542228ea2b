import type { DeviceBuffer } from './buffer.ts';
import type { Kernel } from './kernel.ts';
import type { Cost } from './kernel-times.ts';

export interface Dispatch {
  kernel: Kernel;
  /** In the order of the kernel's bindings. */
  buffers: DeviceBuffer[];
  /** At most 16 words: u32 as they are, f32 through `f32Bits`. */
  immediates: number[];
  /** Workgroups in x, y, z. */
  grid: [number, number, number];
  cost: Cost;
  /**
   * The axis along which a long dispatch may be cut into several, where workgroups do not depend on each other: the
   * kernel adds `origin`, a word after `immediates`, to its workgroup's number on this axis.
   */
  cut?: 'x' | 'y';
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
export interface RecordedDispatch extends Dispatch {
  bindGroup: GPUBindGroup;
  /** The immediates, and after them where a dispatch that may be cut begins. */
  words: Uint32Array<ArrayBuffer>;
}

export type Command = RecordedDispatch | Copy | Clear;
