import { expect } from 'vitest';
import { allocate, allocateWith, type DeviceBuffer, download, upload } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import type { DeviceClassName } from '../../src/compute/device-class.ts';
import { Recorder } from '../../src/compute/recorder.ts';

/** A quiet NaN as f32, f16 and bf16, and an index beyond any buffer as u32. */
const POISON = 0xffffffff;
/** Words past the end of every buffer that must neither be used nor written. */
const GUARD_WORDS = 64;

/**
 * A device whose buffers end in poison: an input read past its end gives NaN, an output written past its end is noticed
 * when it is read, and an output element that was not written is NaN.
 */
export class TestDevice {
  /** Device class of devices opened from now on; the adapter's own class if unset. */
  static deviceClass: DeviceClassName | undefined;

  /** Names of the kernels that devices had compiled when they were closed. */
  static readonly kernels = new Set<string>();

  readonly device: Device;
  #buffers: DeviceBuffer[] = [];

  private constructor(device: Device) {
    this.device = device;
  }

  static async open(): Promise<TestDevice> {
    return new TestDevice(await Device.open({ deviceClass: TestDevice.deviceClass }));
  }

  /** A buffer that holds `data`, then poison. */
  async input(data: ArrayBufferView): Promise<DeviceBuffer> {
    const buffer = await this.output(data.byteLength / 4);
    upload(this.device, buffer, data);
    return buffer;
  }

  /** A buffer of `words` poisoned words, then the guard. */
  async output(words: number): Promise<DeviceBuffer> {
    const poison = new Uint32Array(words + GUARD_WORDS).fill(POISON);
    const buffer = await allocateWith(this.device, poison, 'test');
    this.#buffers.push(buffer);
    return buffer;
  }

  /** A buffer without a guard, for tests that measure the buffer itself. */
  async plain(bytes: number): Promise<DeviceBuffer> {
    const buffer = await allocate(this.device, bytes, 'test');
    this.#buffers.push(buffer);
    return buffer;
  }

  /** Records and submits. */
  run(record: (recorder: Recorder) => void): void {
    const recorder = new Recorder(this.device);
    record(recorder);
    recorder.submit();
  }

  /** Returns all words before the guard. Fails if the guard was written or the device reported an error. */
  async words(buffer: DeviceBuffer): Promise<Uint32Array<ArrayBuffer>> {
    const all = new Uint32Array(await download(this.device, buffer));
    this.device.check();
    const count = all.length - GUARD_WORDS;
    expect(all.subarray(count).findIndex((word) => word !== POISON)).toBe(-1);
    return all.slice(0, count);
  }

  async floats(buffer: DeviceBuffer): Promise<Float32Array<ArrayBuffer>> {
    return new Float32Array((await this.words(buffer)).buffer);
  }

  /** Runs twice on buffers of its own each, and asserts that the results are the same bit for bit. */
  async repeatable(run: () => Promise<Float32Array<ArrayBuffer>>): Promise<Float32Array<ArrayBuffer>> {
    const first = await run();
    const second = await run();
    expect(sameBits(first, second)).toBe(true);
    this.release();
    return first;
  }

  /** Frees the buffers made since the last call. */
  release(): void {
    for (const { gpu } of this.#buffers) gpu.destroy();
    this.#buffers = [];
  }

  async close(): Promise<void> {
    this.release();
    for (const { name } of this.device.kernels.variants) TestDevice.kernels.add(name);
    await this.device.destroy();
  }
}

export function sameBits(a: Float32Array<ArrayBuffer>, b: Float32Array<ArrayBuffer>): boolean {
  const [x, y] = [a, b].map((v) => new Uint32Array(v.buffer, v.byteOffset, v.length));
  return x.length === y.length && x.every((word, i) => word === y[i]);
}
