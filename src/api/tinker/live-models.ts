import { WorkerError } from '../../worker/client/worker-error.ts';

/** A model's state on the device, which can be evicted. */
interface SpillableModel {
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
  readonly #models = new Set<SpillableModel>();

  constructor(most = MAX_LIVE) {
    this.#most = most;
  }

  /** Runs `work` for a model; spills others until there is enough memory. Throws what `work` throws. */
  async withRoom<T>(model: SpillableModel, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const other = [...this.#models].find((one) => one !== model);
        if (other === undefined || !lacksRoom(error)) throw error;
        await this.#spill(other);
      }
    }
  }

  /** Marks a model as on the device and in use. */
  async use(model: SpillableModel): Promise<void> {
    this.#models.delete(model);
    this.#models.add(model);
    for (const oldest of [...this.#models].slice(0, -this.#most)) await this.#spill(oldest);
  }

  /** Marks a model as no longer on the device. */
  forget(model: SpillableModel): void {
    this.#models.delete(model);
  }

  async #spill(model: SpillableModel): Promise<void> {
    this.#models.delete(model);
    await model.spill();
  }
}

function lacksRoom(error: unknown): boolean {
  return error instanceof WorkerError && (error.code === 'training_no_room' || error.code === 'out_of_memory');
}
