/** Work that waits for one process: owners round-robin, and within an owner the urgent first, then as it came. */
export class OwnerQueue<T> {
  /** The owner that is served next comes first. */
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

  /** Takes out what comes next; undefined where nothing waits. */
  shift(): T | undefined {
    const [first] = this.#owners;
    if (first === undefined) return undefined;
    const [owner, waiting] = first;
    const next = waiting.urgent.length > 0 ? waiting.urgent.shift() : waiting.other.shift();
    // To the end of the line.
    this.#owners.delete(owner);
    if (waiting.urgent.length + waiting.other.length > 0) this.#owners.set(owner, waiting);
    this.#size -= 1;
    return next;
  }

  /** Takes out all there is. */
  drain(): T[] {
    const all = [...this.#owners.values()].flatMap(({ urgent, other }) => [...urgent, ...other]);
    this.#owners.clear();
    this.#size = 0;
    return all;
  }
}
