/**
 * A JSON body that is written already: it is sent part by part as it is, and neither parsed nor made anew on the way,
 * which would hold up the process for as long as it is large.
 */
export class WrittenJson {
  /** In bytes. */
  readonly length: number;
  readonly #parts: () => AsyncIterable<Uint8Array>;

  /** `parts` is called once, when the body is wanted, and has to give `length` bytes. */
  constructor(length: number, parts: () => AsyncIterable<Uint8Array>) {
    this.length = length;
    this.#parts = parts;
  }

  parts(): AsyncIterable<Uint8Array> {
    return this.#parts();
  }
}
