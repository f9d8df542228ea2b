/** Queue of one process's jobs: round-robin over owners; within an owner, urgent jobs first, then FIFO. */
export class OwnerQueue<T> {
  /** Insertion order is service order: the first owner is served next. */
  readonly #owners = new Map<string, { urgent: T[]; other: T[] }>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(owner: string, work: T, isUrgent: boolean): void {
    const waiting = this.#owners.get(owner) ?? { urgent: [], other: [] };
    (isUrgent ? waiting.urgent : waiting.other).push(work);
    this.#owners.set(owner, waiting);
    this.#size += 1;
  }

  /** Removes and returns the next job; undefined if the queue is empty. */
  shift(): T | undefined {
    const [first] = this.#owners;
    if (first === undefined) return undefined;
    const [owner, waiting] = first;
    const next = waiting.urgent.length > 0 ? waiting.urgent.shift() : waiting.other.shift();
    // Moves the owner to the end of the rotation.
    this.#owners.delete(owner);
    if (waiting.urgent.length + waiting.other.length > 0) this.#owners.set(owner, waiting);
    this.#size -= 1;
    return next;
  }

  /** Removes and returns all jobs. */
  drain(): T[] {
    const all = [...this.#owners.values()].flatMap(({ urgent, other }) => [...urgent, ...other]);
    this.#owners.clear();
    this.#size = 0;
    return all;
  }
}
