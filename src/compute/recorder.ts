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

interface Copy {
  source: DeviceBuffer;
  sourceOffset: number;
  target: DeviceBuffer;
  targetOffset: number;
  bytes: number;
}

interface Clear {
  clear: DeviceBuffer;
}

type Command = Dispatch | Copy | Clear;

/** One turn of a long step on the device; chat waits no longer than this for its own. */
export const PIECE_MS = 50;

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
      if (!('kernel' in command)) continue;
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
    return this.#estimateMs(commands);
  }

  /**
   * Submits everything recorded in pieces of about PIECE_MS each; each piece runs inside `turn`, which
   * resolves when the device may be used and is done with it, so that others can go between two pieces.
   */
  async submitInTurns(turn: (piece: () => Promise<void>) => Promise<void>): Promise<void> {
    const commands = this.#commands;
    this.#commands = [];
    let start = 0;
    while (start < commands.length) {
      const end = this.#pieceEnd(commands, start);
      const piece = commands.slice(start, end);
      start = end;
      await turn(async () => {
        this.#encode(piece);
        await this.device.waiter.done('piece', this.#estimateMs(piece));
        this.device.check();
      });
    }
  }

  /** Forgets what was recorded and the cached bind groups; call when buffers they hold are destroyed. */
  reset(): void {
    this.#commands = [];
    this.#bindGroups.clear();
  }

  #pieceEnd(commands: Command[], start: number): number {
    let end = start;
    for (let ms = 0; end < commands.length && ms < PIECE_MS; end++) ms += this.#estimateMs([commands[end]]);
    return end;
  }

  /** What the commands take at the rates the adapter usually reaches. */
  #estimateMs(commands: Command[]): number {
    const { gflops, gigabytes, dispatchMs } = this.device.tuning.rates;
    let ms = dispatchMs;
    for (const command of commands) {
      if (!('kernel' in command)) continue;
      const { flops, bytes } = command.cost;
      ms += dispatchMs + Math.max(flops / gflops, bytes / gigabytes) / 1e6;
    }
    return ms;
  }

  #encode(commands: Command[]): void {
    if (commands.length === 0) return;
    const encoder = this.device.gpu.createCommandEncoder();
    let pass: GPUComputePassEncoder | undefined;
    for (const command of commands) {
      if ('kernel' in command) {
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

  #encodeDispatch(pass: GPUComputePassEncoder, { kernel, buffers, immediates, grid }: Dispatch): void {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, this.#bindGroup(kernel, buffers));
    if (immediates.length > 0) pass.setImmediates(0, Uint32Array.from(immediates));
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
