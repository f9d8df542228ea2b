import type { DeviceBuffer } from './buffer.ts';
import type { Command, Dispatch } from './command.ts';
import type { Device } from './device.ts';
import type { Kernel } from './kernel.ts';
import type { Cost } from './kernel-times.ts';
import { piecesOf } from './pieces.ts';

const floatView = new Float32Array(1);
const wordView = new Uint32Array(floatView.buffer);

/** The bits of an f32 as a u32 word of immediate data. */
export function f32Bits(value: number): number {
  floatView[0] = value;
  return wordView[0];
}

/**
 * Collects the dispatches of a whole step and turns them into one submit, or, for long steps, into a few; Dawn puts
 * barriers between dependent dispatches. Bind groups are cached for as long as the recorder lives: one costs 28 us.
 */
export class Recorder {
  readonly device: Device;
  readonly #bindGroups = new Map<string, GPUBindGroup>();
  #commands: Command[] = [];

  constructor(device: Device) {
    this.device = device;
  }

  /** What has been recorded since the last submit. */
  get pending(): Cost & { dispatches: number } {
    const total = { bytes: 0, flops: 0, dispatches: 0 };
    for (const command of this.#commands) {
      if (!command.kernel) continue;
      total.bytes += command.cost.bytes;
      total.flops += command.cost.flops;
      total.dispatches += 1;
    }
    return total;
  }

  dispatch(dispatch: Dispatch): void {
    const { kernel, buffers, grid } = dispatch;
    if (buffers.length !== kernel.bindingCount) {
      throw new Error(`kernel ${kernel.name} has ${kernel.bindingCount} bindings, got ${buffers.length} buffers`);
    }
    if (grid.every((size) => size > 0)) this.#commands.push(dispatch);
  }

  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void {
    this.#commands.push({ source, sourceOffset, target, targetOffset, bytes });
  }

  clear(target: DeviceBuffer): void {
    this.#commands.push({ clear: target });
  }

  /** Submits everything recorded, at once. Returns about how many milliseconds it will take. */
  submit(): number {
    const commands = this.#commands;
    this.#commands = [];
    this.#encode(commands);
    return this.device.times.estimate(commands);
  }

  /**
   * Submits everything recorded in pieces (`piecesOf`); each piece runs inside `lock`, which
   * resolves when the device may be used and is done with it, so that others can go between two pieces.
   */
  async submitInPieces(lock: (piece: () => Promise<void>) => Promise<void>): Promise<void> {
    const commands = this.#commands;
    this.#commands = [];
    const { times, waiter } = this.device;
    for (const piece of piecesOf(commands, (command) => times.estimateOf(command))) {
      await lock(async () => {
        this.#encode(piece);
        times.learn(piece, await waiter.after(times.estimate(piece)));
        this.device.check();
      });
    }
  }

  /** Forgets what was recorded and the cached bind groups; call when buffers they hold are destroyed. */
  reset(): void {
    this.#commands = [];
    this.#bindGroups.clear();
  }

  #encode(commands: Command[]): void {
    if (commands.length === 0) return;
    const encoder = this.device.gpu.createCommandEncoder();
    let pass: GPUComputePassEncoder | undefined;
    for (const command of commands) {
      if (command.kernel) {
        pass ??= encoder.beginComputePass();
        this.#encodeDispatch(pass, command);
        continue;
      }
      pass?.end();
      pass = undefined;
      if ('clear' in command) {
        encoder.clearBuffer(command.clear.gpu);
      } else {
        const { source, sourceOffset, target, targetOffset, bytes } = command;
        encoder.copyBufferToBuffer(source.gpu, sourceOffset, target.gpu, targetOffset, bytes);
      }
    }
    pass?.end();
    this.device.gpu.queue.submit([encoder.finish()]);
  }

  #encodeDispatch(
    pass: GPUComputePassEncoder,
    { kernel, buffers, immediates, grid, cut, origin = 0 }: Dispatch & { origin?: number },
  ): void {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, this.#bindGroup(kernel, buffers));
    const words = cut ? [...immediates, origin] : immediates;
    if (words.length > 0) pass.setImmediates(0, Uint32Array.from(words));
    pass.dispatchWorkgroups(...grid);
  }

  #bindGroup(kernel: Kernel, buffers: DeviceBuffer[]): GPUBindGroup {
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
}
