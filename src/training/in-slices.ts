/** A long computation that can be left off at each `yield`, so that others get their turn. Its result is returned. */
export type InSlices<T> = Generator<void, T, void>;

/** Carries it out in one go. */
export function atOnce<T>(work: InSlices<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}
