import type { AdapterFiles } from '../../model/model-files.ts';

interface Slot {
  /** Checkpoint id. */
  adapter: string | undefined;
  /** Checkpoint id and hash of the content. */
  version: string;
  /** Sequences that use it now. */
  users: number;
  lastUse: number;
}

/**
 * Function that uploads an adapter to a slot. Returns the hash of its content, or undefined if it has to be read into
 * memory first.
 */
type LoadAdapter = (adapter: AdapterFiles, slot: number) => string | undefined;

/** Adapter slots and the number of users of each. The least recently used idle adapter is evicted. */
export class AdapterSlots {
  readonly #load: LoadAdapter;
  readonly #slots: Slot[];
  #clock = 0;

  constructor(count: number, load: LoadAdapter) {
    this.#load = load;
    this.#slots = Array.from({ length: count }, () => ({ adapter: undefined, version: '', users: 0, lastUse: 0 }));
  }

  /** Sequences that use any slot. */
  get users(): number {
    return this.#slots.reduce((sum, { users }) => sum + users, 0);
  }

  /** Returns the slot that holds the adapter, if any. */
  find({ id }: AdapterFiles): number | undefined {
    const index = this.#slots.findIndex(({ adapter }) => adapter === id);
    return index < 0 ? undefined : index;
  }

  /**
   * Returns the slot of the adapter, loading it if needed. Otherwise returns why there is none: all slots are in use by
   * other adapters, or the adapter is not in memory.
   */
  acquire(files: AdapterFiles): number | 'in use' | 'unread' {
    let index = this.find(files);
    if (index === undefined) {
      index = this.#leastUsed((slot) => slot.users === 0);
      if (index === undefined) return 'in use';
      const content = this.#load(files, index);
      if (content === undefined) return 'unread';
      Object.assign(this.#slots[index], { adapter: files.id, version: `${files.id} ${content}` });
    }
    this.#slots[index].users += 1;
    this.#slots[index].lastUse = ++this.#clock;
    return index;
  }

  release(index: number): void {
    if (this.#slots[index].users === 0) throw new Error(`slot ${index} is released more often than it was acquired`);
    this.#slots[index].users -= 1;
  }

  /** Returns the checkpoint id and the content hash of the adapter in a slot. */
  version(index: number): string {
    return this.#slots[index].version;
  }

  /** Returns the slot outside `taken` that will probably be idle soonest: the one with the fewest users. */
  soonestIdle(taken: ReadonlySet<number>): number | undefined {
    return this.#leastUsed((_, index) => !taken.has(index));
  }

  #leastUsed(allowed: (slot: Slot, index: number) => boolean): number | undefined {
    let best: number | undefined;
    this.#slots.forEach((slot, index) => {
      if (!allowed(slot, index)) return;
      const other = best === undefined ? undefined : this.#slots[best];
      const fewer = other === undefined || slot.users < other.users;
      if (fewer || (slot.users === other.users && slot.lastUse < other.lastUse)) best = index;
    });
    return best;
  }
}
