import { allocateAtOnce, type DeviceBuffer } from './buffer.ts';
import type { Command, Dispatch, RecordedDispatch, Transfer } from './command.ts';
import type { Device } from './device.ts';
import type { Kernel, KernelName } from './kernel.ts';
import type { Cost } from './kernel-times.ts';
import { piecesOf } from './pieces.ts';

/** Most recordings to keep: enough for the steps of a few streams of each kind. */
const MAX_RECORDINGS = 64;

const SCRATCH_BYTES = 64 * 2 ** 20;

/**
 * Collects the dispatches of a whole step and submits them at once, or in a few pieces for a long step. Dawn inserts
 * barriers between dependent dispatches. Bind groups are cached for the recorder's lifetime, because creating one takes
 * 28 us.
 */
export class Recorder {
  readonly device: Device;
  readonly #bindGroups = new Map<string, GPUBindGroup>();
  /** In order of use, the most recent last. */
  readonly #recordings = new Map<string, readonly Command[]>();
  #commands: Command[] = [];
  /** Scratch buffers by name, the current one last. Recordings may still use the earlier ones. */
  readonly #scratch = new Map<string, DeviceBuffer[]>();

  /** Size limit of a scratch buffer in bytes. Larger work is split into parts. */
  readonly scratchBytes: number;

  constructor(device: Device, scratchBytes = SCRATCH_BYTES) {
    this.device = device;
    this.scratchBytes = scratchBytes;
  }

  /** Commands recorded since the last submit. */
  get recorded(): readonly Command[] {
    return this.#commands;
  }

  /** Total cost and number of the dispatches recorded since the last submit. */
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

  /**
   * Records a dispatch, unless its grid is empty. Throws if `buffers` lacks a binding of the kernel variant, or has a
   * buffer that the variant does not bind.
   */
  dispatch<N extends KernelName>(name: N, { knobs, buffers, sizes, grid, cost, cut }: Dispatch<N>): void {
    if (grid.some((size) => size === 0)) return;
    const kernel = this.device.kernels.get(name, knobs);
    const bindGroup = this.#bindGroup(kernel, boundBuffers(kernel, buffers));
    this.#commands.push({ kernel, bindGroup, words: immediates(kernel, sizes), grid, cost, cut });
  }

  /**
   * Records the commands of `make`, which must depend on `key` alone. Calls `make` on first use and repeats its
   * commands afterwards.
   */
  replay(key: string, make: () => void): void {
    const kept = this.#recordings.get(key);
    this.#recordings.delete(key);
    const before = this.#commands.length;
    if (kept) this.#commands.push(...kept);
    else make();
    this.#recordings.set(key, kept ?? this.#commands.slice(before));
    if (this.#recordings.size > MAX_RECORDINGS) {
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

  /** Removes and returns the recorded commands without submitting them. */
  take(): Command[] {
    const commands = this.#commands;
    this.#commands = [];
    return commands;
  }

  /** Submits all recorded commands at once. Returns their estimated time in milliseconds. */
  submit(): number {
    const commands = this.take();
    if (commands.length > 0) this.device.gpu.queue.submit([this.#encode(commands)]);
    return this.device.times.estimate(commands);
  }

  /**
   * Submits all recorded commands in pieces (`piecesOf`). Each piece runs inside `lock`, so that other work can use the
   * device between two pieces. The next piece is encoded while the device executes the current one.
   */
  async submitInPieces(lock: (piece: () => Promise<void>) => Promise<void>): Promise<void> {
    const commands = this.take();
    const { times, waiter, gpu } = this.device;
    const pieces = piecesOf(commands, (command) => times.estimateOf(command));
    const encodeNext = () => {
      const { value } = pieces.next();
      return value && { piece: value, encoded: this.#encode(value) };
    };
    let next = encodeNext();
    while (next) {
      const { piece, encoded } = next;
      await lock(async () => {
        gpu.queue.submit([encoded]);
        const done = waiter.after(times.estimate(piece));
        next = encodeNext();
        times.record(piece, await done);
        this.device.check();
      });
    }
  }

  /**
   * Returns a scratch buffer for intermediate results, as large as the largest request under that name so far.
   * Recorders do not share scratch, because their submits interleave.
   */
  scratch(name: string, bytes: number): DeviceBuffer {
    const buffers = this.#scratch.get(name) ?? [];
    const newest = buffers.at(-1);
    if (newest && newest.bytes >= bytes) return newest;
    const padded = Math.min(2 ** Math.ceil(Math.log2(bytes)), this.device.maxBindingBytes);
    const buffer = allocateAtOnce(this.device, Math.max(bytes, padded), `scratch: ${name}`);
    this.#scratch.set(name, [...buffers, buffer]);
    return buffer;
  }

  /**
   * Discards the recorded commands, replays, cached bind groups and scratch buffers. Call it when bound buffers are
   * destroyed.
   */
  reset(): void {
    this.#commands = [];
    this.#recordings.clear();
    this.#bindGroups.clear();
    for (const { gpu } of [...this.#scratch.values()].flat()) gpu.destroy();
    this.#scratch.clear();
  }

  #encode(commands: Command[]): GPUCommandBuffer {
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
      encodeTransfer(encoder, command);
    }
    pass?.end();
    return encoder.finish();
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

/** Encodes a copy or clear. No pass may be open. */
export function encodeTransfer(encoder: GPUCommandEncoder, command: Transfer): void {
  if ('clear' in command) {
    encoder.clearBuffer(command.clear.gpu);
  } else {
    const { source, sourceOffset, target, targetOffset, bytes } = command;
    encoder.copyBufferToBuffer(source.gpu, sourceOffset, target.gpu, targetOffset, bytes);
  }
}

/** Encodes a dispatch into a pass whose pipeline is already set. */
export function encodeDispatch(pass: GPUComputePassEncoder, { bindGroup, words, grid }: RecordedDispatch): void {
  pass.setBindGroup(0, bindGroup);
  if (words.byteLength > 0) pass.setImmediates(0, words);
  pass.dispatchWorkgroups(...grid);
}

/** Returns the buffers in the order of the kernel's bindings. Throws if one is missing or unknown. */
function boundBuffers({ name, bindings }: Kernel, buffers: Partial<Record<string, DeviceBuffer>>): DeviceBuffer[] {
  const unknown = Object.keys(buffers).find((key) => buffers[key] !== undefined && !bindings.includes(key));
  if (unknown !== undefined) throw new Error(`kernel ${name}: this variant does not bind ${unknown}`);
  return bindings.map((binding) => {
    const buffer = buffers[binding];
    if (buffer === undefined) throw new Error(`kernel ${name}: no buffer for ${binding}`);
    return buffer;
  });
}

/** Returns the words of `struct Sizes`, with `origin` 0. */
function immediates({ sizes: fields }: Kernel, sizes: Record<string, number>): ArrayBuffer {
  const words = new Uint32Array(fields.length);
  const floats = new Float32Array(words.buffer);
  fields.forEach(({ name, type }, place) => {
    (type === 'f32' ? floats : words)[place] = sizes[name] ?? 0;
  });
  return words.buffer;
}
