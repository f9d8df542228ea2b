import type { Tokenizer } from './tokenizer.ts';

/**
 * Incrementally decodes the tokens of one answer. Emitted text never changes: the bytes of an incomplete character are
 * held back, and dropped if the answer ends there.
 */
export class Detokenizer {
  #tokenizer: Tokenizer;
  #hidden: (id: number) => boolean;
  #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

  /** `shown` are ids of special tokens that `skipSpecialTokens` does not hide. */
  constructor(tokenizer: Tokenizer, skipSpecialTokens: boolean, shown: ReadonlySet<number> = new Set()) {
    this.#tokenizer = tokenizer;
    this.#hidden = (id) => skipSpecialTokens && tokenizer.specialIds.has(id) && !shown.has(id);
  }

  /** Returns the text that `id` completes; empty for a partial character or a hidden special token. */
  push(id: number): string {
    if (this.#hidden(id)) return '';
    return this.#utf8.decode(this.#tokenizer.tokenBytes(id), { stream: true });
  }
}
