/** Finds whether any of some texts has come, byte by byte (Aho and Corasick 1975). */
export class ByteFilter {
  readonly start = 0;
  readonly #next: Map<number, number>[] = [new Map()];
  /** The longest other beginning of a text that what was read ends with. */
  readonly #shorter: number[] = [0];
  readonly #found: boolean[] = [false];

  /** None of `texts` is empty. */
  constructor(texts: readonly string[]) {
    for (const text of texts) this.#add(Buffer.from(text));
    const open = [...this.#next[0].values()];
    // In the order of their lengths, so that the shorter ones are known.
    for (const state of open) {
      for (const [byte, longer] of this.#next[state]) {
        this.#shorter[longer] = this.#after(this.#shorter[state], byte);
        this.#found[longer] ||= this.#found[this.#shorter[longer]];
        open.push(longer);
      }
    }
  }

  /** The state after one more byte, or -1 where a text is complete. */
  next(state: number, byte: number): number {
    const after = this.#after(state, byte);
    return this.#found[after] ? -1 : after;
  }

  #after(from: number, byte: number): number {
    for (let state = from; ; state = this.#shorter[state]) {
      const next = this.#next[state].get(byte);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }

  #add(bytes: Uint8Array): void {
    let state = 0;
    for (const byte of bytes) {
      let next = this.#next[state].get(byte);
      if (next === undefined) {
        next = this.#next.length;
        this.#next.push(new Map());
        this.#shorter.push(0);
        this.#found.push(false);
        this.#next[state].set(byte, next);
      }
      state = next;
    }
    this.#found[state] = true;
  }
}
