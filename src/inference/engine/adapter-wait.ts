import type { AdapterFiles } from '../../model/model-files.ts';
import type { Scheduler } from './scheduler.ts';
import type { Sequence } from './sequence.ts';

/** Function that reads an adapter into host memory. Rejects with CheckpointError. */
export type FetchAdapter = (adapter: AdapterFiles) => Promise<void>;

/** Reads adapters in parallel to the steps, for sequences that could run if their adapters were in memory. */
export class AdapterWait {
  readonly #scheduler: Scheduler;
  readonly #fetch: FetchAdapter;
  readonly #reading = new Set<Sequence>();
  /** Whether a sequence was added or ended, or a read finished, since the last call of `begin`. */
  #notified = false;
  #resolveWait: () => void = () => {};

  constructor(scheduler: Scheduler, fetch: FetchAdapter) {
    this.#scheduler = scheduler;
    this.#fetch = fetch;
  }

  get open(): boolean {
    return this.#reading.size > 0;
  }

  /** Ends a wait because a sequence was added or ended. */
  notify(): void {
    this.#notified = true;
    this.#resolveWait();
  }

  /**
   * Starts to read the adapter of each of `sequences` for which no read is in progress yet. A sequence whose adapter
   * cannot be read fails with the error.
   */
  begin(sequences: readonly Sequence[]): void {
    this.#notified = false;
    for (const sequence of sequences) {
      const { adapter } = sequence.request;
      if (adapter === null || this.#reading.has(sequence)) continue;
      this.#reading.add(sequence);
      void this.#fetch(adapter)
        .catch((error: Error) => {
          this.#scheduler.remove(sequence);
          sequence.fail(error);
        })
        .finally(() => {
          this.#reading.delete(sequence);
          this.notify();
        });
    }
  }

  /** Waits, when no step could run, until an adapter is read, or a sequence is added or ends. */
  async pass(): Promise<void> {
    if (!this.open || this.#notified || this.#scheduler.running.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#resolveWait = resolve;
    });
  }
}
