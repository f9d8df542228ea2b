/** Token ids to text; special tokens leave no text when `skipSpecial`. Incomplete UTF-8 becomes U+FFFD. */
export type Decode = (ids: readonly number[], skipSpecial: boolean) => string;

export const REPLACEMENT = '\uFFFD';

/**
 * Decodes a growing token sequence piece by piece: the text of each push is what the new token adds, held back while
 * it ends inside a UTF-8 character. Decodes over a short window that starts at a character border, so that decoders
 * that look at the previous token (a leading space, byte pieces) see it.
 */
export class TextStream {
  readonly #decode: Decode;
  readonly #skipSpecial: boolean;
  readonly #ids: number[] = [];
  /** Start of the window, and the end of the part of it whose text is out. */
  #from = 0;
  #done = 0;

  constructor(decode: Decode, skipSpecial: boolean) {
    this.#decode = decode;
    this.#skipSpecial = skipSpecial;
  }

  /** The text that became whole with this token; empty inside a character. */
  push(id: number): string {
    this.#ids.push(id);
    const before = this.#decode(this.#ids.slice(this.#from, this.#done), this.#skipSpecial);
    const now = this.#decode(this.#ids.slice(this.#from), this.#skipSpecial);
    if (now.length <= before.length || now.endsWith(REPLACEMENT)) return '';
    this.#from = this.#done;
    this.#done = this.#ids.length;
    return now.slice(before.length);
  }
}
