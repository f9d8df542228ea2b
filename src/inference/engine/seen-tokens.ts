import { f32Bits } from '../../compute/f32-bits.ts';
import { EDIT_WORDS, SEEN } from '../../compute/ops/edit_logits.ts';

/** Token counts of a sequence for penalties, and its biases, in the words of `kernels/edit_logits.wgsl`. */
export class SeenTokens {
  readonly #promptLength: number;
  readonly #places = new Map<number, number>();
  #edits = new Uint32Array(64 * EDIT_WORDS);
  #read = 0;

  /** `withPrompt`: whether prompt tokens count too. */
  constructor(promptLength: number, withPrompt: boolean) {
    this.#promptLength = promptLength;
    if (!withPrompt) this.#read = promptLength;
  }

  /** EDIT_WORDS for each token id that has a bias or occurred. */
  get words(): Uint32Array {
    return this.#edits.subarray(0, this.#places.size * EDIT_WORDS);
  }

  /** Returns `words` with `more` tokens of the answer counted as well, without storing them. */
  wordsWith(more: readonly number[]): Uint32Array {
    const words = new Uint32Array((this.#places.size + more.length) * EDIT_WORDS);
    words.set(this.words);
    const places = new Map<number, number>();
    for (const id of more) {
      const at = this.#places.get(id) ?? places.get(id) ?? (this.#places.size + places.size) * EDIT_WORDS;
      if (!this.#places.has(id)) places.set(id, at);
      words[at] = id;
      words[at + 1] = (words[at + 1] | SEEN) + 1;
    }
    return words.subarray(0, (this.#places.size + places.size) * EDIT_WORDS);
  }

  bias(id: number, bias: number): void {
    const at = this.#place(id) + 2;
    this.#edits[at] = f32Bits(bias);
  }

  /** Counts the tokens, of prompt and answer, that it has not read; `tokens` only ever grow. */
  read(tokens: readonly number[]): void {
    for (; this.#read < tokens.length; this.#read++) {
      const at = this.#place(tokens[this.#read]) + 1;
      this.#edits[at] = (this.#edits[at] | SEEN) + (this.#read >= this.#promptLength ? 1 : 0);
    }
  }

  /** Returns the offset of the words of an id's edit; adds an edit for a new id. */
  #place(id: number): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#places.size * EDIT_WORDS;
    if (place === this.#edits.length) {
      const larger = new Uint32Array(2 * place);
      larger.set(this.#edits);
      this.#edits = larger;
    }
    this.#edits[place] = id;
    this.#places.set(id, place);
    return place;
  }
}
