import type { Tokenizer } from './tokenizer.ts';

/**
 * Turns the tokens of one answer into text as they come. Text never changes once it is out: the bytes of a character
 * that is not complete yet are held back, and dropped if the answer ends there.
 */
export class Detokenizer {
  #tokenizer: Tokenizer;
  #hidden: (id: number) => boolean;
  #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

  /** `shown` are special tokens that `skipSpecialTokens` does not hide. */
  constructor(tokenizer: Tokenizer, skipSpecialTokens: boolean, shown: ReadonlySet<number> = new Set()) {
    this.#tokenizer = tokenizer;
    this.#hidden = (id) => skipSpecialTokens && tokenizer.specialIds.has(id) && !shown.has(id);
  }

  /** The text that `id` completes; often empty for a part of a character or a hidden special token. */
  push(id: number): string {
    if (this.#hidden(id)) return '';
    return this.#utf8.decode(this.#tokenizer.tokenBytes(id), { stream: true });
  }
}
