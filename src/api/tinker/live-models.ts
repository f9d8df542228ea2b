import { WorkerError } from '../../worker/client/worker-error.ts';

/** What the device may hold of a model, and can do without. */
interface Held {
  /** Frees what the device holds; what is not stored yet is written to files first. Never throws. */
  spill(): Promise<void>;
}

/** Models that the device holds at once, where memory does not say less. */
const MOST_LIVE = 16;

/**
 * Which models the device holds. The one that was used longest ago is spilled when there is no room for another; it
 * comes back when it is asked for something. Calls are made one at a time.
 */
export class LiveModels {
  readonly #most: number;
  /** The longest unused first. */
  readonly #held = new Set<Held>();

  constructor(most = MOST_LIVE) {
    this.#most = most;
  }

  /** Does `work` for a model, with others spilled for as long as they leave no room. Throws what `work` does. */
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

  /** The device holds it, and it is in use. */
  async use(model: Held): Promise<void> {
    this.#held.delete(model);
    this.#held.add(model);
    for (const oldest of [...this.#held].slice(0, -this.#most)) await this.#spill(oldest);
  }

  /** The device does not hold it any more. */
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
