import { allocate, type DeviceBuffer, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { Decoder } from '../../model/decoder.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import { AdapterReader } from './adapter-reader.ts';

/** Most adapters in device memory at once, if room and binding limit allow. */
const MAX_SLOTS = 16;

/** Returns the bytes of as many adapters as fit in `roomBytes`, at least one. */
export function arenaBytes(
  device: Pick<Device, 'maxBindingBytes'>,
  lora: Pick<LoraLayout, 'elements'>,
  roomBytes = Number.POSITIVE_INFINITY,
): number {
  const bytes = lora.elements * 4;
  const most = Math.floor(Math.min(roomBytes, device.maxBindingBytes) / bytes);
  return bytes * Math.max(1, Math.min(MAX_SLOTS, most));
}

/** Device memory for adapters: slots of equal size in one buffer. */
export class AdapterArena {
  readonly buffer: DeviceBuffer;
  readonly slots: number;
  /** f32 elements per slot. */
  readonly stride: number;
  readonly #device: Device;
  readonly #reader: AdapterReader;

  private constructor(device: Device, decoder: Decoder, buffer: DeviceBuffer, slots: number) {
    this.#device = device;
    this.#reader = new AdapterReader(decoder.config, decoder.lora);
    this.buffer = buffer;
    this.slots = slots;
    this.stride = decoder.lora.elements;
  }

  /** Allocates an arena of `bytes`, as `arenaBytes` returns them. Throws DeviceOutOfMemoryError. */
  static async create(device: Device, decoder: Decoder, bytes: number): Promise<AdapterArena> {
    const slots = bytes / (decoder.lora.elements * 4);
    return new AdapterArena(device, decoder, await allocate(device, bytes, 'adapter arena'), slots);
  }

  /** Reads an adapter into host memory while steps continue. Rejects with CheckpointError. */
  fetch(files: AdapterFiles): Promise<void> {
    return this.#reader.fetch(files);
  }

  /**
   * Uploads a fetched adapter to a slot that no running sequence uses. The queue orders the upload after all submitted
   * steps. Returns the hash of the content, or undefined if the adapter is not in host memory.
   */
  load(files: AdapterFiles, slot: number): string | undefined {
    const adapter = this.#reader.take(files);
    if (adapter) upload(this.#device, this.buffer, adapter.flat, slot * this.stride * 4);
    return adapter?.content;
  }
}
