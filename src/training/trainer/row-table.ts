/**
 * Row table of packed sequences, for attention: [T] x (position, parent, end, slot).
 *
 * The sequences form a prefix tree, stored leaf by leaf. Each leaf has only the rows that it does not share with
 * earlier leaves. A run of consecutive rows of one sequence is a segment. `parent` is 1 + the row of the token that
 * precedes the segment in its sequence, or 0 if the segment begins the sequence. So a row finds the keys that it sees,
 * one for each position up to its own, in its own segment, the parent's, and so on. A row is seen by all rows from
 * itself up to, but not including, `end`.
 */
export class RowTable {
  /** Sum over rows of the number of keys that the row sees. */
  attendedKeys = 0;
  readonly #words: Uint32Array;
  /** The row of each position of the sequence appended last. */
  readonly #path: number[] = [];
  #rows = 0;

  /** Creates a table for `T` rows. */
  constructor(T: number) {
    this.#words = new Uint32Array(T * 4);
  }

  /**
   * Appends a sequence that shares its first `shared` tokens with the previous sequence. Returns the first new row.
   */
  append(length: number, shared: number): number {
    const first = this.#rows;
    this.#endPath(shared);
    const parent = shared === 0 ? 0 : this.#path[shared - 1] + 1;
    for (let position = shared; position < length; position++) {
      this.#words.set([position, parent], this.#rows * 4);
      this.#path.push(this.#rows);
      this.#rows += 1;
      this.attendedKeys += position + 1;
    }
    return first;
  }

  /** Returns the table. Call it after all sequences have been appended. */
  words(): Uint32Array {
    this.#endPath(0);
    return this.#words;
  }

  /** Ends the path from position `shared` on: no later row sees it. */
  #endPath(shared: number): void {
    for (const row of this.#path.splice(shared)) this.#words[row * 4 + 2] = this.#rows;
  }
}
