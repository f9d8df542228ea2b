import { WorkerError } from '../../worker/client/worker-error.ts';

/** A model's state on the device, which can be evicted. */
interface Held {
  /** Frees the state on the device after writing unsaved parts to files. Never throws. */
  spill(): Promise<void>;
}

/** Maximum number of models on the device, unless memory allows fewer. */
const MAX_LIVE = 16;

/**
 * LRU set of the models on the device. The least recently used one is spilled to make room for another, and restored on
 * its next use. Callers make one call at a time.
 */
export class LiveModels {
  readonly #most: number;
  /** Models on the device, least recently used first. */
  readonly #held = new Set<Held>();

  constructor(most = MAX_LIVE) {
    this.#most = most;
  }

  /** Runs `work` for a model; spills others until there is enough memory. Throws what `work` throws. */
  async withRoom<T>(model: Held, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const other = [...this.#held].find((one) => one !== model);
        if (other === undefined || !lacksRoom(error)) throw error;
        await this.#spill(other);
      }
    }
  }

  /** Marks a model as on the device and in use. */
  async use(model: Held): Promise<void> {
    this.#held.delete(model);
    this.#held.add(model);
    for (const oldest of [...this.#held].slice(0, -this.#most)) await this.#spill(oldest);
  }

  /** Marks a model as no longer on the device. */
  forget(model: Held): void {
    this.#held.delete(model);
  }

  async #spill(model: Held): Promise<void> {
    this.#held.delete(model);
    await model.spill();
  }
}

function lacksRoom(error: unknown): boolean {
  return error instanceof WorkerError && (error.code === 'training_no_room' || error.code === 'out_of_memory');
}
