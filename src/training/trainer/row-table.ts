/**
 * What attention knows of the rows of packed sequences: [T] x (position, parent, end, slot).
 *
 * The sequences form a prefix tree, stored leaf after leaf, each with only what it does not share with the leaves
 * before it. A run of consecutive rows of one sequence is a segment. `parent` is 1 + the row that the segment's first
 * row continues, 0 where it continues none; so a row finds the keys that it sees, one for each position up to its own,
 * by its own segment, the parent's, and so on. The rows that see a row are those from it to `end`, without gaps.
 */
export class RowTable {
  /** Sum over rows of the keys each sees. */
  attendedKeys = 0;
  readonly #words: Uint32Array;
  /** The row of each position of the sequence appended last. */
  readonly #path: number[] = [];
  #rows = 0;

  /** For `T` rows. */
  constructor(T: number) {
    this.#words = new Uint32Array(T * 4);
  }

  /**
   * Appends a sequence whose first `shared` tokens are those of the one before it. Returns the row of the next token.
   */
  append(length: number, shared: number): number {
    const first = this.#rows;
    this.#leave(shared);
    const parent = shared === 0 ? 0 : this.#path[shared - 1] + 1;
    for (let position = shared; position < length; position++) {
      this.#words.set([position, parent], this.#rows * 4);
      this.#path.push(this.#rows);
      this.#rows += 1;
      this.attendedKeys += position + 1;
    }
    return first;
  }

  /** The table, once all sequences are there. */
  words(): Uint32Array {
    this.#leave(0);
    return this.#words;
  }

  /** No later row sees the path from position `shared` on. */
  #leave(shared: number): void {
    for (const row of this.#path.splice(shared)) this.#words[row * 4 + 2] = this.#rows;
  }
}
