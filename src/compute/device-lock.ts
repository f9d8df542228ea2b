/**
 * First-come, first-served lock on the device. The engine holds it for one step, the trainer for one piece of a step.
 * So chat continues during training, and neither waits for more than one step or piece.
 */
export class DeviceLock {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** Whether a caller is waiting for the device. */
  get contended(): boolean {
    return this.#waiting > 0;
  }

  /** Runs `work` after all earlier calls have finished. An error of `work` rejects this call only. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#last.then(() => {
      this.#waiting -= 1;
      return work();
    });
    this.#last = result.then(
      () => {},
      () => {},
    );
    return result;
  }
}
