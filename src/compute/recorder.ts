import type { DeviceBuffer } from './buffer.ts';
import type { Command, Dispatch, RecordedDispatch } from './command.ts';
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

/** Recordings that are kept: those of the steps that a few streams of each kind go through. */
const MOST_RECORDINGS = 64;

/**
 * Collects the dispatches of a whole step and turns them into one submit, or, for long steps, into a few; Dawn puts
 * barriers between dependent dispatches. Bind groups are cached for as long as the recorder lives: one costs 28 us.
 */
export class Recorder {
  readonly device: Device;
  readonly #bindGroups = new Map<string, GPUBindGroup>();
  /** The last to be used at the end. */
  readonly #recordings = new Map<string, readonly Command[]>();
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
    if (grid.some((size) => size === 0)) return;
    const { immediates, cut } = dispatch;
    const words = Uint32Array.from(cut ? [...immediates, 0] : immediates);
    this.#commands.push({ ...dispatch, bindGroup: this.#bindGroup(kernel, buffers), words });
  }

  /**
   * Records what `make` does, which must depend on nothing but the key: it is called the first time, and what it
   * recorded is taken again from then on.
   */
  replay(key: string, make: () => void): void {
    const kept = this.#recordings.get(key);
    this.#recordings.delete(key);
    const before = this.#commands.length;
    if (kept) this.#commands.push(...kept);
    else make();
    this.#recordings.set(key, kept ?? this.#commands.slice(before));
    if (this.#recordings.size > MOST_RECORDINGS) {
      const [oldest] = this.#recordings.keys();
      this.#recordings.delete(oldest);
    }
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

  /** Forgets what was recorded, for replays too, and the cached bind groups; call when their buffers are destroyed. */
  reset(): void {
    this.#commands = [];
    this.#recordings.clear();
    this.#bindGroups.clear();
  }

  #encode(commands: Command[]): void {
    if (commands.length === 0) return;
    const encoder = this.device.gpu.createCommandEncoder();
    let pass: GPUComputePassEncoder | undefined;
    let kernel: Kernel | undefined;
    for (const command of commands) {
      if (command.kernel) {
        pass ??= encoder.beginComputePass();
        if (command.kernel !== kernel) pass.setPipeline(command.kernel.pipeline);
        kernel = command.kernel;
        encodeDispatch(pass, command);
        continue;
      }
      pass?.end();
      pass = undefined;
      kernel = undefined;
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

function encodeDispatch(pass: GPUComputePassEncoder, { bindGroup, words, grid }: RecordedDispatch): void {
  pass.setBindGroup(0, bindGroup);
  if (words.length > 0) pass.setImmediates(0, words);
  pass.dispatchWorkgroups(...grid);
}
