import { allocateAtOnce, type DeviceBuffer } from './buffer.ts';
import type { Command, Dispatch, RecordedDispatch, Transfer } from './command.ts';
import type { Device } from './device.ts';
import type { Kernel, KernelName } from './kernel.ts';
import type { Cost } from './kernel-times.ts';
import { piecesOf } from './pieces.ts';

/** Recordings that are kept: those of the steps that a few streams of each kind go through. */
const MOST_RECORDINGS = 64;

const SCRATCH_BYTES = 64 * 2 ** 20;

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
  /** The newest of a name is the one in use; recordings may hold on to those before it. */
  readonly #scratch = new Map<string, DeviceBuffer[]>();

  /** The most that a scratch buffer is to have; what needs more is done in parts. */
  readonly scratchBytes: number;

  constructor(device: Device, scratchBytes = SCRATCH_BYTES) {
    this.device = device;
    this.scratchBytes = scratchBytes;
  }

  /** The commands since the last submit. */
  get recorded(): readonly Command[] {
    return this.#commands;
  }

  /** What they come to. */
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

  /** Throws where the variant binds what is not given, or does not bind what is. */
  dispatch<N extends KernelName>(name: N, { knobs, buffers, sizes, grid, cost, cut }: Dispatch<N>): void {
    if (grid.some((size) => size === 0)) return;
    const kernel = this.device.kernels.get(name, knobs);
    const bindGroup = this.#bindGroup(kernel, boundBuffers(kernel, buffers));
    this.#commands.push({ kernel, bindGroup, words: immediates(kernel, sizes), grid, cost, cut });
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

  /** Everything that was recorded since the last submit, which is then not submitted. */
  take(): Command[] {
    const commands = this.#commands;
    this.#commands = [];
    return commands;
  }

  /** Submits everything recorded, at once. Returns about how many milliseconds it will take. */
  submit(): number {
    const commands = this.take();
    if (commands.length > 0) this.device.gpu.queue.submit([this.#encode(commands)]);
    return this.device.times.estimate(commands);
  }

  /**
   * Submits everything recorded in pieces (`piecesOf`); each piece runs inside `lock`, which resolves when the device
   * may be used and is done with it, so that others can go between two pieces. The next piece is encoded while the
   * device is at work, so that it need not wait for that too.
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
        times.learn(piece, await done);
        this.device.check();
      });
    }
  }

  /**
   * Room for what dispatches hand to those that follow them, as large as was ever asked for under that name; that of
   * another recorder is another, for their submits take turns.
   */
  scratch(name: string, bytes: number): DeviceBuffer {
    const made = this.#scratch.get(name) ?? [];
    const newest = made.at(-1);
    if (newest && newest.bytes >= bytes) return newest;
    const roomy = Math.min(2 ** Math.ceil(Math.log2(bytes)), this.device.maxBindingBytes);
    const buffer = allocateAtOnce(this.device, Math.max(bytes, roomy), `scratch: ${name}`);
    this.#scratch.set(name, [...made, buffer]);
    return buffer;
  }

  /** Forgets what was recorded, for replays too, and the cached bind groups; call when their buffers are destroyed. */
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

/** Outside of any pass. */
export function encodeTransfer(encoder: GPUCommandEncoder, command: Transfer): void {
  if ('clear' in command) {
    encoder.clearBuffer(command.clear.gpu);
  } else {
    const { source, sourceOffset, target, targetOffset, bytes } = command;
    encoder.copyBufferToBuffer(source.gpu, sourceOffset, target.gpu, targetOffset, bytes);
  }
}

/** Into a pass that has the kernel's pipeline. */
export function encodeDispatch(pass: GPUComputePassEncoder, { bindGroup, words, grid }: RecordedDispatch): void {
  pass.setBindGroup(0, bindGroup);
  if (words.byteLength > 0) pass.setImmediates(0, words);
  pass.dispatchWorkgroups(...grid);
}

/** In the order of the kernel's bindings. */
function boundBuffers({ name, bindings }: Kernel, buffers: Partial<Record<string, DeviceBuffer>>): DeviceBuffer[] {
  const unknown = Object.keys(buffers).find((key) => buffers[key] !== undefined && !bindings.includes(key));
  if (unknown !== undefined) throw new Error(`kernel ${name}: this variant binds no ${unknown}`);
  return bindings.map((binding) => {
    const buffer = buffers[binding];
    if (buffer === undefined) throw new Error(`kernel ${name}: no buffer for ${binding}`);
    return buffer;
  });
}

/** The words of `struct Sizes`, an origin of 0 included. */
function immediates({ sizes: fields }: Kernel, sizes: Record<string, number>): ArrayBuffer {
  const words = new Uint32Array(fields.length);
  const floats = new Float32Array(words.buffer);
  fields.forEach(({ name, type }, place) => {
    (type === 'f32' ? floats : words)[place] = sizes[name] ?? 0;
  });
  return words.buffer;
}
