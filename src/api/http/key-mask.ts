/** A generated key, or text close to one. */
const madeKey = /db_\w{20,}/g;

/** Masks keys that callers send outside of the authorization header, to keep them out of the log. */
export class KeyMask {
  readonly #chosenKey: string | null;

  /** `chosenKey` is chosen by the operator, so it has no recognizable form. */
  constructor(chosenKey: string | null) {
    this.#chosenKey = chosenKey;
  }

  holdsKey(text: string): boolean {
    return text.search(madeKey) >= 0 || (this.#chosenKey !== null && text.includes(this.#chosenKey));
  }

  /** Returns a path that is safe to log: unchanged, or unescaped and masked if it contains a key in any escaping. */
  path(path: string): string {
    // Keys are ASCII, so unescaping byte by byte suffices, for invalid UTF-8 too.
    const plain = path.replaceAll(/%[0-9a-f]{2}/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)));
    if (!this.holdsKey(plain)) return path;
    const masked = plain.replaceAll(madeKey, 'db_...');
    return this.#chosenKey === null ? masked : masked.replaceAll(this.#chosenKey, '...');
  }
}
