import type { Command } from '../../src/compute/command.ts';
import type { Device } from '../../src/compute/device.ts';
import { encodeDispatch, encodeTransfer } from '../../src/compute/recorder.ts';

/** Dispatches per query set; WebGPU allows 4,096 timestamps. */
const MOST = 1024;
const QUERY_RESOLVE = 0x200;
const COPY_SRC = 0x04;
const COPY_DST = 0x08;
const MAP_READ = 0x01;

/** Times dispatches by timestamps around each. */
export class TimestampQueries {
  readonly #device: Device;
  readonly #set: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #staging: GPUBuffer;

  constructor(device: Device) {
    const { gpu } = device;
    this.#device = device;
    this.#set = gpu.createQuerySet({ type: 'timestamp', count: 2 * MOST });
    this.#resolved = gpu.createBuffer({ size: 16 * MOST, usage: QUERY_RESOLVE | COPY_SRC });
    this.#staging = gpu.createBuffer({ size: 16 * MOST, usage: MAP_READ | COPY_DST });
  }

  /** Submits the commands and returns the seconds of each dispatch. */
  async time(commands: readonly Command[]): Promise<number[]> {
    const seconds: number[] = [];
    for (let first = 0; first < commands.length; first += MOST) {
      const some = commands.slice(first, first + MOST);
      const count = this.#submit(some);
      await this.#device.waiter.after(this.#device.times.estimate(some));
      this.#device.check();
      seconds.push(...(await this.#read(count)));
    }
    return seconds;
  }

  /** Encodes each dispatch in its own compute pass, since timestamps are written at pass boundaries. */
  #submit(commands: readonly Command[]): number {
    const encoder = this.#device.gpu.createCommandEncoder();
    let count = 0;
    for (const command of commands) {
      if (!command.kernel) {
        encodeTransfer(encoder, command);
        continue;
      }
      const timestampWrites = {
        querySet: this.#set,
        beginningOfPassWriteIndex: 2 * count,
        endOfPassWriteIndex: 2 * count + 1,
      };
      const pass = encoder.beginComputePass({ timestampWrites });
      pass.setPipeline(command.kernel.pipeline);
      encodeDispatch(pass, command);
      pass.end();
      count += 1;
    }
    if (count > 0) {
      encoder.resolveQuerySet(this.#set, 0, 2 * count, this.#resolved, 0);
      encoder.copyBufferToBuffer(this.#resolved, 0, this.#staging, 0, 16 * count);
    }
    this.#device.gpu.queue.submit([encoder.finish()]);
    return count;
  }

  /** Returns seconds; WebGPU's timestamps are in nanoseconds. */
  async #read(count: number): Promise<number[]> {
    if (count === 0) return [];
    await this.#staging.mapAsync(MAP_READ, 0, 16 * count);
    const stamps = new BigUint64Array(this.#staging.getMappedRange(0, 16 * count).slice(0));
    this.#staging.unmap();
    return Array.from({ length: count }, (_, i) => Number(stamps[2 * i + 1] - stamps[2 * i]) / 1e9);
  }
}
