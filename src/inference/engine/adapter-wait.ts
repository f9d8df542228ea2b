import type { AdapterFiles } from '../../model/model-files.ts';
import type { Scheduler } from './scheduler.ts';
import type { Sequence } from './sequence.ts';

/** Reads an adapter into memory. Rejects with CheckpointError. */
export type FetchAdapter = (adapter: AdapterFiles) => Promise<void>;

/** Has adapters read, beside the steps, for sequences that could run if theirs were in memory. */
export class AdapterWait {
  readonly #scheduler: Scheduler;
  readonly #fetch: FetchAdapter;
  readonly #reading = new Set<Sequence>();
  /** Whether somebody came, left or was read for since `begin` was called the last time. */
  #notified = false;
  #wake: () => void = () => {};

  constructor(scheduler: Scheduler, fetch: FetchAdapter) {
    this.#scheduler = scheduler;
    this.#fetch = fetch;
  }

  get open(): boolean {
    return this.#reading.size > 0;
  }

  /** Ends a wait: somebody came or left. */
  notify(): void {
    this.#notified = true;
    this.#wake();
  }

  /**
   * Begins to read for those for whom it is not done already; a sequence whose adapter cannot be read ends with the
   * reason.
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

  /** Where no step could be made: waits until an adapter is read, or somebody comes or leaves. */
  async pass(): Promise<void> {
    if (!this.open || this.#notified || this.#scheduler.running.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
