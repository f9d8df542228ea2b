import type { DeviceBuffer } from './buffer.ts';
import type { Device } from './device.ts';
import type { Kernel } from './kernel.ts';

/** What one dispatch moves and computes, for the roofline and for cutting long steps into submits. */
export interface Cost {
  bytes: number;
  flops: number;
}

export interface Dispatch {
  kernel: Kernel;
  /** In the order of the kernel's bindings. */
  buffers: DeviceBuffer[];
  /** At most 16 words: u32 as they are, f32 through `f32Bits`. */
  immediates: number[];
  /** Workgroups in x, y, z. */
  grid: [number, number, number];
  cost: Cost;
}

const floatView = new Float32Array(1);
const wordView = new Uint32Array(floatView.buffer);

/** The bits of an f32 as a u32 word of immediate data. */
export function f32Bits(value: number): number {
  floatView[0] = value;
  return wordView[0];
}

/**
 * Turns a whole step into one submit: dispatches go into one compute pass of one command encoder; Dawn puts barriers
 * between dependent ones. Bind groups are cached for as long as the recorder lives, because one costs 28 us to make.
 */
export class Recorder {
  readonly device: Device;
  /** Of everything recorded since the last submit. */
  readonly pending: Cost = { bytes: 0, flops: 0 };
  dispatches = 0;
  readonly #bindGroups = new Map<string, GPUBindGroup>();
  #encoder: GPUCommandEncoder | undefined;
  #pass: GPUComputePassEncoder | undefined;

  constructor(device: Device) {
    this.device = device;
  }

  dispatch({ kernel, buffers, immediates, grid, cost }: Dispatch): void {
    if (grid[0] === 0 || grid[1] === 0 || grid[2] === 0) return;
    const pass = this.#openPass();
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, this.#bindGroup(kernel, buffers));
    if (immediates.length > 0) pass.setImmediates(0, Uint32Array.from(immediates));
    pass.dispatchWorkgroups(...grid);
    this.dispatches += 1;
    this.pending.bytes += cost.bytes;
    this.pending.flops += cost.flops;
  }

  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void {
    this.#closePass();
    this.#openEncoder().copyBufferToBuffer(source.gpu, sourceOffset, target.gpu, targetOffset, bytes);
  }

  clear(target: DeviceBuffer): void {
    this.#closePass();
    this.#openEncoder().clearBuffer(target.gpu);
  }

  submit(): void {
    this.#closePass();
    if (this.#encoder !== undefined) this.device.gpu.queue.submit([this.#encoder.finish()]);
    this.#encoder = undefined;
    this.pending.bytes = 0;
    this.pending.flops = 0;
  }

  /** Forgets cached bind groups; call when buffers they hold are destroyed. */
  forgetBuffers(): void {
    this.#bindGroups.clear();
  }

  #bindGroup(kernel: Kernel, buffers: DeviceBuffer[]): GPUBindGroup {
    if (buffers.length !== kernel.bindingCount) {
      throw new Error(`kernel ${kernel.name} has ${kernel.bindingCount} bindings, got ${buffers.length} buffers`);
    }
    let key = `${kernel.id}`;
    for (const buffer of buffers) key += `,${buffer.id}`;
    let group = this.#bindGroups.get(key);
    if (group === undefined) {
      const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer: buffer.gpu } }));
      group = this.device.gpu.createBindGroup({ layout: kernel.layout, entries });
      this.#bindGroups.set(key, group);
    }
    return group;
  }

  #openEncoder(): GPUCommandEncoder {
    this.#encoder ??= this.device.gpu.createCommandEncoder();
    return this.#encoder;
  }

  #openPass(): GPUComputePassEncoder {
    this.#pass ??= this.#openEncoder().beginComputePass();
    return this.#pass;
  }

  #closePass(): void {
    this.#pass?.end();
    this.#pass = undefined;
  }
}
