/** The result of costly work, shared by all callers while it is in flight and for `freshMs` after it ends. */
export class SharedResult<T> {
  readonly #work: () => Promise<T>;
  readonly #freshMs: number;
  #newest: { result: Promise<T>; staleAt: number } | null = null;

  constructor(work: () => Promise<T>, freshMs: number) {
    this.#work = work;
    this.#freshMs = freshMs;
  }

  /** Returns the current or a new result. Rejects if the work does; a failure is not cached. */
  get(): Promise<T> {
    if (this.#newest !== null && performance.now() < this.#newest.staleAt) return this.#newest.result;
    const newest = { result: this.#work(), staleAt: Number.POSITIVE_INFINITY };
    const end = (freshMs: number): void => {
      newest.staleAt = performance.now() + freshMs;
    };
    newest.result.then(
      () => end(this.#freshMs),
      () => end(0),
    );
    this.#newest = newest;
    return newest.result;
  }
}
