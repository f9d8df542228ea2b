/** A key of our making, or nearly one. */
const madeKey = /db_\w{20,}/g;

/** Finds keys in what callers send beside the header that keys belong in, so that the log does not keep them. */
export class KeyMask {
  readonly #chosenKey: string | null;

  /** `chosenKey` is of the operator's own choosing, so it has no form to know it by. */
  constructor(chosenKey: string | null) {
    this.#chosenKey = chosenKey;
  }

  holdsKey(text: string): boolean {
    return text.search(madeKey) >= 0 || (this.#chosenKey !== null && text.includes(this.#chosenKey));
  }

  /**
   * A path as it may stand in the log: as it came, or where it holds a key however escaped, unescaped and without it.
   */
  path(path: string): string {
    // Keys are ASCII, so bytes will do; what is no UTF-8 is unescaped too.
    const plain = path.replaceAll(/%[0-9a-f]{2}/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)));
    if (!this.holdsKey(plain)) return path;
    const masked = plain.replaceAll(madeKey, 'db_...');
    return this.#chosenKey === null ? masked : masked.replaceAll(this.#chosenKey, '...');
  }
}
