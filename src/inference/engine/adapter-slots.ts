import { allocate, type DeviceBuffer, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { Decoder } from '../../model/decoder.ts';
import { readFlatAdapter } from '../../model/flat-adapter.ts';
import type { AdapterFiles } from '../../model/model-files.ts';

/** Adapters that are held at once, where the binding limit allows. */
const MAX_SLOTS = 16;

interface Slot {
  adapter: string | undefined;
  /** Sequences that use it now. */
  users: number;
  lastUse: number;
}

/** Adapters on the device, in slots of one arena; the least recently used idle one makes room. */
export class AdapterSlots {
  readonly arena: DeviceBuffer;
  readonly stride: number;
  readonly #device: Device;
  readonly #decoder: Decoder;
  readonly #slots: Slot[];
  #clock = 0;

  private constructor(device: Device, decoder: Decoder, arena: DeviceBuffer, count: number) {
    this.#device = device;
    this.#decoder = decoder;
    this.arena = arena;
    this.stride = decoder.lora.elements;
    this.#slots = Array.from({ length: count }, () => ({ adapter: undefined, users: 0, lastUse: 0 }));
  }

  /** Throws DeviceOutOfMemoryError. */
  static async create(device: Device, decoder: Decoder): Promise<AdapterSlots> {
    const bytes = decoder.lora.elements * 4;
    const count = Math.max(1, Math.min(MAX_SLOTS, Math.floor(device.maxBindingBytes / bytes)));
    return new AdapterSlots(device, decoder, await allocate(device, bytes * count, 'adapter arena'), count);
  }

  /**
   * The slot that holds the adapter, loaded if need be; undefined when every slot is in use by others.
   * Throws CheckpointError when the folder is missing or corrupt.
   */
  acquire({ id, folder }: AdapterFiles): number | undefined {
    let index = this.#slots.findIndex(({ adapter }) => adapter === id);
    if (index < 0) {
      index = this.#idlest();
      if (index < 0) return undefined;
      const flat = readFlatAdapter(folder, this.#decoder.config, this.#decoder.lora);
      upload(this.#device, this.arena, flat, index * this.stride * 4);
      this.#slots[index].adapter = id;
    }
    this.#slots[index].users += 1;
    this.#slots[index].lastUse = ++this.#clock;
    return index;
  }

  release(index: number): void {
    this.#slots[index].users -= 1;
  }

  #idlest(): number {
    let best = -1;
    this.#slots.forEach(({ users, lastUse }, index) => {
      if (users === 0 && (best < 0 || lastUse < this.#slots[best].lastUse)) best = index;
    });
    return best;
  }
}
