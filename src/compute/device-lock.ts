/**
 * First come, first served use of the device: the engine takes it for one step, the trainer for one piece of a step,
 * so chat goes on during training and neither waits for more than one step or piece of the other.
 */
export class DeviceLock {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** Whether somebody waits for the one who has the device. */
  get contended(): boolean {
    return this.#waiting > 0;
  }

  /** Runs `work` when everyone who asked before is done. A failure of `work` is the caller's alone. */
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
