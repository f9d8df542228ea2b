/** Looks for a marker in a text that comes character by character; what may be its beginning is held back. */
export class MarkerSearch {
  readonly #marker: string;
  #held = '';

  constructor(marker: string) {
    this.#marker = marker;
  }

  /** The beginning of the marker that the text ends with. */
  get held(): string {
    return this.#held;
  }

  /** The text that can be no part of the marker any more, and whether the marker is complete now. */
  push(character: string): { text: string; found: boolean } {
    this.#held += character;
    let released = 0;
    while (!this.#marker.startsWith(this.#held.slice(released))) released += 1;
    const text = this.#held.slice(0, released);
    this.#held = this.#held.slice(released);
    const found = this.#held.length === this.#marker.length;
    if (found) this.#held = '';
    return { text, found };
  }

  /** What is held back, when the text ends. */
  end(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}
